import { resolve } from 'node:path';
import { EXIT } from '../../core/errors/catalogue.js';
import { SETTINGS } from '../../core/item.js';
import { diffExports, type ExportDiff } from '../../outputs/diff-exports.js';
import type { GlobalOptions } from '../context.js';
import { Terminal } from '../terminal.js';

/** `diff DIR1 DIR2`: two exports compared in dialogues, calls and tools; needs no store and no engine. */
export async function diffCommand(before: string, after: string, options: GlobalOptions): Promise<number> {
  const terminal = new Terminal(options.json === true);
  const diff = await diffExports(resolve(before), resolve(after));
  terminal.result(
    { before, after, ...diff },
    diff.same ? [`${before} and ${after} hold the same`] : diffLines(diff),
  );
  return EXIT.ok;
}

function diffLines({ inputs, settings, calls, tools, changed }: ExportDiff): string[] {
  const lines =
    inputs.length === 0
      ? ['made from the same inputs']
      : ['made from:', ...inputs.map(({ what, before, after }) => `  ${what}: ${before} → ${after}`)];
  lines.push('', '  setting    kept  offered otherwise  changed    new   gone');
  for (const setting of SETTINGS) {
    const { kept, offeredOtherwise, changed: other, added, gone } = settings[setting];
    lines.push(
      `  ${setting.padEnd(7)} ${String(kept).padStart(7)} ${String(offeredOtherwise).padStart(18)} ${String(other).padStart(8)} ${String(added).padStart(6)} ${String(gone).padStart(6)}`,
    );
  }
  lines.push('', `  gold calls: ${calls.before} → ${calls.after}`);
  const list = (what: string, ids: readonly string[]): string[] =>
    ids.length === 0 ? [] : [`  tools ${what}: ${ids.join(', ')}`];
  lines.push(...list('new', tools.added), ...list('gone', tools.gone), ...list('changed', tools.changed));
  for (const item of changed) lines.push(`  ${item.setting} ${item.dialogue}: ${item.parts.join(', ')}`);
  return lines;
}
