import type { OptionSpec } from '../../core/family.js';

const samples = { group: 'Samples', regenerate: true } as const;
const tasks = { group: 'Tasks', regenerate: true } as const;

export const options: readonly OptionSpec[] = [
  {
    ...samples,
    flags: '--samples <file>',
    description: "file of whole samples, a JSON object a line, as UltraTool's test.json and dev.json",
  },
  { ...samples, flags: '--language <language>', description: 'en or zh', fallback: 'en' },
  {
    ...tasks,
    flags: '--test <n>',
    description: 'samples in test.json, drawn by seed; the others go into dev.json',
    value: 'whole number',
    fallback: 'all',
  },
  {
    ...tasks,
    flags: '--distractors-by <what>',
    description: 'closeness: among the tools nearest to the own ones; seed: among all',
    fallback: 'closeness',
  },
  {
    ...tasks,
    flags: '--selection-distractors <n>',
    description: 'tools beside the own ones in tool selection',
    value: 'whole number',
    fallback: '1',
  },
  {
    ...tasks,
    flags: '--creation-toolset <n>',
    description: 'tools that are offered in tool creation and its awareness',
    value: 'whole number',
    fallback: '2',
  },
  {
    ...tasks,
    flags: '--own-share <share>',
    description: 'share of samples with several tools of which one is offered there',
    value: 'share',
    fallback: '0.14',
  },
  {
    ...tasks,
    flags: '--embedder <embedder>',
    description: 'lexical, local:FOLDER or openai:MODEL: what nearness is measured by',
    fallback: 'lexical',
  },
  {
    ...tasks,
    flags: '--bug-compatible',
    description: 'cut values of tool usage at their first comma, as in the published English files',
  },
];
