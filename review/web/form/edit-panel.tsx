import { useEffect, useId, useMemo, useRef, useState, type RefObject } from 'react';
import type { SaidNo } from '../saving/act.js';
import type { JsonValue } from '../../../core/canonical.js';
import type { EditProblem, ItemPage } from '../../../core/review/api.js';
import { ApiFailure } from '../api/request.js';
import { ActionButton } from '../parts/action-button.js';
import { useKeys } from '../parts/use-keys.js';
import { Changes } from '../parts/word-diff.js';
import { changesBetween } from '../text/changes.js';
import { parsePath, pathWords, withValueAt, type Path } from '../text/json-path.js';
import { contentKindOf } from '../kinds/kinds.js';
import { useSession } from '../work/session.js';
import { useSaving } from '../work/use-work.js';
import { ContentForm } from './content-form.js';
import { FormContext } from './field-row.js';
import { JsonForm } from './json-form.js';

interface Props {
  readonly queue: string;
  readonly page: ItemPage;
  /** The edit so far. */
  readonly content: JsonValue;
  /** What stands in the JSON view, where that is no JSON yet. */
  readonly half: string | undefined;
  readonly kept: boolean;
  /** What the server found when it refused the edit. */
  readonly refused: SaidNo | undefined;
  /** A field holds what is no value yet. */
  readonly onUnfinished: () => void;
  readonly onChange: (content: JsonValue, half?: string) => void;
  readonly onSubmit: (content: JsonValue, confirmed: string | undefined) => void;
  readonly onBack: () => void;
  readonly onDrop: () => void;
}

/** Editing in place: the form, the same as JSON, what the checks say, and what one has changed. */
export function EditPanel(props: Props) {
  const { queue, page, content, half, kept, onChange, onUnfinished, onBack, onDrop } = props;
  const kind = contentKindOf(page.kind);
  const hasForm = kind?.form !== undefined;
  const [asJson, setAsJson] = useState(half !== undefined || !hasForm);
  const panel = useRef<HTMLElement>(null);
  const edit = useSubmit(props, panel);
  const saving = useSaving();
  useKeys('edit', { submit: edit.submit, back: onBack }, saving);
  const told = edit.problems;
  const problems = useMemo(
    () => (told.length > 0 ? (kind?.problems(content, page.content) ?? told) : told),
    [told, kind, content, page.content],
  );
  const change = (next: JsonValue, typed?: string): void => {
    edit.changed();
    onChange(next, typed);
  };
  const form = useMemo(
    () => ({
      problems,
      onInvalid: (path: string, problem: string | undefined) => {
        edit.invalid(path, problem);
        if (problem !== undefined) onUnfinished();
      },
      onChange: (path: Path, value: JsonValue | undefined) => change(withValueAt(content, path, value)),
    }),
    [problems, content],
  );
  return (
    <section ref={panel} className="edit" aria-label="Edit" data-testid="edit" data-queue={queue}>
      <div className="row">
        {hasForm && (
          // The form would write over what is typed as JSON and is no JSON yet.
          <ViewTabs asJson={asJson} locked={half !== undefined} onJson={setAsJson} />
        )}
        <span className="faint" data-testid="draft">
          {kept ? 'Draft kept in this browser' : 'This browser cannot keep drafts'}
        </span>
        <button type="button" className="plain" onClick={onDrop}>
          Discard the draft
        </button>
      </div>
      <ProblemList problems={problems} content={content} />
      <FormContext value={form}>
        {asJson ? (
          <JsonForm
            content={content}
            half={half}
            onContent={(whole) => change(whole)}
            onHalf={(typed) => change(content, typed)}
          />
        ) : (
          <ContentForm
            {...{ queue, page, content }}
            onContent={(whole) => change(whole)}
            check={edit.stored}
          />
        )}
      </FormContext>
      <section className="part">
        <h2>What you changed</h2>
        <Changes before={page.content} after={content} same="Nothing yet." />
      </section>
      <div className="bar" role="toolbar" aria-label="Edit">
        <ActionButton action="submit" tone="main" onPress={edit.submit} disabled={saving || edit.checking}>
          {edit.checking ? 'Checking …' : edit.asks ? 'Submit anyway' : 'Check, submit, next'}
        </ActionButton>
        <button type="button" className="button" onClick={() => void edit.check()}>
          Check
        </button>
        <ActionButton action="back" onPress={onBack}>
          Back to reading
        </ActionButton>
        <span role="status" aria-live="polite">
          {edit.says}
        </span>
      </div>
    </section>
  );
}

interface TabsProps {
  readonly asJson: boolean;
  readonly locked: boolean;
  readonly onJson: (asJson: boolean) => void;
}

