import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage, ToolShown } from '../../../core/review/api.js';
import { contentKindOf } from '../kinds/kinds.js';
import { JsonText } from './json-text.js';

interface Props {
  readonly page: ItemPage;
  readonly content: JsonValue;
  /** The version to compare with; undefined: show no changes. */
  readonly before: JsonValue | undefined;
  readonly documents: readonly ToolShown[];
}

/** The reviewed content in the view of its kind, or as JSON if there is no such view. */
export const ContentView = ({ page, content, before, documents }: Props) =>
  contentKindOf(page.kind)?.view(content, before, documents) ?? <JsonText value={content} />;
