import { isNode, LineCounter, parseDocument, type Document } from 'yaml';
import * as z from 'zod';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';

/** Names go into prompts and are read back from answers (formats/mtu-bench.md 3): no spaces, commas, quotes. */
const nameSchema = z.string().regex(/^[\p{L}\p{N}_.-]+$/u, 'not a name of letters, digits, "_", "-", "."');

const decidedClusterSchema = z.strictObject({
  /** Name of the cluster; its medoid's when left out. */
  name: nameSchema.optional(),
  /** Ids of its members: these and no others. */
  tools: z.array(z.string()).min(1),
  /** New name -> the slots that it stands for, these and no others: `service.intent.slot`. */
  slots: z.record(nameSchema, z.array(z.string()).min(1)).optional(),
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
export function parseDecisions(text: string, where: string): ClusterDecisions {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [fault] = document.errors;
  if (fault) {
    throw invalidDecisions({
      expected: 'a YAML file with "clusters" and "apart"',
      found: fault.message,
      where: `${where}:${lines.linePos(fault.pos[0]).line}`,
    });
  }
  const parsed = clusterDecisionsSchema.safeParse(toPlain(document, where) ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  throw invalidDecisions({
    expected: 'clusters: a list of {name?, tools, slots?}; apart: a list of lists of tools',
    found: issue?.message ?? 'another form',
    where: `${where}:${lineOf(document, path, lines)}${path.length > 0 ? ` (${placeOf(path)})` : ''}`,
  });
}

/** The document as plain data: aliases are followed only now. */
function toPlain(document: Document, where: string): unknown {
  try {
    return document.toJS();
  } catch (error) {
    throw invalidDecisions({
      expected: 'aliases of anchors that stand before them',
      found: error instanceof Error ? error.message : String(error),
      where,
    });
  }
}

/** The error of a decisions file, with what to do next. */
export function invalidDecisions(parts: {
  expected: string;
  found: string;
  where: string;
}): BenchwrightError {
  return new BenchwrightError('CLUSTERS_INVALID', {
    ...parts,
    next: 'Mend the file; data/tool-mapping.json of an earlier export lists the ids of all tools and what became of their slots.',
  });
}

/** `clusters[0].tools[1]` */
export const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((step, index) => (typeof step === 'number' ? `[${step}]` : `${index > 0 ? '.' : ''}${String(step)}`))
    .join('');

/** The line of the innermost thing on the path that stands in the file. */
function lineOf(document: Document, path: readonly PropertyKey[], lines: LineCounter): number {
  for (let length = path.length; length > 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