function ViewTabs({ asJson, locked, onJson }: TabsProps) {
  const view = useId();
  return (
    <>
      <span id={view} className="visually-hidden">
        View
      </span>
      <div className="tabs" role="group" aria-labelledby={view}>
        <button type="button" aria-pressed={!asJson} disabled={locked} onClick={() => onJson(false)}>
          Form
        </button>
        <button type="button" aria-pressed={asJson} onClick={() => onJson(true)}>
          JSON
        </button>
      </div>
    </>
  );
}

/** Problems at the top too, each a way to its field. */
function ProblemList({ problems, content }: { problems: readonly EditProblem[]; content: JsonValue }) {
  if (problems.length === 0) return null;
  return (
    <div className="notice bad" role="alert">
      <ul>
        {problems.map(({ path, text, kind }) => (
          <li key={path + text}>
            <strong>{kind === 'problem' ? 'Problem' : 'Finding'}</strong>
            {path !== '' && <> at {pathWords(parsePath(path), content)}</>}: {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Checks before anything is sent; findings are shown once, and then it is the reviewer's word. */
function useSubmit(
  { queue, page, content, half, refused, onSubmit }: Props,
  panel: RefObject<HTMLElement | null>,
) {
  const { api } = useSession();
  const [problems, setProblems] = useState<readonly EditProblem[]>([]);
  const [checking, setChecking] = useState(false);
  const [asks, setAsks] = useState(false);
  /** Of the findings shown. */
  const [confirm, setConfirm] = useState<string>();
  const [says, setSays] = useState('');
  const invalid = useRef(new Map<string, string>());

  // What the server refused is said where one looks: in the form, at the first field that it is about.
  useEffect(() => {
    if (!refused) return;
    const found = refused.problems ?? [];
    setProblems(found);
    setConfirm(refused.confirm);
    setAsks(refused.confirm !== undefined);
    setSays('The server has not accepted this edit; it is kept here as a draft.');
    const first = found.find(({ kind }) => kind === 'problem') ?? found[0];
    focusOn(panel.current, first?.path ?? '');
  }, [refused]);

  const check = async (): Promise<readonly EditProblem[] | undefined> => {
    if (half !== undefined) {
      setSays('The JSON is incomplete.');
      return undefined;
    }
    return (await checked(content))?.problems;
  };
  const checked = async (
    edited: JsonValue,
  ): Promise<Partial<Awaited<ReturnType<typeof api.check>>> | undefined> => {
    setChecking(true);
    setSays('');
    try {
      const answer = await api.check(queue, page.itemId, edited);
      setProblems(answer.problems);
      setConfirm(answer.confirm);
      if (answer.problems.length === 0) setSays('The checks found nothing.');
      return answer;
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      setSays(`Could not be checked: ${error.message}`);
      if (!error.passing) return undefined;
      // The server checks what it is sent; while it cannot be heard, that is where the edit waits.
      setSays('The server does not answer: the edit waits here, and is checked before it counts.');
      setConfirm(undefined);
      return { problems: [] };
    } finally {
      setChecking(false);
    }
  };
  const submitNow = async (): Promise<void> => {
    if (checking) return;
    if (half !== undefined) {
      setSays('The JSON is incomplete.');
      return focusOn(panel.current, '');
    }
    const [field] = invalid.current.keys();
    if (field !== undefined) return focusOn(panel.current, field);
    if (changesBetween(page.content, content).length === 0)
      return setSays('Nothing has changed. Go back (Esc) to approve the item as it is.');
    if (asks) return onSubmit(content, confirm);
    const found = await check();
    if (!found) return;
    const stops = found.find(({ kind }) => kind === 'problem');
    if (stops) return focusOn(panel.current, stops.path);
    if (found.length === 0) return onSubmit(content, undefined);
    setAsks(true);
    focusOn(panel.current, found[0]?.path ?? '');
    setSays('Read the findings; submit again if the edit is right anyway.');
  };
  return {
    problems,
    checking,
    asks,
    says,
    check,
    stored: async (edited: JsonValue) => (await checked(edited))?.content,
    submit: () => void submitNow(),
    invalid: (path: string, problem: string | undefined) => {
      if (problem === undefined) invalid.current.delete(path);
      else invalid.current.set(path, problem);
    },
    changed: () => {
      setAsks(false);
      setConfirm(undefined);
      setSays('');
    },
  };
}

/** Puts the focus on the field of a path, else on the first field inside it. */
function focusOn(panel: HTMLElement | null, path: string): void {
  const fields = [...(panel?.querySelectorAll<HTMLElement>('[data-path]') ?? [])];
  const at = (wanted: (field: string) => boolean): HTMLElement | undefined =>
    fields.find((element) => wanted(element.dataset['path'] ?? ''));
  const field = at((one) => one === path) ?? at((one) => one.startsWith(`${path}.`)) ?? fields[0];
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
}
