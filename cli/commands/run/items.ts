import { recheckVerdictOf } from '../../../stages/mtu-bench/rechecked-export.js';
import { EXIT } from '../../../core/errors/catalogue.js';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { ID_DIGITS } from '../../../core/ids.js';
import { SETTINGS } from '../../../core/mtu-bench/item.js';
import { SPLITS } from '../../../core/split.js';
import type { RecordLineage } from '../../../core/correct/manifest.js';
import type { QueryLineage } from '../../../core/t-eval/lineage.js';
import { RECHECK_STAGE } from '../../../core/mtu-bench/rechecking.js';
import { REWRITE_STAGE, type RewrittenWords } from '../../../core/mtu-bench/rewriting.js';
import { findItems, listItems, type FoundItem } from '../../../store/mtu-bench/items.js';
import { isOfFamily, ofFamily, type Run } from '../../../store/runs.js';
import { outcomesOf } from '../../../store/stages/subjects.js';
import { gateQueue } from '../../../store/review/queue-place.js';
import type { Store } from '../../../store/store.js';
import { flaggedItem } from '../../../transforms/mtu-bench/rechecking/verdicts.js';
import { rewrittenItem } from '../../../transforms/mtu-bench/rewriting/rewritten-item.js';
import { chooseRun } from '../../../app/run/choose-run.js';
import { withStore, type GlobalOptions } from '../../../app/context.js';
import { openContext } from '../../open-context.js';
import { isRecordCalled, correctionRecords } from '../../../app/items/item-records.js';
import { RECORDS_HEAD, recordLine, recordLines } from '../../text/item-records.js';
import { isCalled, pathsOf } from '../../../app/items/item-paths.js';
import { PATHS_HEAD, pathLine, pathLines } from '../../text/item-paths.js';
import { itemLines } from '../../text/item.js';
import { oneOfOr } from '../../../app/one-of.js';
import { chooseItem } from '../review/review-service.js';

export interface ItemsListOptions extends GlobalOptions {
  readonly run?: string | undefined;
  readonly setting?: string;
  readonly split?: string;
  readonly outcome?: string;
  readonly limit: number;
}

/** `items list`: the items of a run, one a line. */
export async function itemsListCommand(options: ItemsListOptions): Promise<number> {
  const context = await openContext(options);
  const filter = {
    setting: oneOfOr('--setting', options.setting, SETTINGS, 'items list'),
    split: oneOfOr('--split', options.split, SPLITS, 'items list'),
    outcome: oneOfOr(
      '--outcome',
      options.outcome,
      ['accepted', 'dropped', 'reserve', 'waiting'] as const,
      'items list',
    ),
    limit: options.limit,
  };
  return withStore(context, async (store) => {
    const run = await chooseRun(store, options.run, '--run');
    if (isOfFamily(run, 't-eval')) {
      const all = await pathsOf(store, run);
      const found = all
        .filter(({ line }) => filter.outcome === undefined || asFiltered(line) === filter.outcome)
        .slice(0, filter.limit);
      context.terminal.result(
        { run: run.name, items: found.map(({ line }) => line) },
        found.length === 0 ? ['no items'] : [PATHS_HEAD, ...found.map(pathLine)],
      );
      return EXIT.ok;
    }
    if (isOfFamily(run, 'correct')) {
      const records = await correctionRecords(
        store,
        run,
        ({ line }) =>
          (filter.outcome === undefined || asFiltered(line) === filter.outcome) &&
          (options.setting === undefined || line.setting === options.setting),
      );
      const found = records.slice(0, filter.limit);
      context.terminal.result(
        { run: run.name, items: found.map(({ line }) => line) },
        found.length === 0 ? ['no items'] : [RECORDS_HEAD, ...found.map(recordLine)],
      );
      return EXIT.ok;
    }
    const items = await listItems(store, run.runId, filter);
    context.terminal.result(
      { run: run.name, items },
      items.length === 0
        ? ['no items']
        : [
            `${'item'.padEnd(ID_DIGITS)}  set  ${'dialogue'.padEnd(24)}  outcome`,
            ...items.map(
              (item) =>
                `${item.itemId}  ${item.setting}  ${item.dialogue.padEnd(24)}  ${item.split ?? item.outcome}${item.reason === undefined ? '' : `: ${item.reason}`}`,
            ),
          ],
    );
    return EXIT.ok;
  });
}

