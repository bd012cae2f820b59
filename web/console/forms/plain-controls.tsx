/** Controls for one value: a choice, a figure, a line, a text. An empty one says what its schema says for nothing. */
import { useState } from 'preact/hooks';
import { ownAddress } from '../../ui/own-address.ts';
import { currencySign } from '../parts/amounts.ts';
import { WithUnit } from '../parts/fields/unit.tsx';
import { session } from '../session.ts';
import { Asked, emptyOf, type QuestionProps, shown } from './asked.tsx';
import { choiceName, noneName, usualChoice } from './words/choice-words.ts';
import { currencyAt, unitOf } from './field-units.ts';
import { hintAt } from './words/hints.ts';
import { isHundredths, labelOf } from './words/labels.ts';
import { isNullable, record, type Schema, withMember } from './schema-rules.ts';

export const Choice = (props: QuestionProps) => {
  const { schema, path, form, value, isRequired } = props;
  const usual = usualChoice(schema, path, form);
  const now = shown(value) || (isNullable(schema) ? '' : (usual ?? ''));
  const mayBeNone = isNullable(schema) || (usual === undefined && (!isRequired || now === ''));
  return (
    <Asked {...props}>
      {(attributes) => (
        <select
          {...attributes}
          disabled={form.isLocked}
          value={now}
          onChange={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
        >
          {mayBeNone && <option value="">{noneName(path, form) ?? 'None'}</option>}
          {(schema.enum ?? [])
            .filter((one) => one !== null)
            .map((one) => (
              <option key={one} value={one}>
                {choiceName(one, path, form)}
              </option>
            ))}
        </select>
      )}
    </Asked>
  );
};

/** What counts where nothing is said. */
const usual = ({ default: standard, description = '' }: Schema): boolean =>
  typeof standard === 'boolean' ? standard : /\btrue when left out/.test(description);

export const Flag = (props: QuestionProps) => {
  const hint = hintAt(props);
  return (
    <div class="field flag">
      <label class="tick">
        <input
          type="checkbox"
          disabled={props.form.isLocked}
          checked={typeof props.value === 'boolean' ? props.value : usual(props.schema)}
          onChange={({ currentTarget }) => props.set(currentTarget.checked)}
        />
        {labelOf(props.path, props.form)}
      </label>
      {hint && <small>{hint}</small>}
    </div>
  );
};

/** A line to type in: what is typed stays as it is typed, while it means the same. */
export const useTyped = ({ value, set, form }: QuestionProps, written: string, read: (text: string) => unknown) => {
  const [typed, setTyped] = useState(written);
  const isStill = JSON.stringify(read(typed)) === JSON.stringify(value);
  return {
    autoComplete: 'off',
    readOnly: form.isLocked,
    value: isStill ? typed : written,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setTyped(currentTarget.value);
      set(read(currentTarget.value));
    },
  } as const;
};

export const figureOf = (text: string, empty: unknown): unknown => {
  if (text.trim() === '') return empty;
  const figure = Number(text);
  return Number.isFinite(figure) ? figure : text;
};

const HUNDREDTHS = 100;

export const Figure = (props: QuestionProps) => {
  const { path, value, form } = props;
  const scale = isHundredths(path) ? HUNDREDTHS : 1;
  const read = (text: string): unknown => {
    const figure = figureOf(text, emptyOf(props, undefined));
    // 18.05 is 1805 hundredths, not 1804.9999999999998.
    return typeof figure === 'number' && scale > 1 ? Number((figure * scale).toPrecision(12)) : figure;
  };
  const typing = useTyped(props, typeof value === 'number' ? String(value / scale) : shown(value), read);
  const unit = unitOf(path, form.name, form.whole);
  const isMoney = unit === 'money';
  return (
    <Asked {...props}>
      {(attributes) => (
        <WithUnit
          unit={isMoney ? currencySign(currencyAt(path, form.whole)) : unit}
          isBefore={isMoney}
          id={`${attributes.id}-unit`}
        >
          <input
            {...attributes}
            aria-describedby={
              [...(unit ? [`${attributes.id}-unit`] : []), attributes['aria-describedby'] ?? []].flat().join(' ') ||
              undefined
            }
            inputMode="decimal"
            {...typing}
          />
        </WithUnit>
      )}
    </Asked>
  );
};

export const Line = (props: QuestionProps) => (
  <Asked {...props} isWide={/(^|_)address$/.test(props.path)}>
    {(attributes) => (
      <input
        {...attributes}
        autoComplete="off"
        readOnly={props.form.isLocked}
        value={shown(props.value)}
        onInput={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
      />
    )}
  </Asked>
);

export const LongText = (props: QuestionProps) => (
  <Asked {...props} isWide>
    {(attributes) => (
      <textarea
        {...attributes}
        rows={4}
        readOnly={props.form.isLocked}
        value={shown(props.value)}
        onInput={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
      />
    )}
  </Asked>
);

/** The word on a product's picture; what else its pages put there stays. */
export const Mark = (props: QuestionProps) => {
  const { tag = '' } = record(props.value);
  const put = (text: string): void => {
    const next = withMember(props.value, 'tag', text || undefined);
    props.set(Object.keys(next).length === 0 ? emptyOf(props, undefined) : next);
  };
  return (
    <Asked {...props}>
      {(attributes) => (
        <input
          {...attributes}
          autoComplete="off"
          readOnly={props.form.isLocked}
          value={shown(tag)}
          onInput={({ currentTarget }) => put(currentTarget.value)}
        />
      )}
    </Asked>
  );
};

/** What the picture at an address looks like, beside the address. */
export const Thumbnail = ({ address }: { readonly address: unknown }) => (
  <span class="thumbnail">
    {typeof address === 'string' && /^(https?:\/\/|\/)[^\s"<>]+$/.test(address) && (
      <img src={ownAddress(address, session)} alt="" loading="lazy" />
    )}
  </span>
);
