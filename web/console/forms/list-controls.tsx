/** Controls that choose from what there is: one of a list, some of it, ticks, words with a list at hand, a product, a size. */
import { useId } from 'preact/hooks';
import { ChooseOne, Chips, TypeOne } from '../parts/fields/chips.tsx';
import { ProductInput, useProductSizes } from '../parts/fields/product-input.tsx';
import { Tick } from '../parts/tick.tsx';
import { may } from '../session.ts';
import { Asked, emptyOf, problemAt, type QuestionProps, Said, shown } from './asked.tsx';
import { noneName } from './words/choice-words.ts';
import type { Source } from './field-kinds.ts';
import { beside, valueAt } from './field-places.ts';
import { type Known, MOST_LISTED, nothingKnown, useKnown } from './known-lists.ts';
import { labelOf, oneOf } from './words/labels.ts';
import { figureOf, useTyped } from './plain-controls.tsx';
import { list, type Schema, typesOf } from './schema-rules.ts';

type FromProps = QuestionProps & { readonly from: Source };

const isFigure = (schema: Schema): boolean => typesOf(schema).includes('integer');

type HandProps = QuestionProps & { readonly known: Known; readonly hint?: string };
/** Typed, with the names at hand. */
const AtHand = ({ known, ...props }: HandProps) => {
  const listId = useId();
  const empty = emptyOf(props, isFigure(props.schema) ? undefined : '');
  const read = (text: string): unknown => (isFigure(props.schema) ? figureOf(text, empty) : text || empty);
  const typing = useTyped(props, shown(props.value), read);
  return (
    <Asked {...props}>
      {(attributes) => (
        <>
          <input {...attributes} {...typing} list={listId} />
          <datalist id={listId}>
            {[...known].map(([id, name]) => (
              <option key={id} value={id} label={name} />
            ))}
          </datalist>
        </>
      )}
    </Asked>
  );
};

export const Suggested = ({ from, ...props }: FromProps) => <AtHand {...props} known={useKnown(from)} />;

const chosenFirst = (known: Known, now: string): Known => {
  if (now === '' || known.has(now)) return known;
  return new Map([[now, now], ...known]);
};

/** What is not in the list stays, under its own name. */
const Listed = ({ known, ...props }: HandProps) => {
  const { schema, path, form, isRequired } = props;
  const now = shown(props.value);
  const none = noneName(path, form) ?? (isRequired ? 'Choose one' : 'None');
  return (
    <Asked {...props}>
      {(attributes) => (
        <select
          {...attributes}
          disabled={form.isLocked}
          value={now}
          onChange={({ currentTarget: { value } }) =>
            props.set(isFigure(schema) && value !== '' ? Number(value) : value || emptyOf(props, ''))
          }
        >
          {(!isRequired || now === '') && <option value="">{none}</option>}
          {[...chosenFirst(known, now)].map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Asked>
  );
};

/** What cannot be chosen because there is none, for who could see it if there were. */
const firstOnes: ReadonlyMap<Source, readonly [reads: string, hint: string]> = new Map([
  ['stores', ['company/locations/read', 'There are no stores yet. Add one under Delivery first.']],
  ['sellers', ['company/products/read', 'There are no sellers yet. Add one under Products first.']],
]);

/** Long lists, and those that he may not read, are typed into. */
export const OneOf = ({ from, ...props }: FromProps) => {
  const known = useKnown(from);
  const isOwn = (from === 'stores' || from === 'sellers') && known !== nothingKnown;
  const isTyped = isOwn && (known.size === 0 || known.size >= MOST_LISTED);
  const [reads = '', hint] = (known.size === 0 && firstOnes.get(from)) || [];
  const told = hint !== undefined && may(reads) ? { hint } : {};
  return isTyped ? <AtHand {...props} {...told} known={known} /> : <Listed {...props} known={known} />;
};

type SeveralProps = FromProps & { readonly isOpen: boolean };
/** Some of a list; where it is open, others can be typed. */
const Several = ({ isOpen, from, ...props }: SeveralProps) => (
  <SeveralOf {...props} isOpen={isOpen} known={useKnown(from)} />
);
const SeveralOf = ({ isOpen, known, ...props }: HandProps & { readonly isOpen: boolean }) => {
  const items = props.schema.items ?? {};
  const put = (all: readonly string[]): void => {
    const next = isFigure(items) ? all.map((one) => figureOf(one, one)) : all;
    props.set(next.length === 0 && !props.isRequired ? undefined : next);
  };
  const chosen = list(props.value).map(String);
  const adding = { chosen, put, names: known };
  const one = oneOf(props.path, props.form).toLowerCase();
  return (
    <Asked {...props}>
      {(attributes) => (
        <span class="chips">
          <Chips {...adding} isLocked={props.form.isLocked} />
          {!props.form.isLocked &&
            (isOpen ? (
              <TypeOne {...adding} one={`Add a ${one}`} attributes={attributes} />
            ) : (
              <ChooseOne {...adding} one={`Add a ${one}`} attributes={attributes} />
            ))}
        </span>
      )}
    </Asked>
  );
};
export const Some = (props: FromProps) => <Several {...props} isOpen={false} />;
export const Typed = (props: FromProps) => <Several {...props} isOpen />;
export const Words = (props: QuestionProps) => <SeveralOf {...props} isOpen known={nothingKnown} />;

/** Of a short list each stands with its tick; in any case counts as it is written in the list. */
export const Ticks = ({ from, ...props }: FromProps) => {
  const known = useKnown(from);
  const chosen = list(props.value).map(String);
  const problem = problemAt(props);
  const put = (one: string, on: boolean): void => {
    const next = on ? [...chosen, one] : chosen.filter((other) => other.toUpperCase() !== one.toUpperCase());
    props.set(next.length === 0 && !props.isRequired ? undefined : next);
  };
  const upper = new Set(chosen.map((one) => one.toUpperCase()));
  const all = new Map([...[...upper].map((one) => [one, one] as const), ...known]);
  return (
    <fieldset class="wide group" disabled={props.form.isLocked}>
      <legend>{labelOf(props.path, props.form)}</legend>
      <Said {...props} />
      <div class="tick-row">
        {[...all].map(([one, name]) => (
          <Tick key={one} on={upper.has(one)} set={(on) => put(one, on)}>
            {name}
          </Tick>
        ))}
      </div>
      {problem && <p class="warn">{problem}</p>}
    </fieldset>
  );
};

export const Product = (props: QuestionProps) => {
  const typing = useTyped(props, shown(props.value), (text) => figureOf(text, emptyOf(props, undefined)));
  return <Asked {...props}>{(attributes) => <ProductInput {...attributes} {...typing} />}</Asked>;
};

/** One of those that the product beside it has. */
export const Size = (props: QuestionProps) => {
  const { sizes } = useProductSizes(shown(valueAt(props.form.whole, beside(props.path, 'item_id'))));
  const known = new Map(sizes);
  return known.size === 0 ? <AtHand {...props} known={known} /> : <Listed {...props} known={known} />;
};
