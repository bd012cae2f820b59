/** A line of the cart: what it is, how many, what it costs, what acts on it, what came with it and what is wrong with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { money } from '../ui/money.ts';
import { Stepper } from '../ui/stepper.tsx';
import { promisedDay } from './dates.ts';
import { type CartLine, type Outcome, removeLine, setQuantity, sizeOf } from './cart.ts';
import { GiftWrap } from './gift-wrap.tsx';
import { type LineGroup, wholePrice } from './line-groups.ts';
import { Picture } from './product-card.tsx';
import { Link, productPath } from './route.tsx';
import { offSteps, WhyPrice } from './why-price.tsx';
import { said, words } from './words.ts';

const PAUSE_MS = 350;
const MOST = 999;

type Run = (work: Promise<Outcome>) => Promise<Outcome>;
type LineProps = { readonly line: CartLine; readonly currency: string };

export const Amount = ({ line, currency }: LineProps) => {
  const price = line.price?.converted ?? line.price?.base;
  if (price === undefined) return <p class="amount soft">{words.offline.price}</p>;
  const { marked = 0, selling_price: final = price.add_on ?? 0, currency_code: code = currency } = price;
  return (
    <p class="amount">
      <strong>{final === 0 ? words.cart.free : money(final, code)}</strong>
      {marked > final && <s>{money(marked, code)}</s>}
    </p>
  );
};

/** What a line costs; of a box also with its contents, which have prices of their own. */
export const Cost = ({ group, currency }: { readonly group: LineGroup; readonly currency: string }) => {
  const whole = wholePrice(group);
  return (
    <div class="cost">
      <Amount line={group.line} currency={currency} />
      {whole !== undefined && (
        <p class="soft">
          {words.product.withContents} <strong>{money(whole, currency)}</strong>
        </p>
      )}
    </div>
  );
};

type OffersProps = LineProps & { readonly onMore: (quantity: number) => void };

const Offers = ({ line, currency, onMore }: OffersProps) => {
  const { quantity: from, price } = line.bulk_offer?.next ?? {};
  return (
    <ul class="offers">
      {offSteps(line).map(({ label, amount }) => (
        <li key={label}>
          <Icon name="tag" /> {label} {amount < 0 && <span class="off">{money(amount, currency)}</span>}
        </li>
      ))}
      {from !== undefined && price !== undefined && (
        <li class="soft">
          {words.cart.fromUnits(from, money(price, currency))}{' '}
          <button type="button" class="text-button" onClick={() => onMore(from)}>
            {words.cart.makeIt(from)}
          </button>
        </li>
      )}
    </ul>
  );
};

/** The quantity wanted is shown at once and sent when the visitor pauses. */
const useQuantity = (line: CartLine, run: Run) => {
  const kept = line.quantity ?? 0;
  const [wanted, setWanted] = useState(kept);
  const timer = useRef(0);
  useEffect(() => {
    // An answer to something else must not undo what is about to be sent.
    if (timer.current === 0) setWanted(kept);
  }, [line]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const send = async (next: number): Promise<void> => {
    const { success } = await run(setQuantity(line, next));
    if (!success) setWanted(kept);
  };
  const change = (next: number): void => {
    setWanted(next);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      void send(next);
    }, PAUSE_MS);
  };
  return { wanted, isAhead: wanted !== kept, change };
};

const promiseOf = (line: CartLine): string => {
  const latest = promisedDay(line.delivery_promise ?? {}, 'max');
  return latest ? words.cart.arrivesBy(latest) : '';
};

export const Words = ({ line }: { readonly line: CartLine }) => (
  <>
    <span class="brand">{line.product?.brand?.name}</span>
    <h2>
      <Link to={productPath(line.product?.slug ?? '')}>{line.product?.name}</Link>
    </h2>
    <p class="soft">{sizeOf(line) === line.article?.size ? words.cart.size(sizeOf(line)) : sizeOf(line)}</p>
  </>
);

type ControlProps = { readonly line: CartLine; readonly run: Run; readonly quantity: ReturnType<typeof useQuantity> };

/** The button goes with its line, so the keyboard is taken to the page. */
const removed = async (run: Run, line: CartLine): Promise<void> => {
  const { success } = await run(removeLine(line));
  if (success) document.getElementById('main')?.focus({ preventScroll: true });
};

