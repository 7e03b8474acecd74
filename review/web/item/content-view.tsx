import type { ItemPage } from '../../../core/review/api.js';
import { contentKindOf } from '../kinds/kinds.js';
import { JsonText } from './json-text.js';

/** What is judged, in the view of its kind; as JSON where the page has no such view. */
export function ContentView({ page }: { readonly page: ItemPage }) {
  const { kind, content, original, documents, version, originalVersion } = page;
  const before = version === originalVersion ? undefined : original;
  return contentKindOf(kind)?.view(content, before, documents) ?? <JsonText value={content} />;
}
