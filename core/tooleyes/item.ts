import * as z from 'zod';
import { itemVersion } from '../ids.js';
import { judgementSchema } from './judgement.js';
import { MADE_BY } from './query.js';
import { pathSchema } from './library.js';
import { ENDINGS, turnSchema } from './trajectory.js';

/** A query with its reference trajectory, as in review and in `items.jsonl`. */
export const toolEyesItemSchema = z.strictObject({
  scenario: z.string().min(1),
  path: pathSchema,
  query: z.string().min(1),
  by: z.enum(MADE_BY),
  /** Author of the query; empty if unknown. */
  author: z.string(),
  turns: z.array(turnSchema).exactOptional(),
  ending: z.enum(ENDINGS).exactOptional(),
  /** Judgement of the turns by the role `judge`; absent if one of its answers is missing. */
  judgement: judgementSchema.exactOptional(),
  /** Findings of the checks. */
  findings: z.array(z.strictObject({ path: z.string(), text: z.string() })),
});
export type ToolEyesItem = z.infer<typeof toolEyesItemSchema>;

/** Version of the content that reviewers judge. */
export const versionOfToolEyesItem = ({ scenario, path, query, turns, ending }: ToolEyesItem): string =>
  itemVersion([scenario, path, query, turns ?? null, ending ?? null]);
