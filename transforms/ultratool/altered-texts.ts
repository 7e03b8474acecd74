import { numberOfStep, type SourceRecord, type UltraToolLanguage } from '../../core/ultratool/records.js';
import { pythonEquals } from '../python/values.js';
import { creationOf, usageAwarenessOf, usageOf } from './derive-tasks.js';
import { scoreLabels } from './scoring/awareness.js';
import type { ScoredRecord } from './scoring/figures.js';
import { goldAnswer } from './scoring/gold-answer.js';
import type { PredictionShape } from './scoring/list-text.js';
import { readAnswers } from './scoring/read-answers.js';
import { replacementsOf, type AnswerForm, type ReplacementKind } from './scoring/replacements.js';
import { scoreNames } from './scoring/selection.js';
import { scoreArguments } from './scoring/usage.js';

/** What the published scorer does to a text of the gold (formats/ultratool.md 5, 10.4). */
export type AlterationKind =
  | ReplacementKind
  /** Brackets by which the scorer finds another list in the answer. */
  | 'brackets'
  /** A step of tool usage without arguments scores 0 whatever is predicted. */
  | 'no arguments'
  /** Only several texts together are altered. */
  | 'together with other texts';

/** A text of an item that the published scorer alters before it compares. */
export interface AlteredText {
  /** `step 1.2`, `argument city of step 1.2`, `tool file_write: description`. */
  readonly place: string;
  readonly text: string;
  readonly kinds: readonly AlterationKind[];
  /** The shapes of prediction files in which it is altered. */
  readonly shapes: readonly PredictionShape[];
  /** Whether the gold as prediction scores less for it; else a text is altered that no figure shows. */
  readonly lowers: boolean;
}

/** A part of a reference that is replaced by a plain one, to see whether it is what the scorer alters. */
interface Leaf {
  readonly place: string;
  readonly text: string;
  readonly path: string;
}

interface Part {
  readonly form: AnswerForm;
  readonly reference: readonly object[];
  readonly score: ((reference: never, predicted: unknown) => ScoredRecord) | undefined;
}

const SHAPES: readonly PredictionShape[] = ['G', 'O'];

/**
 * The texts of an item that the published scorer's replacements would alter, found by running them on the gold as the
 * answer; [] for an item whose gold scores exactly 1 in the offline tasks.
 */
export function alteredTexts(record: SourceRecord, language: UltraToolLanguage): readonly AlteredText[] {
  const usage = usageOf(record, language);
  const parts: readonly Part[] = [
    { form: 'labels', reference: usageAwarenessOf(record, language).reference, score: scoreLabels },
    {
      form: 'labels',
      reference: usage.reference.map(({ step, tool }) => ({ step, tool })),
      score: scoreNames,
    },
    { form: 'usage', reference: usage.reference, score: scoreArguments },
    { form: 'creation', reference: creationOf(record, language, []).reference, score: undefined },
  ];
  return merged([...parts.flatMap(alteredOf), ...usage.reference.flatMap(withoutArguments)]);
}

const withoutArguments = ({
  step,
  tool,
  param,
}: {
  step: string;
  tool: string;
  param: object;
}): AlteredText[] =>
  Object.keys(param).length > 0
    ? []
    : [
        {
          place: `step ${numberOfStep(step)}`,
          text: tool,
          kinds: ['no arguments'],
          shapes: SHAPES,
          lowers: true,
        },
      ];

function alteredOf(part: Part): AlteredText[] {
  const hit = SHAPES.filter((shape) => isAltered(part, part.reference, shape) !== undefined);
  if (hit.length === 0) return [];
  const leaves = leavesOf(part.reference);
  const found = leaves.flatMap((leaf): AlteredText[] => {
    const alone = keeping(part.reference, leaf.path) as readonly object[];
    const seen = hit.map((shape) => [shape, isAltered(part, alone, shape)] as const);
    const shapes = seen.flatMap(([shape, what]) => (what === undefined ? [] : [shape]));
    if (shapes.length === 0) return [];
    const kinds = kindsOf(leaf.text, part.form);
    return [
      {
        ...{ place: leaf.place, text: leaf.text, shapes },
        kinds: kinds.length > 0 ? kinds : ['brackets'],
        lowers: seen.some(([, what]) => what === 'lowers'),
      },
    ];
  });
  const missed = hit.filter((shape) => !found.some(({ shapes }) => shapes.includes(shape)));
  if (missed.length === 0) return found;
  const lowers = missed.some((shape) => isAltered(part, part.reference, shape) === 'lowers');
  const kinds = ['together with other texts'] as const;
  return [...found, { place: 'the record', text: '', kinds, shapes: missed, lowers }];
}

