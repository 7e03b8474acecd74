/**
 * A service's topic: `Restaurants` for `Restaurants_2` (formats/sources.md 1.1: domain + "_" + variant). MTU-Bench
 * holds out topics rather than services (§3), since services of one topic differ only in slot names.
 */
export const topicOf = (service: string): string => service.replace(/_\d+$/, '');
