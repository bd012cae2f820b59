/** What stands in the run of a sentence: a figure, a choice, and the buttons that add and take away a clause. */
import type { ComponentChildren } from 'preact';
import { currencySign } from '../../../parts/amounts.ts';
import type { NumberSlot } from './sentence-parts.ts';

type FigureProps = {
  readonly kind: NumberSlot['slot'];
  readonly name: string;
  readonly value: number | undefined;
  readonly isLocked: boolean;
  readonly onChange: (value: number | undefined) => void;
};
export const Figure = ({ kind, name, value, isLocked, onChange }: FigureProps) => (
  <span class="blank-figure">
    {kind === 'amount' && <span aria-hidden="true">{currencySign()}</span>}
    <input
      type="number"
      min="0"
      step={kind === 'units' ? '1' : 'any'}
      aria-label={name}
      readOnly={isLocked}
      value={value ?? ''}
      onInput={({ currentTarget: { value: text } }) => onChange(text === '' ? undefined : Number(text))}
    />
    {kind === 'percent' && <span aria-hidden="true">%</span>}
  </span>
);

type PickProps = {
  readonly name: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly isLocked: boolean;
  readonly onChange: (value: string) => void;
};
export const Pick = ({ name, value, choices, isLocked, onChange }: PickProps) => (
  <select
    class="blank-choice"
    aria-label={name}
    disabled={isLocked}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
  >
    {choices.map(([one, shown]) => (
      <option key={one} value={one}>
        {shown}
      </option>
    ))}
  </select>
);

export const More = ({ children, press }: { readonly children: ComponentChildren; readonly press: () => void }) => (
  <button type="button" class="chip" onClick={press}>
    + {children}
  </button>
);
export const Less = ({ name, press }: { readonly name: string; readonly press: () => void }) => (
  <button type="button" class="text-button" aria-label={`Remove: ${name}`} onClick={press}>
    ✕
  </button>
);
