import pc from 'picocolors';
import type { IntentItem } from '../../core/mtu-bench/intents.js';
import type { PairedTool, ToolPair } from '../../core/mtu-bench/tool-pairs.js';
import { intentQuestion } from '../../transforms/mtu-bench/intents/intent-question.js';
import { ownPart } from '../../core/own-part.js';

/** An intent with inputs, results and a model's proposal. */
export function intentLines({ document, proposal }: IntentItem): string[] {
  const { parameters, results } = intentQuestion(document);
  return [
    `  ${pc.cyan(document.id)}`,
    `    ${document.description}`,
    ...parameters.map(
      ({ name, description, required }) => `    ${name}  ${description}${required ? ', required' : ''}`,
    ),
    ...results.map(({ name, description }) => `    returns ${name}  ${description}`),
    ...(proposal
      ? [pc.yellow(`  a model takes it for ${proposal.suitable ? 'a tool' : 'none'}: ${proposal.reason}`)]
      : []),
  ];
}

/** Two possibly duplicate tools. */
export const pairLines = ({ tools, distance, name }: ToolPair): string[] => [
  `  distance of their names ${distance}`,
  ...(name === '' ? [] : [`  ${pc.yellow('as one tool')} ${name}`]),
  ...tools.flatMap(pairedLines),
];

function pairedLines({ document, members }: PairedTool): string[] {
  const { id, description, required, optional, results, parameters } = document;
  const slot = (kind: string) => (name: string) =>
    `    ${kind} ${name}: ${ownPart(parameters, name)?.description ?? ''}`;
  const others = members.filter((member) => member !== id);
  return [
    '',
    `  ${pc.cyan(id)}${others.length === 0 ? '' : `, with ${others.join(', ')}`}`,
    `    ${description}`,
    ...required.map(slot('required')),
    ...Object.keys(optional).map(slot('optional')),
    ...results.map(slot('returns ')),
  ];
}
