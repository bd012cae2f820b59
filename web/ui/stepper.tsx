/** A quantity with a button on each side. */
import { uiWords } from './ui-words.ts';

export type StepperProps = {
  /** What is counted, for people who do not see it. */
  readonly label: string;
  readonly value: number;
  readonly least: number;
  readonly most: number;
  readonly step?: number;
  readonly onChange: (value: number) => void;
};
type SideProps = { readonly sign: string; readonly label: string; readonly off: boolean; readonly press: () => void };

const Side = ({ sign, label, off, press }: SideProps) => (
  <button type="button" aria-label={label} aria-disabled={off} onClick={() => off || press()}>
    {sign}
  </button>
);

export const Stepper = ({ label, value, least, most, step = 1, onChange }: StepperProps) => {
  const type = (text: string): void => {
    const typed = Number.parseInt(text, 10);
    if (Number.isFinite(typed)) onChange(Math.min(most, Math.max(least, typed)));
  };
  return (
    <div class="stepper" role="group" aria-label={label}>
      <Side
        sign="−"
        label={uiWords.get().oneFewer}
        off={value <= least}
        press={() => onChange(Math.max(least, value - step))}
      />
      <input
        aria-label={label}
        inputMode="numeric"
        value={value}
        onChange={(event) => {
          type(event.currentTarget.value);
          event.currentTarget.value = String(value);
        }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Side
        sign="+"
        label={uiWords.get().oneMore}
        off={value >= most}
        press={() => onChange(Math.min(most, value + step))}
      />
    </div>
  );
};
