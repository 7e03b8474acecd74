import type { ToolDocument, ValueFormat } from '../../core/tool.js';

/** A tool document in the evaluation files, in the dialect of tools made from intents (formats/mtu-bench.md 1.3). */
export type EvaluationTool = {
  readonly name: string;
  readonly description: string;
  readonly required_parameters: readonly string[];
  readonly optional_parameters: Readonly<Record<string, string>>;
  readonly result_parameters: readonly string[];
};

const FORMAT_WORDS: Record<ValueFormat, string> = {
  date: 'YYYY-MM-DD',
  time: 'HH:MM',
  boolean: 'True or False',
};

/**
 * The document as the evaluated model sees it. The three slot lists are the schema's; as in some of the published
 * documents, a sentence on value formats follows the description. Here it names the parameters, and the allowed
 * values of categorical ones as well: the gold uses exactly these values.
 */
export function evaluationTool(name: string, document: ToolDocument): EvaluationTool {
  return {
    name,
    description: [document.description.replace(/\.?\s*$/, ''), ...valueNotes(document)].join('. '),
    required_parameters: document.required,
    optional_parameters: document.optional,
    result_parameters: document.results,
  };
}

function valueNotes(document: ToolDocument): string[] {
  const notes: string[] = [];
  for (const parameter of [...document.required, ...Object.keys(document.optional)]) {
    const known = document.parameters[parameter];
    if (known?.format) notes.push(`${parameter}: ${FORMAT_WORDS[known.format]}`);
    else if (known?.values) notes.push(`${parameter}: one of ${known.values.join(', ')}`);
  }
  return notes;
}
