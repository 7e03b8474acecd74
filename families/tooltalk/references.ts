import type { ReferenceTable } from '../../core/review/api.js';
import type { ToolTalkItem } from '../../core/tooltalk/item.js';
import { ACCOUNTS, WHOLE, type Rows, type SimulatorState } from '../../simulators/suites/state.js';
import { valueWord } from '../../core/json.js';

/** Maximum rows per table; reviewers look up only the user's own rows. */
const MOST_ROWS = 60;
/** Maximum characters of a cell; longer ones are truncated. */
const MOST_LETTERS = 300;

/**
 * The parts of the databases that a writer of a conversation needs: accounts, the user's own rows, and the weather at
 * the user's location.
 */
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
  const text = valueWord(value);
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}