const RemoveButton = ({ line, run }: Omit<ControlProps, 'quantity'>) => (
  <button
    type="button"
    class="text-button"
    aria-label={words.cart.removeOf(line.product?.name ?? '')}
    onClick={() => void removed(run, line)}
  >
    {words.remove}
  </button>
);

const Controls = ({ line, run, quantity }: ControlProps) => {
  const { minimum, maximum, increment_unit: step } = line.moq ?? {};
  return (
    <div class="act">
      <Stepper
        label={words.cart.quantityOf(line.product?.name ?? '')}
        value={quantity.wanted}
        least={minimum ?? 1}
        most={maximum ?? MOST}
        step={step ?? 1}
        onChange={quantity.change}
      />
      <RemoveButton line={line} run={run} />
    </div>
  );
};

/** What came with a line; a gift can be declined, a part of a box cannot. */
const Part = ({ line, currency, run }: LineProps & { readonly run?: Run | undefined }) => (
  <li class="part">
    <Picture url={line.product?.images?.[0]?.url} alt="" />
    <span class="part-words">
      <Link to={productPath(line.product?.slug ?? '')}>{line.product?.name}</Link>
      <small>
        {sizeOf(line)} × {line.quantity}
      </small>
    </span>
    <span class="part-sums">
      <Amount line={line} currency={currency} />
      {run && line.allow_remove && !line.auto_add_to_cart && <RemoveButton line={line} run={run} />}
    </span>
  </li>
);

type PartsProps = { readonly group: LineGroup; readonly currency: string; readonly run?: Run };

/** What is in a box, and apart from it what an offer gave along. */
export const Parts = ({ group, currency, run }: PartsProps) =>
  [true, false].map((inBox) => {
    const parts = group.parts.filter(({ auto_add_to_cart: isPart }) => isPart === inBox);
    const title = inBox ? words.cart.parts : words.cart.comesWith;
    return (
      parts.length > 0 && (
        <section key={title} class="parts-of" aria-label={title}>
          <p class="label">{title}</p>
          <ul>
            {parts.map((part) => (
              <Part key={part.identifiers?.identifier} line={part} currency={currency} run={run} />
            ))}
          </ul>
        </section>
      )
    );
  });

type SaidProps = {
  readonly line: CartLine;
  readonly refused: Outcome | undefined;
  readonly known: string;
  readonly onTake: (quantity: number) => void;
};

/** What is wrong with the line, or what was refused; when too many were asked for, with how many there are. */
const Said = ({ line, refused, known, onTake }: SaidProps) => {
  const sentence = refused?.message ?? (line.message === known ? '' : said(line.message ?? ''));
  const isScarce = refused?.error_code === 'insufficient_stock';
  const offered = isScarce ? (line.availability?.sellable_quantity ?? 0) : 0;
  if (sentence === '') return null;
  return (
    <p class="warn" role="alert">
      {sentence}{' '}
      {offered > 0 && (
        <button type="button" class="text-button" onClick={() => onTake(offered)}>
          {words.cart.takeAll(offered)}
        </button>
      )}
    </p>
  );
};

type RowProps = {
  readonly group: LineGroup;
  readonly currency: string /** What the cart says already. */;
  readonly known: string;
};

export const CartLineRow = ({ group, currency, known }: RowProps) => {
  const { line } = group;
  const [refused, setRefused] = useState<Outcome>();
  const run: Run = async (work) => {
    const outcome = await work;
    setRefused(outcome.success ? undefined : outcome);
    announce(outcome.message || words.cart.updated);
    return outcome;
  };
  const quantity = useQuantity(line, run);
  const promise = promiseOf(line);
  return (
    <li class={quantity.isAhead ? 'line ahead' : 'line'}>
      <Picture url={line.product?.images?.[0]?.url} alt="" />
      <div class="words">
        <Words line={line} />
        <Offers line={line} currency={currency} onMore={quantity.change} />
        {promise !== '' && (
          <p class="soft with-icon">
            <Icon name="truck" /> {promise}
          </p>
        )}
        <GiftWrap line={line} currency={currency} run={run} />
        <Said line={line} refused={refused} known={known} onTake={quantity.change} />
        <Parts group={group} currency={currency} run={run} />
      </div>
      <div class="sums">
        <Cost group={group} currency={currency} />
        {line.allow_remove ? (
          <Controls line={line} run={run} quantity={quantity} />
        ) : (
          <p class="soft">{words.cart.quantity(line.quantity ?? 0)}</p>
        )}
        {line.price !== undefined && <WhyPrice line={line} currency={currency} />}
      </div>
    </li>
  );
};
