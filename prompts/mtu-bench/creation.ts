import type { PromptDefinition } from '../definition.js';
import { documentTool } from './document-tool.js';
import { proposeTools } from './propose-tools.js';
import { situateTurn } from './situate-turn.js';
import { writeTurnCall } from './write-call.js';
import { writeObservation } from './write-observation.js';

/** Prompts that create tools and calls for unannotated dialogues (MTU-Bench §2.1.1). */
export const creationPrompts: readonly PromptDefinition[] = [
  proposeTools,
  situateTurn,
  documentTool,
  writeTurnCall,
  writeObservation,
].map((definition) => definition as PromptDefinition);
