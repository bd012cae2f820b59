/** A line of the cart: what it is, how many, what it costs, what acts on it and what is wrong with it. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { money } from '../ui/money.ts';
import { Stepper } from '../ui/stepper.tsx';
import { type CartLine, type Outcome, removeLine, setGift, setQuantity } from './cart.ts';
import { Picture } from './product-card.tsx';
import { Link, productPath } from './route.tsx';

const PAUSE_MS = 350;
const MOST = 999;

type Run = (work: Promise<Outcome>) => Promise<Outcome>;
type LineProps = { readonly line: CartLine; readonly currency: string };

export const Amount = ({ line, currency }: LineProps) => {
  const price = line.price?.converted ?? line.price?.base;
  const { marked = 0, selling_price: final = price?.add_on ?? 0, currency_code: code = currency } = price ?? {};
  return (
    <p class="amount">
      <strong>{money(final, code)}</strong>
      {marked > final && <s>{money(marked, code)}</s>}
    </p>
  );
};

const Offers = ({ line, currency }: LineProps) => {
  const next = line.bulk_offer?.next;
  return (
    <ul class="offers">
      {line.promotions_applied?.map(({ promo_id: id, offer_text: text, promotion_name: name, discount = 0 }) => (
        <li key={id}>
          <Icon name="tag" /> {text || name} {discount > 0 && <span class="off">−{money(discount, currency)}</span>}
        </li>
      ))}
      {line.coupon_message !== '' && (
        <li>
          <Icon name="tag" /> {line.coupon_message}
        </li>
      )}
      {next?.quantity !== undefined && next.price !== undefined && (
        <li class="soft">
          From {next.quantity}: {money(next.price, currency)} each
        </li>
      )}
    </ul>
  );
};

const Gift = ({ line, currency, run }: LineProps & { readonly run: Run }) => {
  const gift = line.article?.gift_card;
  if (line.article?.is_gift_visible !== true) return null;
  return (
    <label class="tick">
      <input
        type="checkbox"
        checked={gift?.is_gift_applied === true}
        onChange={(event) => void run(setGift(line, event.currentTarget.checked))}
      />
      <span>
        Gift wrap
        {gift?.gift_price !== undefined && gift.gift_price > 0 && `, ${money(gift.gift_price, currency)} each`}
        {gift?.display_text && <small>{gift.display_text}</small>}
      </span>
    </label>
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
  const latest = line.delivery_promise?.formatted?.max;
  return latest ? `Arrives by ${latest}` : '';
};

export const sizeOf = ({ article, availability }: CartLine): string =>
  availability?.available_sizes?.find(({ value }) => value === article?.size)?.display ?? article?.size ?? '';

export const Words = ({ line }: { readonly line: CartLine }) => (
  <>
    <span class="brand">{line.product?.brand?.name}</span>
    <h3>
      <Link to={productPath(line.product?.slug ?? '')}>{line.product?.name}</Link>
    </h3>
    <p class="soft">
      Size {sizeOf(line)}
      {line.product?.type === 'bundle' && ' · plus its contents, listed with it'}
      {line.auto_add_to_cart && ' · part of a box'}
    </p>
  </>
);

type ControlProps = { readonly line: CartLine; readonly run: Run; readonly quantity: ReturnType<typeof useQuantity> };

const Controls = ({ line, run, quantity }: ControlProps) => {
  const { minimum, maximum, increment_unit: step } = line.moq ?? {};
  const name = line.product?.name ?? 'this';
  return (
    <div class="act">
      <Stepper
        label={`Quantity of ${name}`}
        value={quantity.wanted}
        least={minimum ?? 1}
        most={maximum ?? MOST}
        step={step ?? 1}
        onChange={quantity.change}
      />
      <button
        type="button"
        class="text-button"
        aria-label={`Remove ${name}`}
        onClick={() => void run(removeLine(line))}
      >
        Remove
      </button>
    </div>
  );
};

const Said = ({ sentence }: { readonly sentence: string }) =>
  sentence === '' ? null : (
    <p class="warn" role="alert">
      {sentence}
    </p>
  );

export const CartLineRow = ({ line, currency }: LineProps) => {
  const [problem, setProblem] = useState('');
  const run: Run = async (work) => {
    const outcome = await work;
    setProblem(outcome.success ? '' : outcome.message);
    announce(outcome.message || 'Your cart was updated.');
    return outcome;
  };
  const quantity = useQuantity(line, run);
  const promise = promiseOf(line);
  return (
    <li class={quantity.isAhead ? 'line ahead' : 'line'}>
      <Picture url={line.product?.images?.[0]?.url} alt="" />
      <div class="words">
        <Words line={line} />
        <Offers line={line} currency={currency} />
        {promise !== '' && (
          <p class="soft with-icon">
            <Icon name="truck" /> {promise}
          </p>
        )}
        <Gift line={line} currency={currency} run={run} />
        <Said sentence={problem || line.message} />
      </div>
      <div class="sums">
        <Amount line={line} currency={currency} />
        {line.allow_remove ? (
          <Controls line={line} run={run} quantity={quantity} />
        ) : (
          <p class="soft">Quantity {line.quantity}</p>
        )}
      </div>
    </li>
  );
};
