/** Values by name: objects of a kind under each, or plain values beside theirs. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type QuestionProps, Said } from './asked.tsx';
import { namesFrom, type Source } from './field-kinds.ts';
import { type Known, useKnown } from './known-lists.ts';
import { labelOf } from './words/labels.ts';
import type { Members } from './members.ts';
import { eachOf, freshOf, record, withMember } from './schema-rules.ts';

type ShellProps = QuestionProps & {
  readonly show: (name: string, one: unknown, put: (next: unknown) => void) => ComponentChildren;
  /** How another one is added: `add` is given its name and value. */
  readonly adder: (add: (name: string, one: unknown) => void, isFree: (name: string) => boolean) => ComponentChildren;
};

const Shell = ({ show, adder, ...props }: ShellProps) => {
  const { value, set, path, form } = props;
  const all = record(value);
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path, form)}</legend>
      <Said {...props} />
      {Object.entries(all).map(([one, member]) => (
        <div key={one} class="entry">
          {show(one, member, (next) => set({ ...all, [one]: next }))}
          {!form.isLocked && (
            <div class="entry-acts">
              <button type="button" class="text-button" onClick={() => set(withMember(all, one, undefined))}>
                Remove<span class="unseen"> {one}</span>
              </button>
            </div>
          )}
        </div>
      ))}
      {!form.isLocked &&
        adder(
          (name, one) => set({ ...all, [name]: one }),
          (name) => name.trim() !== '' && !Object.hasOwn(all, name.trim()),
        )}
    </fieldset>
  );
};

type AddProps = {
  readonly of: string;
  readonly isFree: (name: string) => boolean;
  readonly add: (name: string, value: string) => void;
  /** Whether its value is written beside it. */
  readonly hasValue?: boolean;
};
const AddNamed = ({ of, isFree, add, hasValue = false }: AddProps) => {
  const [name, setName] = useState('');
  const [value, setValue] = useState('');
  const put = (): void => {
    add(name.trim(), value);
    setName('');
    setValue('');
  };
  return (
    <div class="add-named">
      <input
        aria-label={`Name of another one of ${of}`}
        placeholder="Name"
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      {hasValue && (
        <input
          aria-label={`Value of another one of ${of}`}
          placeholder="Value"
          value={value}
          onInput={({ currentTarget }) => setValue(currentTarget.value)}
          // Whoever wrote both wants it, also without the button.
          onBlur={() => value !== '' && isFree(name) && put()}
        />
      )}
      <button type="button" class="chip" disabled={!isFree(name)} onClick={put}>
        + Add
      </button>
    </div>
  );
};

const ChooseNamed = ({ of, isFree, add, known }: AddProps & { readonly known: Known }) => (
  <select
    aria-label={`Add one of ${of}`}
    value=""
    onChange={({ currentTarget: { value } }) => value !== '' && add(value, '')}
  >
    <option value="">+ Add</option>
    {[...known]
      .filter(([id]) => isFree(id))
      .map(([id, name]) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
  </select>
);

type NamedProps = QuestionProps & { readonly ask: Members };

/** Names that are known are chosen, others are written. */
const Objects = ({ ask: Members, known, ...props }: NamedProps & { readonly known?: Known }) => {
  const each = eachOf(props.schema);
  const of = labelOf(props.path, props.form);
  return (
    <Shell
      {...props}
      show={(name, one, put) => (
        <fieldset>
          <legend>{known?.get(name) ?? name}</legend>
          <Members schema={each} value={one} set={put} path={`${props.path}.${name}`} form={props.form} />
        </fieldset>
      )}
      adder={(add, isFree) => {
        const begin = (name: string): void => add(name, freshOf(each));
        return known === undefined ? (
          <AddNamed of={of} isFree={isFree} add={begin} />
        ) : (
          <ChooseNamed of={of} known={known} isFree={isFree} add={begin} />
        );
      }}
    />
  );
};
const KnownNames = ({ from, ...props }: NamedProps & { readonly from: Source }) => (
  <Objects {...props} known={useKnown(from)} />
);

export const ByName = (props: NamedProps) => {
  const from = namesFrom(props.path, props.form.name);
  return from === undefined ? <Objects {...props} /> : <KnownNames {...props} from={from} />;
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

export const Pairs = (props: QuestionProps) => (
  <Shell
    {...props}
    show={(name, one, put) => (
      <label class="pair">
        <span>{/^(ean|sku|upc)$/.test(name) ? name.toUpperCase() : name}</span>
        <input
          readOnly={props.form.isLocked}
          value={pairText(one)}
          onInput={({ currentTarget }) => put(pairValue(one, currentTarget.value))}
        />
      </label>
    )}
    adder={(add, isFree) => <AddNamed of={labelOf(props.path, props.form)} isFree={isFree} add={add} hasValue />}
  />
);
