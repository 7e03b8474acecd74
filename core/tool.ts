/**
 * How a slot's value is written; `as said`: in the words of the conversation, dates, times and numbers too, as corpora
 * have it that mark words and know no canonical values.
 */
export type ValueFormat = 'date' | 'time' | 'boolean' | 'as said';

export interface ToolParameter {
  readonly description: string;
  /** Allowed values, for categorical slots only. */
  readonly values?: readonly string[];
  readonly format?: ValueFormat;
  /** Several values are given as a list. */
  readonly several?: true;
  /** Words that nearly all values of an open slot are: what the corpus marks as one. */
  readonly typical?: readonly string[];
  /** JSON type of its values, where the tool's document has one; the slots of SGD's schemas have none. */
  readonly type?: SlotType;
}

/** What an optional parameter is without a default of its own: SGD's word for "no preference". */
export const NO_PREFERENCE = 'dontcare';

/** Types that documents of a model's name. */
export const PARAMETER_TYPES = ['string', 'integer', 'number', 'boolean', 'array'] as const;
export type ParameterType = (typeof PARAMETER_TYPES)[number];

/** Types that documents of APIs have. */
export type SlotType = ParameterType | 'object';

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
  /** When it is called and how its values are written; shown after the description, compared with nothing. */
  readonly usage?: string;
  readonly transactional: boolean;
  readonly required: readonly string[];
  /** Optional parameter -> default value, in the schema's order. */
  readonly optional: Readonly<Record<string, string>>;
  readonly results: readonly string[];
  /** What is known of each slot named above. */
  readonly parameters: Readonly<Record<string, ToolParameter>>;
  /** A model wrote it, or part of it; else a schema has it so. */
  readonly documentOrigin?: 'model';
  /** It was written for a model: parameters have types and descriptions of their own, and are shown with these. */
  readonly typed?: true;
}

/** A service of a corpus's schema, in the vocabulary of all sources. */
export interface Service {
  readonly name: string;
  readonly description: string;
  /** Its intents are functions with typed parameters; see `ToolDocument`. */
  readonly typed?: true;
  readonly slots: readonly ServiceSlot[];
  readonly intents: readonly ServiceIntent[];
}

export interface ServiceSlot {
  readonly name: string;
  readonly description: string;
  readonly categorical: boolean;
  readonly values: readonly string[];
  /** Its values are the words of the conversation; else a form is told by its name, as SGD's slots have it. */
  readonly asSaid?: true;
  /** JSON type of its values; the form is then `format`, whatever its name. */
  readonly type?: SlotType;
  readonly format?: 'date';
  /** Several values are given as a list. */
  readonly several?: true;
  /** See `ToolParameter`. */
  readonly typical?: readonly string[];
}

export interface ServiceIntent {
  readonly name: string;
  readonly description: string;
  /** When it is called and how its values are written, where the description does not say so. */
  readonly usage?: string;
  readonly transactional: boolean;
  readonly required: readonly string[];
  readonly optional: Readonly<Record<string, string>>;
  readonly results: readonly string[];
  /** Its own slots, where a name means something else in other intents of the service. */
  readonly slots?: readonly ServiceSlot[];
}
