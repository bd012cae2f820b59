/**
 * A form made from a schema: labels, help, what is wrong while it is typed, and what the service objected to beside the field
 * it is about. The same as JSON, for who prefers that: both write the same value.
 */
import { useRef, useState } from 'preact/hooks';
import { CallProblem } from '../../ui/call-problem.ts';
import { focusProblem } from '../../ui/field.tsx';
import { sentenceOf } from '../../ui/states.tsx';
import { Act } from '../parts/act.tsx';
import { problemsOf } from './problem-rules.ts';
import { Members } from './question.tsx';
import type { Json, Schema } from './schema-rules.ts';

type JsonViewProps = { readonly value: Json; readonly set: (next: Json) => void; readonly isLocked: boolean };

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
      <summary>As the API takes it</summary>
      <textarea
        aria-label="JSON"
        rows={18}
        spellcheck={false}
        readOnly={isLocked}
        value={draft?.text ?? written}
        onInput={({ currentTarget }) => put(currentTarget.value)}
      />
      {draft && <small class="warn">{draft.problem}</small>}
    </details>
  );
};

export type SchemaFormProps = {
  readonly schema: Schema;
  readonly value: Json;
  readonly isLocked: boolean;
  readonly save: (next: Json) => Promise<unknown>;
  readonly saveName?: string;
  /** There is nothing yet that could be changed: it can be saved as it stands. */
  readonly isNew?: boolean;
};

const MARKED = 'Look at the marked fields.';

export const SchemaForm = ({ schema, value, isLocked, save, saveName = 'Save', isNew = false }: SchemaFormProps) => {
  const place = useRef<HTMLFormElement>(null);
  const [now, setNow] = useState(value);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [isTried, setTried] = useState(false);
  const found = problemsOf(schema, now);
  const shown = found.filter(({ isMissing }) => isTried || !isMissing);
  const problems = new Map([...refused, ...shown.map(({ path, message }) => [path, message] as const)]);
  const isChanged = isNew || JSON.stringify(now) !== JSON.stringify(value);
  const set = (next: unknown): void => {
    setNow(next as Json);
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
      <Members schema={schema} value={now} set={set} path="" form={{ problems, isLocked }} />
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