/** What becomes of a reference as its own prediction; undefined if it stays as it is and scores 1. */
function isAltered(
  { form, score }: Part,
  reference: readonly object[],
  shape: PredictionShape,
): 'lowers' | 'unseen' | undefined {
  const [read] = readAnswers([[goldAnswer(reference)]], form, shape);
  // Steps without arguments score 0 anyway, and are told of on their own.
  const scored = score?.(reference as never, read?.value).steps.every(
    (step, at) => step === 1 || isEmpty((reference[at] as { readonly param?: object }).param),
  );
  const same = pythonEquals(read?.value, reference);
  if (scored === undefined) return same ? undefined : 'lowers';
  if (!scored) return 'lowers';
  return same ? undefined : 'unseen';
}

const isEmpty = (param: object | undefined): boolean =>
  param !== undefined && Object.keys(param).length === 0;

/** The kinds of replacements that alter this text, one after the other. */
function kindsOf(text: string, form: AnswerForm): ReplacementKind[] {
  const kinds = new Set<ReplacementKind>();
  let now = text === NULL ? text : JSON.stringify(text);
  for (const { kind, apply } of replacementsOf(form)) {
    const next = apply(now);
    if (next !== now) kinds.add(kind);
    now = next;
  }
  return [...kinds];
}

const NULL = 'null';
/** Keys that every item has. */
const ITEM_KEYS = new Set(['step', 'tool', 'param']);

/** Texts, nulls and names in a reference, with a path that no two share. */
function leavesOf(reference: readonly object[]): Leaf[] {
  const leaves: Leaf[] = [];
  visit(reference, [], (path, text, isName) => {
    leaves.push({ text, path: pathText(path, isName), place: placeOf(reference, path, isName) });
    return text;
  });
  return leaves;
}

/** The reference with all leaves plain but one. */
const keeping = (reference: readonly object[], kept: string): unknown => {
  let names = 0;
  return visit(reference, [], (path, text, isName) => {
    if (pathText(path, isName) === kept) return text;
    if (isName) return `k${names++}`;
    if (path.length !== 2) return 'x';
    return path[1] === 'step'
      ? `${numberOfStep(text)} x`
      : path[1] === 'tool' && /^[01]$/.test(text)
        ? text
        : 'x';
  });
};

const pathText = (path: readonly string[], isName: boolean): string => JSON.stringify([isName, ...path]);

type Visit = (path: readonly string[], text: string, isName: boolean) => string;

function visit(value: unknown, path: readonly string[], leaf: Visit): unknown {
  if (typeof value === 'string') return leaf(path, value, false);
  if (value === null) return leaf(path, NULL, false) === NULL ? null : 'x';
  if (Array.isArray(value)) return value.map((one, at) => visit(one, [...path, String(at)], leaf));
  if (typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const below = [...path, key];
      const fixed = path.length === 1 && ITEM_KEYS.has(key);
      return [fixed ? key : leaf(below, key, true), visit(inner, below, leaf)];
    }),
  );
}

function placeOf(reference: readonly object[], path: readonly string[], isName: boolean): string {
  const [at = '0', part, ...rest] = path;
  const { step, tool } = reference[Number(at)] as { readonly step: string; readonly tool: unknown };
  const where = `step ${numberOfStep(step)}`;
  if (part === 'param') return `argument ${rest.join('.')} of ${where}`;
  if (part !== 'tool' || rest.length === 0) return where;
  const name = (tool as { readonly name: string }).name;
  return `tool ${name}: ${isName ? 'the name of ' : ''}${rest.join('.')}`;
}

/** One finding for each text at a place, with what the parts together say of it. */
function merged(found: readonly AlteredText[]): AlteredText[] {
  const byPlace = new Map<string, AlteredText>();
  for (const one of found) {
    const key = JSON.stringify([one.place, one.text]);
    const before = byPlace.get(key);
    byPlace.set(key, {
      ...one,
      kinds: [...new Set([...(before?.kinds ?? []), ...one.kinds])],
      shapes: SHAPES.filter((shape) => one.shapes.includes(shape) || before?.shapes.includes(shape)),
      lowers: one.lowers || (before?.lowers ?? false),
    });
  }
  return [...byPlace.values()];
}
