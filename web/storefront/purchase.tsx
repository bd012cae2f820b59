/** Size, quantity and the button: everything between wanting a product and having it in the cart. */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { useReady } from '../ui/hydration.ts';
import { money } from '../ui/money.ts';
import { Notice } from '../ui/states.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { ArrivalPanel } from './arrival.tsx';
import { addItem, type Outcome } from './cart.ts';
import { Price } from './product-card.tsx';
import { go, Link } from './route.tsx';
import { type Size, SizeChoice } from './size-choice.tsx';
import { Wish } from './wish.tsx';
import { named, words } from './words.ts';

const MOST = 99;
const FEW_LEFT = 5;

/** Of one size, the offer that can be had for least. */
export const offerOf = (size: Size | undefined) =>
  size?.articles
    .filter(({ is_available: available }) => available)
    .flatMap(({ price }) => price ?? [])
    .toSorted((a, b) => a.effective - b.effective)[0];

/** A bundle is shown with everything that joins the cart with it. */
const WholePrice = ({ product }: { readonly product: ProductDetail }) => {
  const { price, parts_price: parts, discount } = product;
  if (price === null || parts === null) return null;
  const { effective, marked } = price;
  const currency = effective.currency_code;
  const isRange = effective.max > effective.min;
  const own = offerOf(product.sizes[0]);
  return (
    <>
      <Price effective={effective.min} marked={marked.min} currency={currency} discount={discount} from={isRange} />
      <p class="soft">
        {words.product.withContents}
        {own !== undefined && words.product.forBox(money(own.effective, currency))},{' '}
        {words.product.forParts(money(parts.effective, currency))}
      </p>
    </>
  );
};

const ShownPrice = ({ product, size }: { readonly product: ProductDetail; readonly size: Size | undefined }) => {
  const offer = offerOf(size);
  const { price, discount } = product;
  if (product.parts_price !== null) return <WholePrice product={product} />;
  if (offer !== undefined) {
    const isLowest = offer.effective === price?.effective.min;
    return <Price {...offer} currency={offer.currency_code} discount={isLowest ? discount : ''} />;
  }
  if (price === null) return <p class="soft">{words.product.noPrice}</p>;
  const { effective, marked } = price;
  const isRange = effective.max > effective.min;
  return (
    <Price
      effective={effective.min}
      marked={marked.min}
      currency={effective.currency_code}
      discount={discount}
      from={isRange}
    />
  );
};

const stockOf = (product: ProductDetail, size: Size | undefined): string => {
  if (!product.sellable) return words.product.soldOutAll;
  if (size === undefined) return '';
  const isMade = size.articles.some(({ made_to_order: made }) => made);
  if (size.quantity === 0) return isMade ? words.product.madeToOrder : '';
  return size.quantity <= FEW_LEFT ? words.product.fewLeft(size.quantity) : words.product.inStock;
};

/** How many there are, when too many were asked for: the refusal's own figure, because only it knows which store counts. */
const leftOf = (outcome: Outcome | undefined): number =>
  outcome?.error_code === 'insufficient_stock'
    ? Number((/[\d,]+/.exec(outcome.message)?.[0] ?? '0').replaceAll(',', ''))
    : 0;

type ToldProps = {
  readonly outcome: Outcome | undefined;
  /** How many there are, when too many were asked for. */
  readonly offered: number;
  readonly onTake: (quantity: number) => void;
};

const Told = ({ outcome, offered, onTake }: ToldProps) => (
  <div class="told" role="status">
    {outcome !== undefined && (
      <Notice kind={outcome.success ? 'good' : 'warn'}>
        {outcome.message} {outcome.success && <Link to="/cart">{words.product.viewCart}</Link>}
        {!outcome.success && offered > 0 && (
          <button type="button" class="text-button" onClick={() => onTake(offered)}>
            {words.product.takeInstead(offered)}
          </button>
        )}
      </Notice>
    )}
  </div>
);

export const Purchase = ({ product }: { readonly product: ProductDetail }) => {
  const [only, ...others] = product.sizes;
  const [value, setValue] = useState(others.length === 0 ? only?.value : undefined);
  const [quantity, setQuantity] = useState(1);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isMissed, setMissed] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isReady = useReady();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // A size that was chosen before the page could listen.
    const early = form.current?.querySelector<HTMLInputElement>('input[name="size"]:checked');
    if (early) setValue(early.value);
  }, []);
  const size = product.sizes.find((one) => one.value === value);

  const add = async (units: number, buyNow = false): Promise<void> => {
    if (isBusy) return;
    if (size === undefined) {
      setMissed(true);
      return form.current?.querySelector<HTMLInputElement>('input[name="size"]:enabled')?.focus();
    }
    setBusy(true);
    const outcome = await addItem(
      { itemId: product.uid, size: size.value, quantity: units, name: `${product.name}, ${named(size.display)}` },
      buyNow,
    );
    const isIn = outcome.success && outcome.waits !== true;
    const said = isIn ? words.product.added(units, product.name, named(size.display)) : outcome.message;
    setBusy(false);
    setOutcome({ ...outcome, message: said });
    announce(said);
    if (outcome.success && buyNow) go('/checkout?buy_now=true');
  };

  return (
    <>
      <form
        ref={form}
        class="purchase"
        onSubmit={(event) => {
          event.preventDefault();
          void add(quantity);
        }}
      >
        <ShownPrice product={product} size={size} />
        {product.sizes.length > 0 && (
          <SizeChoice
            sizes={product.sizes}
            chosen={value}
            onChoose={(next) => {
              setValue(next);
              setMissed(false);
              setOutcome(undefined);
            }}
            isMissed={isMissed}
            toldBy="size-told"
          />
        )}
        <p class={isMissed ? 'stock warn' : 'stock'} id="size-told" role="status">
          {isMissed ? words.product.chooseSize : stockOf(product, size) || '\u00a0'}
        </p>
        <div class="act">
          <Stepper label={words.product.quantity} value={quantity} least={1} most={MOST} onChange={setQuantity} />
          <button type="submit" class="button grand" disabled={!product.sellable || !isReady} aria-busy={isBusy}>
            {product.sellable ? words.product.add : words.product.soldOut}
          </button>
          <Wish product={product} />
        </div>
        {product.sellable && (
          <button type="button" class="button quiet" disabled={!isReady} onClick={() => void add(quantity, true)}>
            {words.product.buyNow}
          </button>
        )}
        <Told
          outcome={outcome}
          offered={leftOf(outcome)}
          onTake={(most) => {
            setQuantity(most);
            void add(most);
          }}
        />
      </form>
      <ArrivalPanel itemId={product.uid} size={value} soldOut={size !== undefined && !size.is_available} />
    </>
  );
};
