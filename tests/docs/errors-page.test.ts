import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '../../core/errors/catalogue.js';

test('docs/errors.md lists every code of the catalogue with its meaning, exit code and whether it is retried', () => {
  const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (.+?) \| (\d+) \| (yes|no) \| (.+) \|$/gm)];
  expect(
    rows.map(([, code, title, exit, retried]) => [code, title, Number(exit), retried === 'yes']),
  ).toEqual(Object.entries(ERRORS).map(([code, entry]) => [code, entry.title, entry.exit, entry.retryable]));
  for (const [, code, , , , advice] of rows) expect(advice, code).not.toBe('');
});
