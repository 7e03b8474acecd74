import fc from 'fast-check';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { BenchwrightError } from '../../../core/errors/benchwright-error.js';
import { csvLine, withoutGuard } from '../../../review/csv.js';
import { readDecisions } from '../../../review/events/read-decisions.js';

const problemsOf = (text: string, name = 'd.csv'): string[] => {
  try {
    readDecisions(text, name);
  } catch (error) {
    if (BenchwrightError.is(error) && error.code === 'DECISIONS_INVALID')
      return error.parts.details?.['problems'] as string[];
    throw error;
  }
  throw new Error('nothing was wrong');
};

describe('a file of decisions', () => {
  it('is CSV or JSONL, read with the line on which each begins', () => {
    const csv =
      '\uFEFFreviewer, item_id ,verdict,text,content\n\nann,i1,approve,"two\nlines",\nann,i2,edit,,"{""a"": 1}"\n';
    const rows = [
      { line: 3, reviewer: 'ann', item_id: 'i1', verdict: 'approve', text: 'two\nlines' },
      { line: 5, reviewer: 'ann', item_id: 'i2', verdict: 'edit', content: { a: 1 } },
    ];
    expect(readDecisions(csv, 'd.csv')).toEqual(rows);
    const jsonl = `\n\n${rows.map(({ line: _, ...row }) => JSON.stringify(row)).join('\n\n')}\n`;
    expect(readDecisions(jsonl, 'D.JSONL')).toEqual(rows);
  });

  it('is refused whole, each wrong line with what is wrong about it', () => {
    const rows = [
      'i1,ann,approve,,,',
      'i1,ann,yes,,,',
      ',ann,approve,,,',
      'i1,system,approve,,,',
      'i1,ann,reject,,,',
      'i1,ann,reject,other,,',
      'i1,ann,edit,,,',
      'i1,ann,edit,,,{bad',
      'i1,ann,approve,duplicate,,',
      'i1,ann,approve,,,{}',
    ];
    expect(problemsOf(`item_id,reviewer,verdict,reason,text,content\n${rows.join('\n')}\n`)).toEqual([
      expect.stringMatching(/^d\.csv:3: verdict: /),
      expect.stringMatching(/^d\.csv:4: item_id: /),
      expect.stringMatching(/^d\.csv:5: reviewer: system is no person/),
      'd.csv:6: reason: a rejection needs a reason',
      'd.csv:7: text: the reason "other" needs a text',
      'd.csv:8: content: an edit needs the item as edited',
      expect.stringMatching(/^d\.csv:9: content: .*JSON/),
      'd.csv:10: reason: approve has no reason',
      'd.csv:11: content: approve changes no content',
    ] as string[]);
  });

  it.each([
    ['no header', '', 'd.csv', 'no column item_id, reviewer, verdict'],
    ['a column too few', 'item_id,reviewer\na,b\n', 'd.csv', 'no column verdict'],
    ['a column that is none', 'item_id,reviewer,verdict,mood\na,b,approve,good\n', 'd.csv', 'mood'],
    ['a ragged row', 'item_id,reviewer,verdict\na,b\n', 'd.csv', 'line 2'],
    ['no JSON', '{"item_id"\n', 'd.jsonl', 'd.jsonl:1: '],
    ['another kind', '', 'd.xlsx', '.xlsx'],
  ])('%s is named', (_, text, name, found) => {
    expect(problemsOf(text, name).join()).toContain(found);
  });
});

describe('a line of CSV', () => {
  it('comes back as it was, whatever is in it, and begins with nothing that is calculated', () => {
    const cell = fc.oneof(
      fc.string(),
      fc
        .tuple(fc.constantFrom('=', '+', '-', '@', "'", "'=", '\t', '\r', '＝'), fc.string())
        .map((of) => of.join('')),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 5 }), (cells) => {
        const [read = []] = parse(csvLine(cells), { record_delimiter: '\n' });
        expect(read.map(withoutGuard)).toEqual(cells);
        for (const one of read) expect(one).not.toMatch(/^[=+\-@\t\r\uFF1D]/);
      }),
    );
  });
});
