import type { ToolTalkSet } from '../../core/tooltalk/conversation.js';
import type { Store } from '../../store/store.js';
import {
  chosenScenarios,
  type LeftScenario,
  type WrittenScenario,
} from '../../transforms/tooltalk/scenario-prompts.js';
import { answeredPrompts } from './generate-scenarios.js';

/** A scenario for a conversation: a work item of the stage `converse`. */
export interface ScenarioToHold {
  readonly itemId: string;
  readonly recordId: string;
  readonly set: ToolTalkSet;
  /** `AddAlarm-easy.json`. */
  readonly file: string;
  readonly scenario: string;
  readonly suites: readonly string[];
  /** Tools in the order in which the scenario's author expects them. */
  readonly planned: readonly string[];
}

/** The generated scenarios, divided into chosen ones and others. */
export async function dividedScenarios(
  store: Store,
  runId: string,
  scenarios: number,
  soFar: boolean,
): Promise<{ readonly chosen: readonly WrittenScenario[]; readonly left: readonly LeftScenario[] }> {
  const written: WrittenScenario[] = [];
  for await (const prompt of answeredPrompts(store, runId, soFar)) written.push(...prompt.written);
  return chosenScenarios(written, scenarios);
}
