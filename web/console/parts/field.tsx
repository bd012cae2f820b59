/** Fields of forms and filters: a name, a control, and what is wrong with what stands in it. */
import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { WithUnit } from './fields/unit.tsx';

type FieldProps = {
  readonly name: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
  readonly isNeeded?: boolean;
};
export const Field = ({ name, hint, children, isNeeded = false }: FieldProps) => (
  <label class="field">
    <span class={isNeeded ? 'label needed' : 'label'}>{name}</span>
    {children}
    {hint && <small>{hint}</small>}
  </label>
);

export type Choices = readonly (readonly [value: string, name: string])[];
type SelectProps = {
  readonly name: string;
  readonly value: string;
  readonly choices: Choices;
  readonly onChange: (value: string) => void;
  readonly hint?: ComponentChildren;
};
export const Select = ({ name, value, choices, onChange, hint }: SelectProps) => (
  <Field name={name} hint={hint}>
    <select value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {choices.map(([choice, shown]) => (
        <option key={choice} value={choice}>
          {shown}
        </option>
      ))}
    </select>
  </Field>
);

type LongTextProps = Pick<SelectProps, 'name' | 'value' | 'onChange'> & { readonly required: boolean };
export const LongText = ({ name, value, onChange, required }: LongTextProps) => (
  <Field name={name}>
    <textarea
      rows={3}
      required={required}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  </Field>
);

type TextProps = {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'search' | 'date' | 'datetime-local' | 'number' | 'email' | 'url';
  readonly hint?: ComponentChildren;
  readonly placeholder?: string;
  readonly required?: boolean;
  readonly step?: string;
  /** What it is counted in; a currency stands before the figure. */
  readonly unit?: string;
};
/** Filters ask the service: they tell when the writing is done. Fields of forms tell at every key, so that Enter sends what stands there. */
const tellsWhenDone = new Set(['search', 'date']);

export const Text = ({ name, value, onChange, type = 'text', hint, unit, ...rest }: TextProps) => {
  // What is being written stays when the page is drawn again meanwhile.
  const [written, setWritten] = useState(value);
  useEffect(() => setWritten(value), [value]);
  type Told = { readonly currentTarget: HTMLInputElement };
  const write = ({ currentTarget }: Told): void => setWritten(currentTarget.value);
  const tell = ({ currentTarget }: Told): void => onChange(currentTarget.value);
  // The types of an input's attributes differ by its type; ours take what all of them have.
  const shown = tellsWhenDone.has(type) ? written : value;
  const attributes = { ...rest, type, value: shown } as JSX.IntrinsicElements['input'];
  return (
    <Field name={name} hint={hint} isNeeded={rest.required ?? false}>
      <WithUnit unit={unit} isBefore>
        <input
          {...attributes}
          {...(tellsWhenDone.has(type) ? { onInput: write, onChange: tell } : { onInput: tell })}
        />
      </WithUnit>
    </Field>
  );
};
