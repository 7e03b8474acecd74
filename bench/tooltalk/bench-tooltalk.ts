import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { goldCallsOf } from '../../core/tooltalk/conversation.js';
import { startOf } from '../../simulators/suites/conversation-start.js';
import { databaseShapesOf, databasesFrom, filesFrom } from '../../simulators/suites/databases.js';
import { execute, toolsOf } from '../../simulators/suites/execute.js';
import { generateDatabases, USUAL } from '../../simulators/suites/registry.js';
import { replay } from '../../simulators/suites/replay.js';
import { usualStart } from '../../simulators/suites/usual-start.js';
import { TOOLTALK_SUITES } from '../../simulators/suites/tooltalk/index.js';
import { readToolTalkFolder } from '../../sources/tooltalk/read-folder.js';
import { table } from '../table.js';

const CONVERSATIONS = 10_000;
const ROWS = 100_000;
const BRANCHES = 1_000;

const seconds = (work: () => void): number => {
  const begun = performance.now();
  work();
  return (performance.now() - begun) / 1000;
};

/** Replays ToolTalk's conversations, and branches a large state. @param folder ToolTalk's data @returns a table in Markdown */
export async function benchToolTalk(folder: string): Promise<string> {
  const { conversations, databases } = await readToolTalkFolder(folder);
  const tools = toolsOf(TOOLTALK_SUITES);
  const shapes = databaseShapesOf(TOOLTALK_SUITES);
  const atRest = databasesFrom(shapes, databases);
  const texts = await Promise.all(
    conversations.map(({ set, file }) => readFile(join(folder, set, file), 'utf8')),
  );
  const all = Array.from({ length: CONVERSATIONS }, (_, at) => at % conversations.length);
  const floor = seconds(() => {
    for (const at of all) JSON.stringify(JSON.parse(texts[at] ?? '{}'));
  });
  let calls = 0;
  const replayed = seconds(() => {
    for (const at of all) {
      const one = conversations[at];
      if (one === undefined) continue;
      calls += replay(
        tools,
        startOf(atRest, one.conversation, one.file),
        goldCallsOf(one.conversation),
      ).length;
    }
  });

  const made = generateDatabases(TOOLTALK_SUITES);
  const [username = ''] = Object.keys(made.get('Account') ?? {});
  const rows = Object.fromEntries(
    Array.from({ length: ROWS }, (_, at) => [
      `id-${at}`,
      { reminder_id: `id-${at}`, task: `Task ${at}`, due_date: null, status: 'pending' },
    ]),
  );
  const large = usualStart({
    databases: new Map([...made, ['Reminder', { [username]: rows }]]),
    user: username,
    now: USUAL.now,
  });
  const request = { api_name: 'AddReminder', parameters: { task: 'One more' } };
  const branched = seconds(() => {
    for (let at = 0; at < BRANCHES; at += 1) execute(tools, large, request);
  });
  const files = filesFrom(shapes, large.databases);
  const copied = seconds(() => structuredClone(Object.fromEntries(files)));
  return table(
    ['what', 'figure'],
    [
      [
        `replay of ${CONVERSATIONS} conversations, ${calls} calls`,
        `${Math.round((CONVERSATIONS / replayed) * 60)} conversations per minute`,
      ],
      [
        'the same next to JSON.parse and JSON.stringify of their files',
        `${(replayed / floor).toFixed(1)} times`,
      ],
      [
        `a call on a state of ${ROWS} rows, next to one copy of the state`,
        `1 : ${Math.round(copied / (branched / BRANCHES))}`,
      ],
    ],
  );
}
