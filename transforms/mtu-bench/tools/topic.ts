/**
 * The topic of a service: `Restaurants` of `Restaurants_2` (formats/sources.md 1.1: domain + "_" + variant). MTU-Bench
 * holds topics out, never single services (§3): two services of one topic do the same under other slot names.
 */
export const topicOf = (service: string): string => service.replace(/_\d+$/, '');
