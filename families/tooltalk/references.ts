import type { ReferenceTable } from '../../core/review/api.js';
import type { ToolTalkItem } from '../../core/tooltalk/item.js';
import { ACCOUNTS, WHOLE, type Rows, type SimulatorState } from '../../simulators/suites/state.js';

/** Rows of a table at most: what is looked up is the user's own. */
const MOST_ROWS = 60;
/** Longer cells are cut. */
const MOST_LETTERS = 300;

/** The databases as somebody reads them who writes a conversation: accounts, the user's own rows, and the weather where they are. */
export function referencesOf(
  { conversation: { user, metadata } }: ToolTalkItem,
  databases: SimulatorState['databases'],
): readonly ReferenceTable[] {
  const owners = [user.username ?? '', metadata.location.toLowerCase().trim()];
  const tables = [...databases].flatMap(([name, database]) => {
    const shown = name === ACCOUNTS ? [WHOLE] : owners;
    return shown.flatMap((owner) => {
      const rows = database.get(owner);
      return rows === undefined || rows.isEmpty() ? [] : [tableOf(name, rows)];
    });
  });
  return tables.sort((a, b) => (a.title < b.title ? -1 : 1));
}

function tableOf(title: string, rows: Rows): ReferenceTable {
  const first = [...rows.values()].slice(0, MOST_ROWS);
  const columns = [...new Set(first.flatMap((row) => Object.keys(row)))].filter(
    (name) => name !== 'session_token',
  );
  return {
    title,
    columns,
    rows: first.map((row) => {
      const cells = new Map(Object.entries(row));
      return columns.map((column) => cellOf(cells.get(column)));
    }),
  };
}

function cellOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}
