import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { textsIn } from '../../core/canonical.js';
import { HARD_KINDS } from '../../core/mtu-bench/hard-kinds.js';
import type { Item } from '../../core/mtu-bench/item.js';
import { ownPart } from '../../core/own-part.js';
import type { ToolDocument } from '../../core/tool.js';
import { table } from '../table.js';
import { evaluatedItems, linesOf } from './evaluated-items.js';
import { plain } from './grounded.js';

/**
 * How often a baseline without understanding fails on normal items and on each kind of hard ones: of the offered tools
 * it takes the one whose document has most of the user's words, and gives it the words of the last turn. It fails if the
 * tool is another one, or if a gold value is not in these words.
 * @param folder an export with a hard set
 */
export function hardKinds(folder: string): string {
  const documents = new Map(
    readLines<{ key: string; document: ToolDocument }>(join(folder, 'data', 'hard-tools.jsonl')).map(
      (line) => [line.key, line.document],
    ),
  );
  const normal = evaluatedItems(folder)
    .filter(({ cell }) => cell !== 'OOD')
    .map(({ item, offered }) => ({ item, offered }));
  const hard = readLines<{ item: Item }>(join(folder, 'data', 'items.jsonl')).flatMap(({ item }) =>
    item.hard
      ? [
          {
            item,
            offered: item.hard.offered.flatMap(({ document, name }) => {
              const shown = documents.get(document);
              return shown ? [{ ...shown, name }] : [];
            }),
          },
        ]
      : [],
  );
  const row = (
    name: string,
    items: readonly { item: Item; offered: readonly ToolDocument[] }[],
  ): string[] => {
    const failed = items.filter(({ item, offered }) => !isRightByWords(item, offered)).length;
    return [
      name,
      String(items.length),
      items.length === 0 ? '' : `${Math.round((100 * failed) / items.length)} %`,
    ];
  };
  return table(
    ['items', 'number', 'baseline fails'],
    [
      row('normal', normal),
      ...HARD_KINDS.map((kind) =>
        row(
          kind,
          hard.filter(({ item }) => item.hard?.kinds.includes(kind)),
        ),
      ),
    ],
  );
}

const readLines = <T>(file: string): T[] => (existsSync(file) ? linesOf<T>(file) : []);

/** Whether the baseline names the first called tool, and every value of it is in the words of its turn. */
function isRightByWords({ turns }: Item, offered: readonly ToolDocument[]): boolean {
  const called = turns.find(({ calls }) => calls.length > 0);
  const [call] = called?.calls ?? [];
  // It always calls something.
  if (!called || !call) return false;
  const said = plain(called.user);
  const words = new Set(said.split(' '));
  let best: { id: string; score: number } | undefined;
  for (const document of offered) {
    const score = [...wordsOf(document)].filter((word) => word.length > 2 && words.has(word)).length;
    if (best === undefined || score > best.score) best = { id: document.id, score };
  }
  return (
    best?.id === call.tool &&
    Object.entries(call.arguments).every(
      ([name, value]) =>
        ownPart(call.origins, name)?.kind !== 'inherited' &&
        ` ${said} `.includes(` ${plain(textsIn(value).join(' '))} `),
    )
  );
}

const wordsOf = ({ name, description, required, optional }: ToolDocument): Set<string> =>
  new Set(
    plain(
      [name.replace(/(?<=[a-z])(?=[A-Z])/g, ' '), description, ...required, ...Object.keys(optional)]
        .join(' ')
        .replaceAll('_', ' '),
    ).split(' '),
  );
