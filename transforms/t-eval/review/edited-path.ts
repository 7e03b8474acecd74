import { canonicalJson } from '../../../core/canonical.js';
import type { EditProblem } from '../../../core/review/api.js';
import type { AnnotatedItem } from '../../../core/t-eval/annotation.js';
import { isReal } from '../../../core/t-eval/observed.js';
import type { AnnotatedQuery, Attempt, Step } from '../../../core/t-eval/query.js';

/** Path of the steps in an item. */
export const STEPS_FIELD = 'annotated.steps';

/** An edited path with read-only parts restored, and the disallowed changes. */
export interface EditedPath {
  readonly query: AnnotatedQuery;
  readonly problems: readonly EditProblem[];
}

/**
 * Compares an edited path with the shown one. Ids, offered APIs and known kinds are read-only; steps and attempts may
 * be removed or corrected but not added (nothing was executed for them); a real tool's response is read-only.
 */
export function editedPath(shown: AnnotatedItem, edited: AnnotatedQuery): EditedPath {
  const problems: EditProblem[] = [];
  const { id, language, apis } = shown.annotated;
  const before = new Map(shown.annotated.steps.map((step) => [step.id, step]));
  const keep = attemptKeeper(shown, problems);
  const steps = edited.steps.map((step, at): Step => {
    const was = before.get(step.id);
    const path = `${STEPS_FIELD}.${at}`;
    if (was === undefined) {
      problems.push(
        blockingProblem(
          path,
          `step ${step.id} was not there; steps can be corrected and taken away, not added`,
        ),
      );
      return step;
    }
    if (step.retries.length > was.retries.length)
      problems.push(
        blockingProblem(
          path,
          `step ${step.id} had ${was.retries.length} earlier attempts; none can be added`,
        ),
      );
    const pairs = paired(was.retries, step.retries, shown);
    const retries = step.retries.map((retry, number) =>
      keep(`${path}.retries.${number}`, pairs[number], retry),
    );
    return { ...keep(path, was, step), retries };
  });
  return { query: { ...edited, id, language, apis, steps }, problems };
}

/**
 * Restores an attempt's known kind; reports a real tool's response that was overwritten or no longer fits its call.
 */
function attemptKeeper(item: AnnotatedItem, problems: EditProblem[]) {
  return <T extends Attempt>(path: string, was: Attempt | undefined, now: T): T => {
    if (was === undefined) return now;
    const { kind: _, by: __, ...rest } = now;
    if (isReal(was, item)) {
      if (!same(was.response, now.response))
        problems.push(
          blockingProblem(`${path}.response`, 'a real tool answered this; what it said stays as it is'),
        );
      if (was.name !== now.name || !same(was.args, now.args))
        problems.push(
          shownFinding(
            `${path}.args`,
            'the response is a real tool’s, and came of the call as it was before the edit',
          ),
        );
    }
    return {
      ...rest,
      ...(was.kind === undefined ? {} : { kind: was.kind }),
      ...(was.by && { by: was.by }),
    } as T;
  };
}

/**
 * Pairs edited attempts with shown ones. After removals: the next with the same response; one with another response
 * could be any, so a real tool's is assumed if one is left.
 */
function paired(
  before: readonly Attempt[],
  now: readonly Attempt[],
  item: AnnotatedItem,
): (Attempt | undefined)[] {
  if (before.length === now.length) return [...before];
  let from = 0;
  return now.map((attempt, at) => {
    // Leave enough for the following attempts.
    const left = before.slice(from, before.length - (now.length - at - 1));
    const next = [
      (one: Attempt) => same(one.response, attempt.response) && sameCall(one, attempt),
      (one: Attempt) => same(one.response, attempt.response),
      (one: Attempt) => isReal(one, item),
      (one: Attempt) => sameCall(one, attempt),
    ]
      .map((fits) => left.findIndex(fits))
      .find((found) => found !== -1);
    from += (next ?? 0) + 1;
    return left[next ?? 0];
  });
}

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b);
const sameCall = (a: Attempt, b: Attempt): boolean => a.name === b.name && same(a.args, b.args);

/** A problem that blocks the edit. */
export const blockingProblem = (path: string, text: string): EditProblem => ({ path, text, kind: 'problem' });
/** A finding that is only shown. */
export const shownFinding = (path: string, text: string): EditProblem => ({ path, text, kind: 'finding' });
