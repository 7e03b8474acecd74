import type { PublishedCall, RecordFinding, RecordWords } from '../../core/correct/record.js';
import { isSingleTool, SETTINGS, type Setting } from '../../core/mtu-bench/item.js';
import { goldScoresFull } from '../mtu-bench/scoring/gold-check.js';
import type { QuestionParts } from './question-parts.js';
import { isNested, objectFrom, parseJson } from '../../core/json.js';

/** Names of the checks, as in `flags`. */
export const RECORD_CHECKS = {
  layout: 'question of another layout',
  repeated: 'name stands twice',
  notOffered: 'tool not offered',
  missing: 'required argument missing',
  unknown: 'argument not in the document',
  form: 'answer of another form',
  misread: 'evaluator misreads gold',
} as const;

const isSetting = (text: string): text is Setting => (SETTINGS as readonly string[]).includes(text);

/**
 * What a reviewer of a published record should check: calls that the offered tools do not allow, and answers that the
 * evaluator reads differently (formats/mtu-bench.md 1.1, 1.4, 3).
 * @param parts undefined if the question could not be parsed
 */
export function recordFindings(
  { calls }: RecordWords,
  setting: string,
  parts: QuestionParts | undefined,
  repeated: readonly string[],
): RecordFinding[] {
  const found: RecordFinding[] = repeated.map((name) => finding('repeated', 'record', name));
  if (parts === undefined)
    found.push(finding('layout', 'record.question', 'its tools or its current turn could not be found'));
  else calls.forEach((call, at) => found.push(...callFindings(call, `record.calls.${at}`, parts)));
  if (isSetting(setting)) found.push(...answerFindings(calls, setting));
  return found;
}

function callFindings({ tool, arguments: given }: PublishedCall, path: string, { tools }: QuestionParts) {
  // An empty name means no call; the evaluator trims names of S-M and M-M.
  const name = tool.trim();
  if (name === '') return [];
  const document = tools.find((one) => one.name.trim() === name);
  if (document === undefined)
    return [
      finding('notOffered', `${path}.tool`, `${name} is not among ${tools.map((t) => t.name).join(', ')}`),
    ];
  const names = argumentNames(given);
  if (names === undefined) return [finding('form', `${path}.arguments`, 'a text that is no JSON object')];
  const missing = document.parameters.filter((one) => one.required && !names.includes(one.name));
  const unknown = names.filter((one) => !document.parameters.some((parameter) => parameter.name === one));
  return [
    ...missing.map((one) => finding('missing', `${path}.arguments`, `${name} requires ${one.name}`)),
    ...unknown.map((one) =>
      finding(
        'unknown',
        `${path}.arguments${typeof given === 'string' ? '' : `.${one}`}`,
        `${name} has no ${one}`,
      ),
    ),
  ];
}

/** Some OOD records have arguments as JSON text. */
function argumentNames(given: PublishedCall['arguments']): string[] | undefined {
  if (typeof given !== 'string') return Object.keys(given ?? {});
  try {
    const value: unknown = parseJson(given);
    return isNested(value) ? Object.keys(value) : undefined;
  } catch {
    return undefined;
  }
}

function answerFindings(calls: readonly PublishedCall[], setting: Setting): RecordFinding[] {
  const path = 'record.calls';
  if (isSingleTool(setting) && calls.length !== 1)
    return [finding('form', path, `${setting} has just one; no call is one without a name`)];
  if (!isSingleTool(setting) && calls.some(({ tool }) => tool.trim() === ''))
    return [finding('form', path, `a call without a name; in ${setting} no call is none at all`)];
  if (calls.some(({ arguments: given }) => typeof given === 'string'))
    return [finding('form', path, `arguments as a text; in ${setting} they are an object`)];
  const answer = objectFrom(calls.map((call) => [call.tool, call.arguments as Record<string, unknown>]));
  const read = goldScoresFull(setting, [answer]);
  return read.ok ? [] : [finding('misread', path, `${read.detail} (rule ${read.rule})`)];
}

const finding = (check: keyof typeof RECORD_CHECKS, path: string, detail: string): RecordFinding => ({
  check: RECORD_CHECKS[check],
  path,
  detail,
});
