import type { ToolDocument } from '../../core/tooleyes/library.js';

/** Words for a tool's document. */
export interface DocumentWords {
  readonly description: string;
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
}

/** A document with other words; its name, parameters and what is required stay. */
export function withWords(document: ToolDocument, words: DocumentWords): ToolDocument {
  const said = new Map(words.parameters.map(({ name, description }) => [name, description]));
  return {
    ...document,
    description: words.description,
    parameters: {
      ...document.parameters,
      properties: Object.fromEntries(
        Object.entries(document.parameters.properties).map(([name, property]) => [
          name,
          { ...property, description: said.get(name) ?? property.description },
        ]),
      ),
    },
  };
}
