import { describe, expect, it } from 'vitest';
import type { LibraryTool } from '../../../core/tool-library.js';
import { apiAt, apiOf, toolsAt } from '../../../transforms/tooleyes/api-of.js';

const tool = (name: string, ...apis: string[]): LibraryTool =>
  ({
    name,
    description: name,
    apis: apis.map((api) => ({ name: api, description: `${name} ${api}` })),
  }) as unknown as LibraryTool;
const [STORMS, RAIN] = ['ToolEyes/Tool_Library/Weather/storm', 'ToolEyes/Tool_Library/Weather/rain'];
const GIVEN = {
  tools: [tool('Books', 'find', 'lend'), tool('Sky', 'find', 'watch'), tool('Sea', 'find')],
  places: [
    { path: STORMS, tool: 'find', api: 'Sky.find' },
    { path: RAIN, tool: 'find', api: 'Books.find' },
    { path: STORMS, tool: 'lend', api: 'Books.lend' },
    { path: STORMS, tool: 'gone', api: 'Sky.gone' },
  ],
};

describe('the API behind a tool of the library', () => {
  it('is the one that stands at that path under that name', () => {
    expect(apiAt(GIVEN, STORMS, 'find')).toMatchObject({
      name: 'Sky.find',
      api: { description: 'Sky find' },
    });
    expect(apiAt(GIVEN, RAIN, 'find')).toMatchObject({
      name: 'Books.find',
      api: { description: 'Books find' },
    });
    for (const [path, name] of [
      [RAIN, 'lend'],
      [STORMS, 'gone'],
      [STORMS, 'watch'],
    ] as const)
      expect(apiAt(GIVEN, path, name)).toBeUndefined();
  });

  it('is found by its full name, with the tool that it belongs to', () => {
    expect(apiOf(GIVEN, 'Sky.watch')).toMatchObject({ of: { name: 'Sky' }, api: { name: 'watch' } });
    expect(apiOf(GIVEN, 'Sky.lend')).toBeUndefined();
  });

  it('belongs to the tools of its path', () => {
    expect(toolsAt(GIVEN, STORMS).map(({ name }) => name)).toEqual(['Books', 'Sky']);
    expect(toolsAt(GIVEN, RAIN).map(({ name }) => name)).toEqual(['Books']);
    expect(toolsAt(GIVEN, `${RAIN}y`)).toEqual([]);
  });
});
