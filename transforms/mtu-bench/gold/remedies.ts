import type { JsonValue } from '../../../core/canonical.js';
import type { Dialogue } from '../../../core/dialogue.js';
import type { ItemTurn, Remedy, ToolCall, ValueOrigin } from '../../../core/mtu-bench/item.js';
import { ownPart } from '../../../core/own-part.js';
import type { Catalogue } from '../tools/catalogue.js';
import { isHeard } from './users-words.js';
import { objectFrom } from '../../../core/json.js';

/**
 * Records how a model can know each stated value that the user did not say in the corpus's form.
 * @param turns with the corpus's values beside arguments in the user's words (`withCanonicalValues`)
 */
export const withRemedies = (
  turns: readonly ItemTurn[],
  dialogue: Dialogue,
  { tools }: Pick<Catalogue, 'tools'>,
): ItemTurn[] =>
  turns.map((turn) => ({
    ...turn,
    calls: turn.calls.map((call) => ({
      ...call,
      origins: objectFrom(
        Object.entries(call.origins).map(([name, origin]): [string, ValueOrigin] => {
          const remedy = remedyOf(dialogue, turn.index, call, name, tools);
          return [name, origin.kind === 'stated' && remedy ? { ...origin, remedy } : origin];
        }),
      ),
    })),
  }));

function remedyOf(
  dialogue: Dialogue,
  turn: number,
  { tool, arguments: given, origins }: ToolCall,
  name: string,
  tools: Catalogue['tools'],
): Remedy | undefined {
  const origin = ownPart(origins, name);
  if (origin?.kind !== 'stated') return undefined;
  if (origin.canonical !== undefined) return 'words';
  const value: JsonValue | undefined = ownPart(given, name);
  const { values, typical } = ownPart(ownPart(tools, tool)?.parameters, name) ?? {};
  if (typeof value !== 'string' || (!values && !typical)) return undefined;
  return isHeard(dialogue, turn, value, { seesResults: false }) ? undefined : 'document';
}
