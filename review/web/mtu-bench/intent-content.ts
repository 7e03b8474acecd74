import type { JsonValue } from '../../../core/canonical.js';
import type { IntentItem } from '../../../core/mtu-bench/intents.js';

/** The content as an intent that may become a tool; undefined if it is not one. */
export function asIntent(content: JsonValue): IntentItem | undefined {
  const item = content as unknown as Partial<IntentItem> | null;
  const { id, required, results } = (item?.document ?? {}) as Partial<IntentItem['document']>;
  const whole = typeof id === 'string' && [required, results].every(Array.isArray);
  return whole ? (item as IntentItem) : undefined;
}
