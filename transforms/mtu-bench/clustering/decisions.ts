import * as z from 'zod';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { parseYamlFile, type YamlFault } from '../../yaml-file.js';

/** Names go into prompts and are read back from answers (formats/mtu-bench.md 3): no spaces, commas, quotes. */
export const clusterNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]+$/u, 'not a name of letters, digits, "_", "-", "."');

const decidedClusterSchema = z.strictObject({
  /** Name of the cluster; its medoid's when left out. */
  name: clusterNameSchema.optional(),
  /** Ids of its members: these and no others. */
  tools: z.array(z.string()).min(1),
  /** New name -> the slots that it stands for, these and no others: `service.intent.slot`. */
  slots: z.record(clusterNameSchema, z.array(z.string()).min(1)).optional(),
});
export type DecidedCluster = z.infer<typeof decidedClusterSchema>;

const clusterDecisionsSchema = z.strictObject({
  clusters: z.array(decidedClusterSchema).default([]),
  /** Tools of which no two may be in one cluster. */
  apart: z.array(z.array(z.string()).min(2)).default([]),
});
/** What a person decided about clusters of tools; it stands whatever the embedder says. */
export type ClusterDecisions = z.infer<typeof clusterDecisionsSchema>;

export const NO_DECISIONS: ClusterDecisions = { clusters: [], apart: [] };

/** How the decisions file names a slot. */
export const slotReference = (tool: string, slot: string): string => `${tool}.${slot}`;

/**
 * Reads a file of cluster decisions:
 *
 *     clusters:
 *       - name: FindRestaurants            # optional
 *         tools: [Restaurants_1.FindRestaurants, Restaurants_2.FindRestaurants]
 *         slots:                           # optional
 *           city: [Restaurants_1.FindRestaurants.city, Restaurants_2.FindRestaurants.location]
 *       - tools: [Weather_1.GetWeather]    # alone
 *     apart:
 *       - [Movies_1.FindMovies, Media_1.FindMovies]
 *
 * Whether the tools are there is for `assertDecisionsFit` to say. An empty file decides nothing.
 * @param where the file's path, for messages
 * @throws CLUSTERS_INVALID for what is no YAML or has another form
 */
export const parseDecisions = (text: string, where: string): ClusterDecisions =>
  parseYamlFile(text, where, {
    schema: clusterDecisionsSchema,
    expected: 'a YAML file with "clusters" and "apart"',
    fields: 'clusters: a list of {name?, tools, slots?}; apart: a list of lists of tools',
    invalid: invalidDecisions,
  });

/** The error of a decisions file, with what to do next. */
export const invalidDecisions = (fault: YamlFault): BenchwrightError =>
  new BenchwrightError('CLUSTERS_INVALID', {
    ...fault,
    next: 'Fix the file; data/tool-mapping.json of an earlier export lists the ids of all tools and the mapping of their slots.',
  });
