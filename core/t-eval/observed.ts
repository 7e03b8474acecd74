import type { ObservedBy } from '../observation.js';
import type { AnnotatedItem } from './annotation.js';
import type { Attempt } from './query.js';
import { ownPart } from '../own-part.js';

/** Whether a real tool gave this response, which edits do not change. Simulated responses have a known kind. */
export const isReal = (
  { name, kind }: Pick<Attempt, 'name' | 'kind'>,
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
): boolean =>
  kind === undefined && (ownPart(observedBy, name) === 'openapi' || ownPart(observedBy, name) === 'mcp');

/** Whether an error was injected in place of a real tool's response; the tool was not called then. */
export const isInjected = (
  { name, kind, by }: Pick<Attempt, 'name' | 'kind' | 'by'>,
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
): boolean =>
  by === 'rule' || (kind !== undefined && ['openapi', 'mcp'].includes(ownPart(observedBy, name) ?? ''));

/** How a call was answered. Internal and input errors of simulated tools are injected by rule. */
export const observedByOf = (
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
  { name, kind, by }: Pick<Attempt, 'name' | 'kind' | 'by'>,
): ObservedBy => by ?? ownPart(observedBy, name) ?? (kind === 'B' || kind === 'C' ? 'rule' : 'simulator');
