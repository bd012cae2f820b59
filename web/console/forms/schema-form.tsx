/**
 * A form made from a schema: labels, help, what is wrong while it is typed, and what the service objected to beside the field
 * it is about. The same as JSON, for who prefers that: both write the same value.
 */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { CallProblem } from '../../ui/call-problem.ts';
import { focusProblem } from '../../ui/field.tsx';
import { sentenceOf } from '../../ui/states.tsx';
import { Act } from '../parts/act.tsx';
import { Seldom } from '../parts/fields/seldom.tsx';
import { type FormName, useSchemas } from './form-schemas.ts';
import { followed, isSaidOf, partsOf } from './new-record-rules.ts';
import { problemsOf } from './problem-rules.ts';
import type { QuestionProps } from './asked.tsx';
import { Members } from './question.tsx';
import type { Json, Schema } from './schema-rules.ts';
import { noWords } from './words/form-words.ts';

type JsonViewProps = { readonly value: Json; readonly set: (next: Json) => void; readonly isLocked: boolean };

const MOST_LINES = 24;

const JsonView = ({ value, set, isLocked }: JsonViewProps) => {
  const written = JSON.stringify(value, null, 2);
  const [draft, setDraft] = useState<{ readonly text: string; readonly problem: string } | undefined>();
  const put = (text: string): void => {
    try {
      set(JSON.parse(text) as Json);
      setDraft(undefined);
    } catch (error) {
      setDraft({ text, problem: sentenceOf(error) });
    }
  };
  return (
    <details class="json-view">
      <summary>The same as JSON, for programs</summary>
      <textarea
        aria-label="JSON"
        rows={Math.min(MOST_LINES, (draft?.text ?? written).split('\n').length + 1)}
        spellcheck={false}
        readOnly={isLocked}
        value={draft?.text ?? written}
        onInput={({ currentTarget }) => put(currentTarget.value)}
      />
      {draft && <small class="warn">{draft.problem}</small>}
    </details>
  );
};

type PartsProps = Pick<QuestionProps, 'schema' | 'set' | 'form'> & { readonly first: Json };
const Parts = ({ schema, set, form, first }: PartsProps) => {
  const [usual, seldom] = partsOf(schema, form.name);
  const [wasSaid] = useState(() => isSaidOf(seldom, first));
  const names = new Set(Object.keys(seldom.properties ?? {}));
  const asked = { value: form.whole, set, path: '', form };
  return (
    <>
      <Members schema={usual} {...asked} />
      {names.size > 0 && (
        <Seldom isOpen={wasSaid || [...form.problems.keys()].some((at) => names.has(at.split(/[.[]/)[0] ?? ''))}>
          <Members schema={seldom} {...asked} />
        </Seldom>
      )}
    </>
  );
};

export type SchemaFormProps = {
  /** Which words its fields have. */
  readonly name: FormName;
  readonly schema: Schema;
  readonly value: Json;
  readonly isLocked: boolean;
  readonly save: (next: Json) => Promise<unknown>;
  readonly saveName?: string;
  /** There is nothing yet that could be changed: it can be saved as it stands. */
  readonly isNew?: boolean;
  /** What is asked for besides, by what stands in the form. */
  readonly more?: (now: Json) => ComponentChildren;
};

const MARKED = 'Look at the marked fields.';

export const SchemaForm = ({
  name,
  schema,
  value,
  isLocked,
  save,
  saveName = 'Save',
  isNew = false,
  more,
}: SchemaFormProps) => {
  const place = useRef<HTMLFormElement>(null);
  // Whoever shows a form has its schema, which came with them.
  const words = useSchemas().answer?.words ?? noWords;
  const [now, setNow] = useState(value);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setTried] = useState(false);
  const found = problemsOf(schema, now);
  const shown = found.filter(({ isMissing }) => isTried || !isMissing);
  const problems = new Map([...refused, ...shown.map(({ path, message }) => [path, message] as const)]);
  const isChanged = isNew || JSON.stringify(now) !== JSON.stringify(value);
  const set = (next: unknown): void => {
    setNow(isNew ? followed(now, next as Json) : (next as Json));
    setRefused(new Map());
  };
  const send = async (): Promise<void> => {
    setTried(true);
    const mark = (): void => void (place.current && focusProblem(place.current));
    if (found.length > 0) {
      mark();
      throw new Error(MARKED);
    }
    try {
      await save(now);
    } catch (error) {
      if (error instanceof CallProblem)
        setRefused(new Map(error.details.map(({ field, message }) => [field, message])));
      mark();
      throw error;
    }
  };
  return (
    <form ref={place} class="schema-form" noValidate onSubmit={(event) => event.preventDefault()}>
      {isNew && !isLocked && <p class="soft needed-note">What has a star is needed.</p>}
      <Parts schema={schema} first={value} {...{ set, form: { name, words, whole: now, problems, isLocked } }} />
      {more?.(now)}
      <JsonView value={now} set={set} isLocked={isLocked} />
      {!isLocked && (
        <div class="acts form-acts">
          <Act disabled={!isChanged} run={send}>
            {saveName}
          </Act>
          {isChanged && !isNew && (
            <>
              <button type="button" class="text-button" onClick={() => set(value)}>
                Undo
              </button>
              <span class="soft">Not saved yet</span>
            </>
          )}
        </div>
      )}
    </form>
  );
};
