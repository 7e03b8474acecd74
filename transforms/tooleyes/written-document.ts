import type { ToolDocument } from '../../core/tooleyes/library.js';
import { objectFrom } from '../../core/json.js';

/** Texts of a tool's document. */
export interface DocumentWords {
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/** A document with other texts; name, parameters and required fields stay. */
export function withWords(document: ToolDocument, words: DocumentWords): ToolDocument {
  const said = new Map(words.parameters.map(({ name, description }) => [name, description]));
  return {
    ...document,
    description: words.description,
    parameters: {
      ...document.parameters,
      properties: objectFrom(
        Object.entries(document.parameters.properties).map(([name, property]) => [
          name,
          { ...property, description: said.get(name) ?? property.description },
        ]),
      ),
    },
  };
}
