import { EXIT } from '../../core/errors/catalogue.js';
import { BenchwrightError } from '../../core/errors/benchwright-error.js';
import { SETTINGS, SPLITS } from '../../core/item.js';
import { findItems, listItems } from '../../store/items.js';
import { openContext, withStore, type GlobalOptions } from '../context.js';
import { itemLines } from '../item-text.js';
import { oneOfOr } from '../one-of.js';
import { chooseRun } from './resume.js';

export interface ItemsListOptions extends GlobalOptions {
  readonly run?: string;
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
    const run = await chooseRun(store, options.run);
    const items = await listItems(store, run.runId, filter);
    context.terminal.result(
      { run: run.name, items },
      items.length === 0
        ? ['no items']
        : items.map(
            (item) =>
              `${item.itemId}  ${item.setting}  ${item.dialogue.padEnd(24)}  ${item.split ?? item.outcome}${item.reason === undefined ? '' : `: ${item.reason}`}`,
          ),
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
    const run = await chooseRun(store, options.run);
    const found = await findItems(store, run.runId, name, SHOWN);
    if (found.length === 0) {
      throw new BenchwrightError('ITEM_NOT_FOUND', {
        expected: `an item of the run "${run.name}": a name in an evaluation file (M-S_3), an item id or its beginning, or a record id (dev/5_00012)`,
        found: JSON.stringify(name),
        next: '`benchwright items list` shows the items; dialogues that were dropped or set aside have none: see `benchwright status`.',
      });
    }
    context.terminal.result(
      { run: run.name, items: found },
      found.flatMap((item, i) => [...(i > 0 ? ['', ''] : []), ...itemLines(item)]),
    );
    return EXIT.ok;
  });
}