/** Items of one record or id prefix that `items show` prints at most. */
const SHOWN = 10;

/** `items show ID`: an item by the beginning of its id, or all items of a dialogue by its record id. */
export async function itemsShowCommand(
  name: string,
  options: GlobalOptions & { readonly run?: string },
): Promise<number> {
  const context = await openContext(options);
  return withStore(context, async (store) => {
    const run = await chooseRun(store, options.run, '--run');
    if (isOfFamily(run, 't-eval')) {
      const paths = (await pathsOf(store, run)).filter((path) => isCalled(path, name)).slice(0, SHOWN);
      if (paths.length === 0)
        throw notFound(
          run.name,
          name,
          'query_3',
          'ArxivSearch+Weather/0/1',
          await isDocument(store, run, name),
        );
      context.terminal.result(
        { run: run.name, items: paths.map(({ line, path }) => ({ ...line, item: path?.item })) },
        paths.flatMap((path, i) => [...(i > 0 ? ['', ''] : []), ...pathLines(path)]),
      );
      return EXIT.ok;
    }
    if (isOfFamily(run, 'correct')) {
      const records = (await correctionRecords(store, run, (one) => isRecordCalled(one, name))).slice(
        0,
        SHOWN,
      );
      if (records.length === 0) throw notFound(run.name, name, 'M-S_3_0', 'M-S_eval.jsonl:12');
      context.terminal.result(
        { run: run.name, items: records.map(({ line, item }) => ({ ...line, item })) },
        records.flatMap((record, i) => [...(i > 0 ? ['', ''] : []), ...recordLines(record)]),
      );
      return EXIT.ok;
    }
    const found = await inNewWords(
      store,
      ofFamily(run, 'mtu-bench'),
      await findItems(store, run.runId, name, SHOWN),
    );
    if (found.length === 0) throw notFound(run.name, name, 'M-S_3', 'dev/5_00012');
    context.terminal.result(
      { run: run.name, items: found },
      found.flatMap((item, i) => [...(i > 0 ? ['', ''] : []), ...itemLines(item)]),
    );
    return EXIT.ok;
  });
}

/** Whether a tool document that people decide on is called so. */
const isDocument = (store: Store, { runId }: Run, name: string): Promise<boolean> =>
  chooseItem(store, gateQueue(runId, 'tools'), name).then(
    () => true,
    () => false,
  );

const notFound = (
  run: string,
  name: string,
  inFile: string,
  record: string,
  document = false,
): BenchwrightError =>
  new BenchwrightError('ITEM_NOT_FOUND', {
    expected: `an item of the run "${run}": a name in an evaluation file (${inFile}), an item id or its beginning, or a record id (${record})`,
    found: JSON.stringify(name),
    next: document
      ? `It is a tool document: \`benchwright review show ${name} --run ${run}.tools\`.`
      : '`benchwright items list` shows the items; dialogues that were dropped or set aside have none: see `benchwright status`.',
  });

/** What `--outcome` calls it. */
const asFiltered = ({ outcome }: Pick<QueryLineage | RecordLineage, 'outcome'>): string =>
  FILTERED[outcome] ?? outcome;
const FILTERED: Readonly<Record<string, string>> = {
  undecided: 'waiting',
  'set aside': 'dropped',
  unchanged: 'accepted',
  edited: 'accepted',
};

/** The items as the export has them: rewritten where a model has, with what one found wrong. */
async function inNewWords(
  store: Store,
  { runId, frozen }: Run<'mtu-bench'>,
  found: FoundItem[],
): Promise<FoundItem[]> {
  const ids = found.map(({ item }) => item.itemId);
  const outcomes = await outcomesOf(store, runId, REWRITE_STAGE, ids);
  const rechecked = await outcomesOf(store, runId, RECHECK_STAGE, ids);
  const rehearsed = frozen.models?.rehearsal ?? false;
  return found.map((one) => {
    const result = outcomes.get(one.item.itemId);
    const item =
      result?.outcome === 'done'
        ? rewrittenItem(one.item, result.value as RewrittenWords, rehearsed)
        : one.item;
    const verdict = recheckVerdictOf(rechecked.get(item.itemId));
    return { ...one, item: verdict?.right === false ? flaggedItem(item, verdict) : item };
  });
}
