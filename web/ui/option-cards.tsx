/** One of several, each with a line or two about it: radio buttons in the shape of cards. */
import { type ComponentChildren, Fragment } from 'preact';

export type OptionCard = {
  readonly value: string;
  readonly title: ComponentChildren;
  readonly about?: ComponentChildren;
  /** At the far end, such as what it costs. */
  readonly aside?: ComponentChildren;
  readonly disabled?: boolean;
  /** What is asked next of who chose it. */
  readonly below?: ComponentChildren;
};
type OptionCardsProps = {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly OptionCard[];
  readonly chosen: string;
  readonly onChoose: (value: string) => void;
};

export const OptionCards = ({ legend, name, options, chosen, onChoose }: OptionCardsProps) => (
  <fieldset class="option-cards">
    <legend class="unseen">{legend}</legend>
    {options.map(({ value, title, about, aside, disabled = false, below }) => (
      <Fragment key={value}>
        <label class="option-card">
          <input
            type="radio"
            name={name}
            value={value}
            checked={chosen === value}
            disabled={disabled}
            onChange={() => onChoose(value)}
          />
          <span class="option-words">
            <span class="option-title">{title}</span>
            {about !== undefined && <span class="option-about">{about}</span>}
          </span>
          {aside !== undefined && <span class="option-aside">{aside}</span>}
        </label>
        {below}
      </Fragment>
    ))}
  </fieldset>
);
