import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage, ToolShown } from '../../../core/review/api.js';
import { contentKindOf } from '../kinds/kinds.js';
import { JsonText } from './json-text.js';

interface Props {
  readonly page: ItemPage;
  readonly content: JsonValue;
  /** What its changes are shown against; undefined: it has none. */
  readonly before: JsonValue | undefined;
  readonly documents: readonly ToolShown[];
}

/** What is judged, in the view of its kind; as JSON where the page has no such view. */
export const ContentView = ({ page, content, before, documents }: Props) =>
  contentKindOf(page.kind)?.view(content, before, documents) ?? <JsonText value={content} />;
