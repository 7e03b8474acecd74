import { ownPart } from '../../core/own-part.js';
import { NO_TOOL, numberOfStep, PARENT } from '../../core/ultratool/records.js';
import { ALTERED, type UltraToolFinding, type UltraToolItem } from '../../core/ultratool/item.js';
import { readCall } from '../../transforms/ultratool/call-string.js';

/** What is to be looked at in a sample: its tree, its calls and their documents, texts that the scorer alters. */
export function checkUltraTool(item: UltraToolItem): UltraToolFinding[] {
  return callFindings(item);
}

/** Whether a generated sample with this finding is of no use; those that are read are people's and are marked. */
export const decisive = ({ kind }: UltraToolFinding): boolean => kind !== ALTERED;

/** Calls that their tool's document does not admit. */
function callFindings({ plan, tools, language }: UltraToolItem): UltraToolFinding[] {
  const documents = new Map(tools.map((tool) => [tool.name, tool]));
  return plan.flatMap(({ step, tool }): UltraToolFinding[] => {
    if (tool === PARENT || tool === NO_TOOL[language]) return [];
    const place = numberOfStep(step);
    const call = readCall(tool);
    if (call === undefined) return [{ kind: 'no call', place, text: `${tool} cannot be read as a call` }];
    const document = documents.get(call.name);
    if (document === undefined)
      return [{ kind: 'no such tool', place, text: `${call.name} is not among the tools` }];
    const names = Object.keys(call.args);
    const unknown = names.filter((name) => ownPart(document.arguments.properties, name) === undefined);
    return [
      ...unknown.map((name) => ({
        ...{ kind: 'unknown argument', place },
        text: `${call.name} has no argument ${name}`,
      })),
      ...(names.length === 0
        ? [{ kind: 'no arguments', place, text: `${call.name} is called without arguments, which scores 0` }]
        : []),
    ];
  });
}
