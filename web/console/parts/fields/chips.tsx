/** Several that were chosen, each with a way to take it out again, and a way to add another. */
import { useId, useState } from 'preact/hooks';

type Names = ReadonlyMap<string, string>;
type ChosenProps = {
  readonly chosen: readonly string[];
  readonly put: (all: readonly string[]) => void;
  readonly names: Names;
};
type Labelled = {
  readonly id?: string | undefined;
  readonly 'aria-label'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-describedby'?: string | undefined;
};

export const Chips = ({ chosen, put, names, isLocked = false }: ChosenProps & { readonly isLocked?: boolean }) =>
  chosen.map((id) => (
    <span key={id} class="chip still">
      {names.get(id) ?? id}
      {!isLocked && (
        <button
          type="button"
          aria-label={`Take out ${names.get(id) ?? id}`}
          onClick={() => put(chosen.filter((other) => other !== id))}
        >
          ✕
        </button>
      )}
    </span>
  ));

type ChooseProps = ChosenProps & { readonly one: string; readonly attributes: Labelled };

export const ChooseOne = ({ chosen, put, names, one, attributes }: ChooseProps) => (
  <select
    {...attributes}
    value=""
    onChange={({ currentTarget }) => put([...new Set([...chosen, currentTarget.value])].filter(Boolean))}
  >
    <option value="">+ {one}</option>
    {[...names]
      .filter(([id]) => !chosen.includes(id))
      .map(([id, shown]) => (
        <option key={id} value={id}>
          {shown}
        </option>
      ))}
  </select>
);

/** What is typed joins the others at a comma, at Enter, and when the field is left. */
export const TypeOne = ({ chosen, put, names, one, attributes }: ChooseProps) => {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const ids = new Map([...names].map(([id, name]) => [name, id]));
  const join = (text: string): void => {
    const all = text.split(',').map((word) => ids.get(word.trim()) ?? word.trim());
    setTyped('');
    if (all.some(Boolean)) put([...new Set([...chosen, ...all.filter(Boolean)])]);
  };
  return (
    <>
      <input
        {...attributes}
        list={names.size > 0 ? listId : undefined}
        autoComplete="off"
        placeholder={one}
        value={typed}
        onInput={({ currentTarget: { value } }) =>
          value.includes(',') || ids.has(value) ? join(value) : setTyped(value)
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || typed === '') return;
          event.preventDefault();
          join(typed);
        }}
        onBlur={() => typed !== '' && join(typed)}
      />
      {names.size > 0 && (
        <datalist id={listId}>
          {[...names]
            .filter(([id]) => !chosen.includes(id))
            .map(([id, name]) => (
              <option key={id} value={name} />
            ))}
        </datalist>
      )}
    </>
  );
};
