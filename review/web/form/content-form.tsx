import type { JsonValue } from '../../../core/canonical.js';
import type { ItemPage } from '../../../core/review/api.js';
import type { CheckContent } from '../kinds/editing.js';
import { contentKindOf } from '../kinds/kinds.js';
import type { Tools } from '../kinds/editing.js';

interface Props {
  readonly page: ItemPage;
  readonly content: JsonValue;
  readonly tools: Tools;
  readonly onContent: (content: JsonValue) => void;
  readonly check: CheckContent;
}

export function ContentForm({ page, content, tools, onContent, check }: Props) {
  const kind = contentKindOf(page.kind);
  return (
    kind?.form?.(content, tools, onContent, check) ?? (
      <p className="note">The form cannot show this content any more; edit it as JSON.</p>
    )
  );
}
