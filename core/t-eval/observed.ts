import type { ObservedBy } from '../observation.js';
import type { AnnotatedItem } from './annotation.js';
import type { Attempt } from './query.js';
import { ownPart } from '../own-part.js';

/**
 * Whether a tool that really runs outside gave this response: a fact that no edit changes. One that was made up has a
 * known kind.
 */
export const isReal = (
  { name, kind }: Pick<Attempt, 'name' | 'kind'>,
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
): boolean =>
  kind === undefined && (ownPart(observedBy, name) === 'openapi' || ownPart(observedBy, name) === 'mcp');

/** Whether an error was put in the place of a response of a tool outside: it was never called then. */
export const isInjected = (
  { name, kind, by }: Pick<Attempt, 'name' | 'kind' | 'by'>,
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
): boolean =>
  by === 'rule' || (kind !== undefined && ['openapi', 'mcp'].includes(ownPart(observedBy, name) ?? ''));

/** How a call was answered; internal and input errors of simulated tools are injected by rule. */
export const observedByOf = (
  { observedBy }: Pick<AnnotatedItem, 'observedBy'>,
  { name, kind, by }: Pick<Attempt, 'name' | 'kind' | 'by'>,
): ObservedBy => by ?? ownPart(observedBy, name) ?? (kind === 'B' || kind === 'C' ? 'rule' : 'simulator');
