import { sha256Hex } from '../../../core/digest.js';
import type { Answer, Arrived, JsonObject } from './asked.js';
import { exampleOf } from './schema-example.js';
import type { Misbehaviour } from './script.js';

/** What the model says when a test gives no answers of its own: `mark` is all that it depends on besides the request. */
export function defaultAnswer(asked: Arrived, mark: string): Answer {
  if (asked.mustCall !== undefined) {
    const tool = asked.tools.find(({ name }) => asked.mustCall === '*' || name === asked.mustCall);
    if (tool !== undefined)
      return { toolCalls: [{ name: tool.name, arguments: exampleOf(tool.schema, mark) as JsonObject }] };
  }
  if (asked.schema !== undefined) return { text: JSON.stringify(exampleOf(asked.schema, mark)) };
  return { text: `ok ${mark}` };
}

/** A vector of length 1 that depends on text and mark alone. */
export function vectorOf(text: string, mark: string, dimensions: number): number[] {
  const numbers: number[] = [];
  for (let block = 0; numbers.length < dimensions; block++) {
    const digest = sha256Hex(JSON.stringify([text, mark, block]));
    for (let at = 0; at < 64 && numbers.length < dimensions; at += 4)
      numbers.push(Number.parseInt(digest.slice(at, at + 4), 16) / 2 ** 15 - 1);
  }
  const length = Math.sqrt(numbers.reduce((sum, number) => sum + number * number, 0));
  return numbers.map((number) => number / length);
}

/** The answer as a model gives it that misbehaves; unchanged where the misbehaviour is none of the model's. */
export function distorted(answer: Answer, misbehaviour: Misbehaviour | undefined): Answer {
  const text = answer.text ?? '';
  switch (misbehaviour?.kind) {
    case 'truncated json':
      return { ...answer, text: text.slice(0, Math.ceil(text.length / 2)), ended: 'length' };
    case 'wrong schema':
      return { ...answer, text: JSON.stringify({ unexpected: text.length }) };
    case 'fenced json':
      return { ...answer, text: `Here is the JSON you asked for:\n\n\`\`\`json\n${text}\n\`\`\`\n` };
    case 'refusal':
      return { refusal: "I'm sorry, I can't help with that." };
    case 'empty':
      return { text: '' };
    case 'filtered answer':
      return { text: text.slice(0, 3), ended: 'filtered' };
    case 'half answer':
      return { ...answer, text: text.slice(0, Math.ceil(text.length / 2)), broken: true };
    default:
      return answer;
  }
}
