import * as z from 'zod';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { parseYamlFile, type YamlFault } from '../../yaml-file.js';
import { recordOf } from '../../../core/own-record.js';

/** Names go into prompts and are parsed from answers (formats/mtu-bench.md 3): no spaces, commas, quotes. */
export const clusterNameSchema = z
  .string()
  .regex(/^[\p{L}\p{N}_.-]+$/u, 'not a name of letters, digits, "_", "-", "."');

const decidedClusterSchema = z.strictObject({
  /** Name of the cluster; defaults to its medoid's. */
  name: clusterNameSchema.optional(),
  /** Ids of exactly its members. */
  tools: z.array(z.string()).min(1),
  /** New name -> exactly the slots it stands for: `service.intent.slot`. */
  slots: recordOf(z.array(z.string()).min(1), clusterNameSchema).optional(),
});
export type DecidedCluster = z.infer<typeof decidedClusterSchema>;

const clusterDecisionsSchema = z.strictObject({
  clusters: z.array(decidedClusterSchema).default([]),
  /** Sets of tools that must not share a cluster. */
  apart: z.array(z.array(z.string()).min(2)).default([]),
});
/** Manual decisions on tool clusters; they override the embedder. */
export type ClusterDecisions = z.infer<typeof clusterDecisionsSchema>;

export const NO_DECISIONS: ClusterDecisions = { clusters: [], apart: [] };

/** A slot reference in the decisions file. */
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
 * `assertDecisionsFit` checks that the tools exist. An empty file contains no decisions.
 * @param where the file's path, for messages
 * @throws CLUSTERS_INVALID for invalid YAML or another form
 */
export const parseDecisions = (text: string, where: string): ClusterDecisions =>
  parseYamlFile(text, where, {
    schema: clusterDecisionsSchema,
    expected: 'a YAML file with "clusters" and "apart"',
    fields: 'clusters: a list of {name?, tools, slots?}; apart: a list of lists of tools',
    invalid: invalidDecisions,
  });

/** The error for a decisions file, with advice. */
export const invalidDecisions = (fault: YamlFault): BenchwrightError =>
  new BenchwrightError('CLUSTERS_INVALID', {
    ...fault,
    next: 'Fix the file; data/tool-mapping.json of an earlier export lists the ids of all tools and the mapping of their slots.',
  });
