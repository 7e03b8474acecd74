import type { RecordedCall, TurnDoubt } from '../../../core/dialogue.js';
import type { Turn } from './turn.js';
import type { Memory } from './memory.js';
import { PLACES, trainsIn, type Names } from './names.js';
import { timesIn } from './words.js';

const CHECK = 'reply that no search gives';

/** Places and trains that a reply mentions although no search found them: the system searched for something else. */
export function replyDoubts(
  { exchange }: Turn,
  calls: readonly RecordedCall[],
  memory: Memory,
  names: Names,
): TurnDoubt[] {
  const { utterance, acts } = exchange.system;
  const isMeant = (domain: string): boolean =>
    acts.some((act) => act.domain === domain && STATING.has(act.act)) ||
    calls.some(({ service, method }) => service === domain && method.startsWith('find_'));
  const places = PLACES.filter(isMeant).flatMap((domain) => {
    const known = new Set(memory.shown(domain).map(({ name }) => name));
    return names
      .mentioned(domain, utterance, acts)
      .filter((name) => !known.has(name) && !names.said(domain, exchange.user.utterance).includes(name));
  });
  const known = new Set(memory.shown('train').map(({ trainID }) => trainID));
  const trains = trainsIn(utterance).filter((id) => !known.has(id));
  const statesTime = acts.some(
    ({ domain, act, slot, value }) =>
      domain === 'train' &&
      act === 'Inform' &&
      (slot === 'leaveAt' || slot === 'arriveBy') &&
      timesIn(value).some(({ time }) => !memory.hasBeenSaid(slot, time)),
  );
  const unnamed = statesTime && known.size === 0 && trains.length === 0 ? ['a train'] : [];
  const denied = [...PLACES, 'train']
    .filter((domain) => acts.some((act) => act.domain === domain && act.act === 'NoOffer'))
    .filter((domain) => !calls.some(({ service }) => service === domain))
    .filter((domain) => memory.hasResults(domain));
  return [
    ...[...places, ...trains, ...unnamed].map((name) => ({ check: CHECK, detail: `it tells of ${name}` })),
    ...denied.map((domain) => ({
      check: 'reply against the database',
      detail: `${domain}: the reply says that nothing was found, the last search found something`,
    })),
  ];
}

const STATING: ReadonlySet<string> = new Set(['Inform', 'Recommend', 'Select']);
