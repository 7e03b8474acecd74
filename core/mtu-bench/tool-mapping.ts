import * as z from 'zod';
import { recordOf } from '../own-record.js';

/** A tool before clustering, and what its slots (parameters and results) are called since. */
const memberSchema = z.strictObject({
  /** Tool id as the schema gave it: `Restaurants_2.FindRestaurants`. */
  id: z.string(),
  name: z.string(),
  service: z.string(),
  /** A model made it from dialogues; else it is a schema's. */
  origin: z.literal('model').optional(),
  /** Cosine distance to the medoid by the vectors compared, 0 to 2, rounded to 1e-4. */
  distance: z.number(),
  /** Slots that have another name in the cluster: old -> new. No two slots of one tool have the same new name. */
  renamed: recordOf(z.string()),
  /** Where the tool's name lies by the two principal components of all names' vectors (figure 8). */
  at: z.tuple([z.number(), z.number()]).optional(),
});

const clusterSchema = z.strictObject({
  /** Id of the tool that stands for the cluster: its medoid's. */
  id: z.string(),
  name: z.string(),
  /** `person`: a line of the decisions file made this cluster what it is. */
  decidedBy: z.enum(['clustering', 'person']),
  /** The medoid first, then by id. */
  members: z.array(memberSchema).min(1),
  /** Parameters that only some members require: optional in the cluster, as the others' calls leave them out. */
  requiredBySome: z.array(z.string()),
});

/**
 * What clustering made of the tools (MTU-Bench §3, tool clustering; appendix B): `data/tool-mapping.json`. Names and
 * parameter names are those of the cluster's centre; nothing of any member is lost.
 */
export const toolMappingSchema = z.strictObject({
  embedder: z.string(),
  threshold: z.number(),
  /** The same for tools of a model's, where there may be some. */
  modelThreshold: z.number().optional(),
  parameterThreshold: z.number(),
  descriptions: z.boolean(),
  /** Tools before and after, and their quotient to two decimals (the paper: about 20:1 over all its sources). */
  before: z.int(),
  after: z.int(),
  ratio: z.number(),
  /** Clusters by their number of members. */
  sizes: recordOf(z.int()),
  /** Share of the names' variance that each coordinate of `at` shows, 0 to 1. Runs of older versions lack both. */
  explained: z.tuple([z.number(), z.number()]).optional(),
  /** By id. */
  clusters: z.array(clusterSchema),
});
export type ToolMapping = z.infer<typeof toolMappingSchema>;
export type ToolCluster = ToolMapping['clusters'][number];
