/** Size, quantity and the button: everything between wanting a product and having it in the cart. */
import { useState } from 'preact/hooks';
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { money } from '../ui/money.ts';
import { Notice } from '../ui/states.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { ArrivalPanel } from './arrival.tsx';
import { addItem, type Outcome } from './cart.ts';
import { Price } from './product-card.tsx';
import { Link } from './route.tsx';
import { type Size, SizeChoice } from './size-choice.tsx';
import { Wish } from './wish.tsx';

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
        With its contents{own !== undefined && `: ${money(own.effective, currency)} for the box`},{' '}
        {money(parts.effective, currency)} for what is in it.
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
  if (price === null) return <p class="soft">No price in this currency.</p>;
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
  if (!product.sellable) return 'Sold out in every size.';
  if (size === undefined) return '';
  const isMade = size.articles.some(({ made_to_order: made }) => made);
  if (size.quantity === 0) return isMade ? 'Made to order.' : '';
  return size.quantity <= FEW_LEFT ? `Only ${size.quantity} left.` : 'In stock.';
};

const Told = ({ outcome }: { readonly outcome: Outcome | undefined }) => (
  <div class="told" role="status">
    {outcome !== undefined && (
      <Notice kind={outcome.success ? 'good' : 'warn'}>
        {outcome.message} {outcome.success && <Link to="/cart">View cart</Link>}
      </Notice>
    )}
  </div>
);

export const Purchase = ({ product }: { readonly product: ProductDetail }) => {
  const [only, ...others] = product.sizes;
  const [value, setValue] = useState(others.length === 0 ? only?.value : undefined);
  const [quantity, setQuantity] = useState(1);
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setBusy] = useState(false);
  const size = product.sizes.find((one) => one.value === value);

  const add = async (): Promise<void> => {
    if (isBusy) return;
    if (size === undefined) return setOutcome({ success: false, message: 'Choose a size first.' });
    setBusy(true);
    const { success, message } = await addItem(product.uid, size.value, quantity);
    const said = success ? `Added ${quantity} × ${product.name}, ${size.display}.` : message;
    setBusy(false);
    setOutcome({ success, message: said });
    announce(said);
  };

  return (
    <>
      <form
        class="purchase"
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <ShownPrice product={product} size={size} />
        {product.sizes.length > 0 && (
          <SizeChoice
            sizes={product.sizes}
            chosen={value}
            onChoose={(next) => {
              setValue(next);
              setOutcome(undefined);
            }}
          />
        )}
        <p class="stock">{stockOf(product, size) || '\u00a0'}</p>
        <div class="act">
          <Stepper label="Quantity" value={quantity} least={1} most={MOST} onChange={setQuantity} />
          <button type="submit" class="button grand" disabled={!product.sellable} aria-busy={isBusy}>
            {product.sellable ? 'Add to cart' : 'Sold out'}
          </button>
          <Wish product={product} />
        </div>
        <Told outcome={outcome} />
      </form>
      <ArrivalPanel itemId={product.uid} size={value} />
    </>
  );
};
