/** Key names of a JSON INSTRUCT answer (formats/t-eval.md 2.1). */
interface JsonTemplate {
  readonly thought: string;
  readonly action: string;
  readonly args: string;
}

/** Markers around the parts of a text INSTRUCT answer. */
interface StringTemplate {
  readonly thought_start: string;
  readonly thought_end: string;
  readonly action_start: string;
  readonly action_end: string;
  readonly args_start: string;
  readonly args_end: string;
}

export const JSON_TEMPLATES: readonly JsonTemplate[] = [
  { thought: 'goal', action: 'name', args: 'args' },
  { thought: 'thought', action: 'action', args: 'args' },
  { thought: 'reason', action: 'api', args: 'parameters' },
  { thought: 'purpose', action: 'tool', args: 'input' },
];

/**
 * The evaluator uses markers as regular expressions, so they contain no special characters. There is no marker after
 * the arguments: the runner strips answers, including a final line break.
 */
const marks = (thought: string, action: string, args: string): StringTemplate => ({
  thought_start: `${thought}:`,
  thought_end: '\n',
  action_start: `${action}:`,
  action_end: '\n',
  args_start: `${args}:`,
  args_end: '',
});

export const STRING_TEMPLATES: readonly StringTemplate[] = [
  marks('goal', 'name', 'args'),
  marks('Thought', 'Action', 'Action Input'),
  marks('reason', 'api', 'parameters'),
  {
    ...marks('<thought>', '<action>', '<args>'),
    thought_start: '<thought>',
    action_start: '<action>',
    args_start: '<args>',
  },
];

/** The format as shown in the prompt. */
export function jsonForm({ thought, action, args }: JsonTemplate): string {
  return `{"${thought}": "goal of the call", "${action}": "full name of the API", "${args}": {"parameter": "value"}}`;
}

/** The format as shown in the prompt; arguments are parsed as a Python literal. */
export function stringForm(template: StringTemplate): string {
  const { thought_start, thought_end, action_start, action_end, args_start, args_end } = template;
  return [
    `${thought_start} goal of the call${thought_end}`,
    `${action_start} full name of the API${action_end}`,
    `${args_start} {'parameter': 'value'} as a Python dictionary in one line${args_end}`,
  ].join('');
}
