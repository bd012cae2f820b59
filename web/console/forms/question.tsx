/** A question of a form, whatever it asks for: one value, an object, a list of objects, objects by name. */
import { useState } from 'preact/hooks';
import { hintOf } from './hints.ts';
import { labelOf, oneOf } from './labels.ts';
import { Choice, Figure, Flag, Line, LongText, type QuestionProps, Spans, Words } from './plain-controls.tsx';
import {
  type Control,
  controlOf,
  eachOf,
  freshOf,
  isNullable,
  type Json,
  list,
  record,
  withMember,
} from './schema-rules.ts';

type MembersProps = Omit<QuestionProps, 'isRequired'>;

/** Every member of an object, in the order of its schema. */
export const Members = ({ schema, value, set, path, form }: MembersProps) => (
  <div class="members">
    {Object.entries(schema.properties ?? {}).map(([name, member]) => (
      <Question
        key={name}
        schema={member}
        value={new Map(Object.entries(record(value))).get(name)}
        set={(next) => set(withMember(value, name, next))}
        path={path === '' ? name : `${path}.${name}`}
        isRequired={(schema.required ?? []).includes(name)}
        form={form}
      />
    ))}
  </div>
);

const Said = ({ schema, path }: Pick<QuestionProps, 'schema' | 'path'>) => {
  const hint = hintOf(schema.description, labelOf(path), 'without the tick');
  return hint ? <p class="soft">{hint}</p> : null;
};

/** An object that may be missing is wanted or not. */
const Group = (props: QuestionProps) => {
  const { schema, value, set, path, isRequired, form } = props;
  const nothing = isNullable(schema) ? null : undefined;
  const mayMiss = !isRequired || isNullable(schema);
  const isThere = !mayMiss || (value !== undefined && value !== null);
  return (
    <fieldset class="wide group">
      <legend>
        {mayMiss ? (
          <label class="tick">
            <input
              type="checkbox"
              disabled={form.isLocked}
              checked={isThere}
              onChange={({ currentTarget }) =>
                set(currentTarget.checked ? freshOf({ ...schema, default: null }) : nothing)
              }
            />
            {labelOf(path)}
          </label>
        ) : (
          labelOf(path)
        )}
      </legend>
      <Said schema={schema} path={path} />
      {isThere && <Members schema={schema} value={value} set={set} path={path} form={form} />}
    </fieldset>
  );
};

const Problem = ({ path, form }: Pick<QuestionProps, 'path' | 'form'>) => {
  const problem = form.problems.get(path);
  return problem ? <p class="warn">{problem}</p> : null;
};

const moved = (all: readonly unknown[], from: number, to: number): readonly unknown[] =>
  all.toSpliced(from, 1).toSpliced(to, 0, all[from]);

/** A list of objects: each in a box of its own, the first one first. */
const Entries = ({ schema, value, set, path, isRequired, form }: QuestionProps) => {
  const all = list(value);
  const one = oneOf(path);
  const items = schema.items ?? {};
  const put = (next: readonly unknown[]): void => set(next.length === 0 && !isRequired ? undefined : next);
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path)}</legend>
      <Said schema={schema} path={path} />
      {all.map((entry, place) => (
        <fieldset key={place} class="entry">
          <legend>
            {one} {place + 1}
          </legend>
          <Members
            schema={items}
            value={entry}
            set={(next) => put(all.with(place, next))}
            path={`${path}[${place}]`}
            form={form}
          />
          {!form.isLocked && (
            <div class="entry-acts">
              {place > 0 && (
                <button type="button" class="text-button" onClick={() => put(moved(all, place, place - 1))}>
                  Up
                  <span class="unseen">
                    {' '}
                    with {one.toLowerCase()} {place + 1}
                  </span>
                </button>
              )}
              <button type="button" class="text-button" onClick={() => put(all.toSpliced(place, 1))}>
                Remove
                <span class="unseen">
                  {' '}
                  {one.toLowerCase()} {place + 1}
                </span>
              </button>
            </div>
          )}
        </fieldset>
      ))}
      <Problem path={path} form={form} />
      {!form.isLocked && (
        <button type="button" class="chip" onClick={() => put([...all, freshOf(items)])}>
          + {one}
        </button>
      )}
    </fieldset>
  );
};

type NamedProps = QuestionProps & {
  readonly fresh: unknown;
  readonly show: (name: string, one: unknown, put: (next: unknown) => void) => preact.ComponentChildren;
};

/** Values by name; a new one is named first. */
const Named = ({ schema, value, set, path, form, fresh, show }: NamedProps) => {
  const [name, setName] = useState('');
  const all = record(value);
  const isFree = name.trim() !== '' && !Object.hasOwn(all, name.trim());
  const add = (): void => {
    if (!isFree) return;
    set({ ...all, [name.trim()]: fresh });
    setName('');
  };
  const without = (gone: string): Json => withMember(all, gone, undefined);
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path)}</legend>
      <Said schema={schema} path={path} />
      {Object.entries(all).map(([one, member]) => (
        <div key={one} class="entry">
          {show(one, member, (next) => set({ ...all, [one]: next }))}
          {!form.isLocked && (
            <div class="entry-acts">
              <button type="button" class="text-button" onClick={() => set(without(one))}>
                Remove<span class="unseen"> {one}</span>
              </button>
            </div>
          )}
        </div>
      ))}
      {!form.isLocked && (
        <div class="add-named">
          <input
            aria-label={`Name of another one of ${labelOf(path)}`}
            placeholder="Name"
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
          <button type="button" class="chip" disabled={!isFree} onClick={add}>
            + Add
          </button>
        </div>
      )}
    </fieldset>
  );
};

const ByName = (props: QuestionProps) => {
  const each = eachOf(props.schema);
  return (
    <Named
      {...props}
      fresh={freshOf(each)}
      show={(name, one, put) => (
        <fieldset>
          <legend>{name}</legend>
          <Members schema={each} value={one} set={put} path={`${props.path}.${name}`} form={props.form} />
        </fieldset>
      )}
    />
  );
};

/** What was a text stays one; anything else is written as JSON, and is a text while it is none. */
const pairText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const pairValue = (before: unknown, text: string): unknown => {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const Pairs = (props: QuestionProps) => (
  <Named
    {...props}
    fresh=""
    show={(name, one, put) => (
      <label class="pair">
        <span>{name}</span>
        <input
          readOnly={props.form.isLocked}
          value={pairText(one)}
          onInput={({ currentTarget }) => put(pairValue(one, currentTarget.value))}
        />
      </label>
    )}
  />
);

const controls: Readonly<Record<Control, (props: QuestionProps) => preact.JSX.Element>> = {
  choice: Choice,
  flag: Flag,
  number: Figure,
  line: Line,
  text: LongText,
  words: Words,
  spans: Spans,
  entries: Entries,
  group: Group,
  named: ByName,
  pairs: Pairs,
};

const Question = (props: QuestionProps) => {
  const Asking = controls[controlOf(props.schema)];
  return <Asking {...props} />;
};
