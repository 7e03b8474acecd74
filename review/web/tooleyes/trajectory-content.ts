import type { JsonValue } from '../../../core/canonical.js';
import type { ToolEyesItem } from '../../../core/tooleyes/item.js';
import type { ScoreSheet } from '../../../core/tooleyes/score-sheet.js';
import type { Turn } from '../../../core/tooleyes/trajectory.js';
import { isJsonObject } from '../../../core/json.js';

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => isJsonObject(value);

const isQuery = (content: JsonValue): boolean =>
  isObject(content) &&
  [content['scenario'], content['path'], content['query']].every((text) => typeof text === 'string');

/** The content as a query with its trajectory; undefined if it is not one. */
export const asTrajectory = (content: JsonValue): ToolEyesItem | undefined =>
  isQuery(content) && Array.isArray((content as { findings?: unknown }).findings)
    ? (content as unknown as ToolEyesItem)
    : undefined;

/** The content as a trajectory to score; undefined if it is not one. */
export const asScoreSheet = (content: JsonValue): ScoreSheet | undefined =>
  isQuery(content) &&
  Array.isArray((content as { turns?: unknown }).turns) &&
  isObject((content as { scores?: unknown }).scores)
    ? (content as unknown as ScoreSheet)
    : undefined;

/** `Weather / weatherapi` from a record's path. */
export const placeText = (path: string): string => path.split('/').slice(-2).join(' / ');

/** Titles of the replies of a turn. */
export const REPLY_TITLES: Readonly<Record<Turn['reply']['kind'], string>> = {
  observation: 'Result',
  user: 'User',
  format: 'Report that it cannot be read',
  none: '',
};
