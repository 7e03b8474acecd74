import * as z from 'zod';
import { itemVersion } from '../ids.js';
import { judgementSchema } from './judgement.js';
import { MADE_BY } from './query.js';
import { pathSchema } from './library.js';
import { ENDINGS, turnSchema } from './trajectory.js';

/** A query with its reference trajectory, as people see it and as `items.jsonl` has it. */
export const toolEyesItemSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  by: z.enum(MADE_BY),
  /** Who wrote it; empty where nobody said. */
  author: z.string(),
  turns: z.array(turnSchema).exactOptional(),
  ending: z.enum(ENDINGS).exactOptional(),
  /** Of the turns by the role `judge`; absent where one of its answers is missing. */
  judgement: judgementSchema.exactOptional(),
  /** What the checks found. */
  findings: z.array(z.strictObject({ path: z.string(), text: z.string() })),
});
export type ToolEyesItem = z.infer<typeof toolEyesItemSchema>;

/** What a reviewer judges. */
export const versionOfToolEyesItem = ({ scenario, path, query, turns, ending }: ToolEyesItem): string =>
  itemVersion([scenario, path, query, turns ?? null, ending ?? null]);
