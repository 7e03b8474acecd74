import { fileProblem } from './text-file.js';
import { parseJson } from '../core/json.js';

/** A line of a JSONL file. */
export interface JsonLine {
  /** The file and the line number. */
  readonly where: string;
  /** From 1. */
  readonly line: number;
  readonly said: string;
  readonly json: unknown;
}

/** The lines of a text that are not blank. @throws SOURCE_UNREADABLE for invalid JSON */
export const readJsonLines = (text: string, path: string): JsonLine[] =>
  text.split('\n').flatMap((said, at): JsonLine[] => {
    if (said.trim() === '') return [];
    const where = `${path}, line ${at + 1}`;
    try {
      return [{ where, line: at + 1, said, json: parseJson(said) }];
    } catch {
      throw fileProblem(where, 'a JSON object', 'no JSON');
    }
  });
