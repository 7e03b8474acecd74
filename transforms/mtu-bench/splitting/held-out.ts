import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { byText } from '../../../core/ids.js';
import type { SplitSettings } from '../../../core/mtu-bench/run.js';
import { nearestNames } from '../nearest-names.js';
import { OTHER_TOPIC } from './topics-table.js';
import { seededOrder } from './seeded-order.js';

/**
 * The held-out topics (MTU-Bench §3: 5 of 31): those named, or a share drawn by seed, at least one of two or more for
 * a positive share.
 * @param topics all topics of the tools, unique (see `toolTopics`); `other` is held out only by name
 * @returns sorted by text
 * @throws USAGE if a named topic does not exist
 */
export function heldOutTopics(
  topics: readonly string[],
  heldOut: SplitSettings['heldOut'],
  seed: number,
): string[] {
  const known = [...new Set(topics)].sort(byText);
  if ('topics' in heldOut) {
    for (const name of heldOut.topics) if (!known.includes(name)) throw unknownTopic(name, known);
    return [...new Set(heldOut.topics)].sort(byText);
  }
  const drawn = known.filter((topic) => topic !== OTHER_TOPIC);
  const least = heldOut.share > 0 && drawn.length >= 2 ? 1 : 0;
  const number = Math.max(least, Math.round(heldOut.share * drawn.length));
  return seededOrder(drawn, (topic) => topic, seed, 'held-out topic')
    .slice(0, number)
    .sort(byText);
}

function unknownTopic(name: string, known: readonly string[]): BenchwrightError {
  const nearest = nearestNames(name, known);
  const such = nearest.length === 0 ? '' : `; nearest: ${nearest.join(', ')}`;
  return new BenchwrightError('USAGE', {
    expected: known.length === 0 ? 'a topic of the sources' : `one of ${known.length} topics of the sources`,
    found: `no tool has the topic "${name}"`,
    next:
      known.length === 0
        ? 'Hold nothing out: the sources have no tools.'
        : `Name a topic as the table of topics has it, or, without one, as the schemas write it, without the number of its variant${such}.`,
  });
}
