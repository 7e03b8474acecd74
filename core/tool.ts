/** How a slot's value is written. */
export type ValueFormat = 'date' | 'time' | 'boolean';

export interface ToolParameter {
  readonly description: string;
  /** Allowed values, for categorical slots only. */
  readonly values?: readonly string[];
  readonly format?: ValueFormat;
}

/**
 * A tool document: what a model is told of a tool. Made from an intent: required slots, optional slots with
 * defaults and result slots exactly as the schema has them (formats/mtu-bench.md 1.3).
 */
export interface ToolDocument {
  /** `service.intent`, see `toolId`. */
  readonly id: string;
  readonly service: string;
  /** The intent's name; what a call names unless it clashes with another tool offered beside it. */
  readonly name: string;
  readonly description: string;
  readonly transactional: boolean;
  readonly required: readonly string[];
  /** Optional parameter -> default value, in the schema's order. */
  readonly optional: Readonly<Record<string, string>>;
  readonly results: readonly string[];
  /** What is known of each slot named above. */
  readonly parameters: Readonly<Record<string, ToolParameter>>;
}

/** A service of a corpus's schema, in the vocabulary of all sources. */
export interface Service {
  readonly name: string;
  readonly description: string;
  readonly slots: readonly ServiceSlot[];
  readonly intents: readonly ServiceIntent[];
}

export interface ServiceSlot {
  readonly name: string;
  readonly description: string;
  readonly categorical: boolean;
  readonly values: readonly string[];
}

export interface ServiceIntent {
  readonly name: string;
  readonly description: string;
  readonly transactional: boolean;
  readonly required: readonly string[];
  readonly optional: Readonly<Record<string, string>>;
  readonly results: readonly string[];
}
