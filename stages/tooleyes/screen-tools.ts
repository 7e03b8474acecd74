import { HEALTH_STAGE, SCREENING_STAGE } from '../../core/tooleyes/run.js';
import { toolFactsSchema, type ToolFacts } from '../../core/tooleyes/tool-facts.js';
import { libraryTools } from '../../core/tooleyes/tool-line.js';
import { findRunDocument, keepRunDocument } from '../../store/documents.js';
import { setProgress } from '../../store/progress.js';
import { streamWorkItems } from '../../store/stages/work-items.js';
import type { Store } from '../../store/store.js';
import { joinFacts, screenTool, type JoinedFacts } from '../../transforms/tooleyes/screen-tool.js';
import { ToolEyesContext } from './context.js';
import { givenFacts, SCREENED_DOCUMENT, type ScreenedTool } from './library-documents.js';
import { writeJson } from '../../core/json.js';

const keyOf = ({ path, tool }: Pick<ToolFacts, 'path' | 'tool'>): string => `${path} ${tool}`;

/** Facts about a run's tools, by path and name, from the health check and from a file. */
async function knownOf(
  store: Store,
  runId: string,
): Promise<(path: string, tool: string) => JoinedFacts | undefined> {
  const measured = new Map<string, ToolFacts>();
  for await (const { result } of streamWorkItems(store, runId, HEALTH_STAGE))
    if (result?.outcome === 'done') {
      const facts = toolFactsSchema.parse(result.value);
      measured.set(keyOf(facts), facts);
    }
  const file = new Map((await givenFacts(store, runId)).map((facts) => [keyOf(facts), facts]));
  return (path, tool) => {
    const key = keyOf({ path, tool });
    return joinFacts(measured.get(key), file.get(key));
  };
}

/** The stage `screening`: combines the facts of each tool, and drops tools by the run's thresholds. Stored once. */
export async function screenTools(store: Store, runId: string): Promise<void> {
  if ((await findRunDocument(store, runId, SCREENED_DOCUMENT)) !== undefined) return;
  const { settings, given } = await ToolEyesContext.open(store, runId);
  const { screen } = settings;
  const tools = libraryTools(given);
  const total = tools.length;
  await setProgress(store, runId, { stage: SCREENING_STAGE, total, done: 0 });
  const known = await knownOf(store, runId);
  const found = tools.map(({ itemId, path, document }): ScreenedTool => {
    const joined = known(path, document.name);
    const out = screen && screenTool(joined, screen);
    return { itemId, ...(joined && { facts: joined.facts }), ...out };
  });
  await keepRunDocument(store, runId, { ...SCREENED_DOCUMENT, text: writeJson(found) });
  await setProgress(store, runId, { stage: SCREENING_STAGE, total, done: total });
}
