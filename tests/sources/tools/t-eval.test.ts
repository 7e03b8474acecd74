import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fullApiName,
  LIBRARY_FORMAT,
  toolLibrarySchema,
  type LibraryTool,
} from '../../../core/tool-library.js';
import { isTEval, readTEvalTools } from '../../../sources/tools/t-eval.js';
import { readTools } from '../../../sources/tools/read-tools.js';
import { toTEvalTools } from '../../../transforms/t-eval/tool-document.js';
import { describeShared, sharedPath } from '../../support/shared.js';

describeShared("T-Eval's own tools", () => {
  const file = sharedPath('data', 't-eval', 'api_descrip.json');

  it('are 15 with 50 APIs', async () => {
    const { kind, tools } = await readTools(file, 1000);
    const names = tools.flatMap((tool) => tool.apis.map((api) => fullApiName(tool, api)));
    expect([kind, tools.length, new Set(names).size]).toEqual(['t-eval', 15, 50]);
  });

  it('are written again as they were, but for the one misspelt `descriptions`', () => {
    const text = readFileSync(file, 'utf8');
    const mended = JSON.parse(text.replaceAll('"descriptions"', '"description"')) as unknown;
    expect(toTEvalTools(readTEvalTools(JSON.parse(text), file).tools)).toEqual(mended);
  });
});

const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as never);
const name = fc.string({ minLength: 1 });
const parameter = fc.record(
  {
    name,
    type: fc.constantFrom('STRING', 'NUMBER', ''),
    description: fc.string(),
    enum: fc.array(json, { maxLength: 3 }),
    default: json,
  },
  { requiredKeys: ['name', 'type', 'description'] },
);
const tools = fc.array(
  fc.record({
    name,
    description: fc.string(),
    domains: fc.array(fc.string()),
    apis: fc.array(
      fc.record({
        name,
        description: fc.string(),
        required: fc.array(parameter, { maxLength: 3 }),
        optional: fc.array(parameter, { maxLength: 3 }),
        returns: fc.array(fc.record({ name, description: fc.string() })),
        origin: fc.constant({ kind: 'document' } as const),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  }),
  { minLength: 1, maxLength: 3 },
);

it('any documents survive a round trip through JSON', () => {
  fc.assert(
    fc.property(tools, (all: LibraryTool[]) => {
      const library = { format: LIBRARY_FORMAT, tools: all };
      expect(toolLibrarySchema.parse(JSON.parse(JSON.stringify(library)))).toEqual(library);
    }),
  );
});

it("any documents survive a round trip through T-Eval's form, which has no domains", () => {
  fc.assert(
    fc.property(tools, (all: LibraryTool[]) => {
      const written: unknown = JSON.parse(JSON.stringify(toTEvalTools(all)));
      expect(isTEval(written)).toBe(true);
      expect(readTEvalTools(written, 'f').tools).toEqual(all.map((tool) => ({ ...tool, domains: [] })));
    }),
  );
});
