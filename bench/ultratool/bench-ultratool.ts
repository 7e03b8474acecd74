import { lexicalVector } from '../../llm/embedders/lexical.js';
import type { UltraTool } from '../../core/ultratool/records.js';
import { applyMerges, countTools } from '../../transforms/ultratool/merge/apply-merges.js';
import { proposeMerges } from '../../transforms/ultratool/merge/propose-merges.js';
import { toolKindsOf, type MergeablePlan } from '../../transforms/ultratool/merge/tool-kinds.js';
import { toolText } from '../../transforms/ultratool/nearest-tools.js';
import { table } from '../table.js';

const TOOLS = 2_000;
const SAMPLES = 5_824;
const CALLS = 3;
/** Of the issue: within them a merge of 2,000 tools is done. */
const MOST_SECONDS = 60;
const MOST_MEGABYTES = 500;

const VERBS = 'find get book cancel send list create update delete check'.split(' ');
const THINGS =
  'flight hotel invoice order report alarm contact repair train recipe loan photo file ticket song'.split(
    ' ',
  );
const KINDS = 'new old daily shared private local foreign cheap urgent'.split(' ');

/** Tools that are alike in threes or so: of one verb and thing, in other words. */
function tools(): UltraTool[] {
  const pick = (from: readonly string[], at: number): string => from[at % from.length] ?? '';
  return Array.from({ length: TOOLS }, (_, at) => {
    const group = Math.floor(at / 3);
    const words = [
      pick(VERBS, group),
      pick(KINDS, Math.floor(group / 150)),
      pick(THINGS, Math.floor(group / 10)),
    ];
    const name =
      at % 3 === 0 ? words.join('_') : at % 3 === 1 ? `${words.join('_')}_now` : `do_${words.join('_')}`;
    const property = (of: string): object => ({
      type: 'string',
      description: `The ${of} of the ${words[2]}`,
    });
    return {
      name: `${name}_${group}`,
      description: `Used to ${words[0]} a ${words[1]} ${words[2]} of number ${group}.`,
      arguments: {
        type: 'object',
        properties: {
          name: property('name'),
          [`date${at % 3}`]: property('day'),
          extra: property(`part ${at % 4}`),
        },
      },
      results: {
        type: 'object',
        properties: { status: { type: 'boolean', description: 'Whether it was done' } },
      },
    } as UltraTool;
  });
}

const seconds = <T>(work: () => T): readonly [number, T] => {
  const begun = performance.now();
  const done = work();
  return [(performance.now() - begun) / 1000, done];
};

/** Merges 2,000 tools of 5,824 samples. @returns a table in Markdown */
export function benchUltraTool(): string {
  const all = tools();
  const samples: MergeablePlan[] = Array.from({ length: SAMPLES }, (_, at) => {
    const own = Array.from({ length: CALLS }, (_none, call) => all[(at * 7 + call * 613) % TOOLS]).filter(
      (tool) => tool !== undefined,
    );
    return {
      tools: own,
      plan: own.map(({ name }, step) => ({
        step: `${step + 1}. Do it`,
        tool: `${name}(name='N ${at}', extra=<status>)`,
      })),
    };
  });
  const text = JSON.stringify(samples);
  const [floor] = seconds(() => JSON.stringify(JSON.parse(text)));
  const [reading, kinds] = seconds(() => toolKindsOf(samples));
  const vectors = new Map(kinds.map(({ name, document }) => [name, lexicalVector(toolText(document))]));
  const [proposing, merges] = seconds(() => proposeMerges(kinds, vectors, { similarity: 0.85 }));
  const [applying, after] = seconds(() =>
    applyMerges(
      samples,
      merges.map(({ item }) => item),
    ),
  );
  const whole = reading + proposing + applying;
  const memory = process.resourceUsage().maxRSS / 1024;
  return table(
    ['what', 'figure'],
    [
      [
        `${countTools(samples)} tools of ${SAMPLES} samples`,
        `${merges.length} merges, ${countTools(after)} tools left`,
      ],
      ['the whole merge next to its limit of a minute', `${(whole / MOST_SECONDS).toFixed(3)}`],
      [
        'the same next to JSON.parse and JSON.stringify of the samples',
        `${(whole / floor).toFixed(0)} times`,
      ],
      [
        'its parts: tools by name, proposals, applied',
        [reading, proposing, applying].map((one) => `${Math.round((one / whole) * 100)} %`).join(', '),
      ],
      ['most memory of the process next to its limit of 500 MB', (memory / MOST_MEGABYTES).toFixed(2)],
    ],
  );
}
