import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { CheckContent } from '../kinds/content-kind.js';
import { contentKindOf } from '../kinds/kinds.js';
import { useTools } from './use-tools.js';

interface Props {
  readonly queue: string;
  readonly page: ItemPage;
  readonly content: JsonValue;
  readonly onContent: (content: JsonValue) => void;
  readonly check: CheckContent;
}

/** The form of the item's kind. */
export function ContentForm({ queue, page, content, onContent, check }: Props) {
  const kind = contentKindOf(page.kind);
  const tools = useTools(queue, page, kind?.called(content));
  return (
    kind?.form?.(content, tools, onContent, check) ?? (
      <p className="note">The form cannot show this content any more; edit it as JSON.</p>
    )
  );
}
