/** Offers beside the cart: what could be used now, what is nearly there and how far, each with the button that does it. */
import { useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { addItem, applyCoupon, type Outcome } from './cart.ts';
import { hasProducts, type Offer, offersShown, readOfferProducts, readOffers, standingOf, toldOf } from './offers.ts';
import { Picture } from './product-card.tsx';
import { Link, productPath } from './route.tsx';
import { chosenCurrency, customerToken, shop } from './shop.ts';
import { named, said, words } from './words.ts';

const FEW = 4;
type Run = (work: Promise<Outcome>) => Promise<void>;

const Product = ({ product, run }: { readonly product: ProductDetail; readonly run: Run }) => {
  const open = product.sizes.filter(({ is_available: can }) => can);
  const [only] = open;
  const { name, slug, uid } = product;
  return (
    <li class="part">
      <Picture url={product.medias[0]?.url} alt="" />
      <Link to={productPath(slug)}>{name}</Link>
      {open.length === 1 && only !== undefined ? (
        <button
          type="button"
          class="text-button"
          aria-label={words.offers.add(name)}
          onClick={() =>
            void run(addItem({ itemId: uid, size: only.value, quantity: 1, name: `${name}, ${named(only.display)}` }))
          }
        >
          {words.offers.addShort}
        </button>
      ) : (
        <Link class="text-button" to={productPath(slug)} label={`${words.offers.choose}: ${name}`}>
          {words.offers.choose}
        </Link>
      )}
    </li>
  );
};

const Products = ({ offerId, run }: { readonly offerId: string; readonly run: Run }) => {
  const currency = useValue(chosenCurrency);
  const { answer } = useAnswer(`offer-products/${currency}/${offerId}`, () => readOfferProducts(offerId));
  if (answer === undefined) return <span class="bone" />;
  if (answer.length === 0) return <p class="soft">{words.offers.noProducts}</p>;
  return (
    <ul>
      {answer.map((product) => (
        <Product key={product.uid} product={product} run={run} />
      ))}
    </ul>
  );
};

type ActProps = { readonly offer: Offer; readonly run: Run; readonly open: boolean; readonly onOpen: () => void };

/** The button that brings the offer, or brings it nearer. */
const Act = ({ offer, run, open, onOpen }: ActProps) => {
  const { code, name = '' } = offer;
  const standing = standingOf(offer);
  if (standing === 'usable' && code) {
    return (
      <button
        type="button"
        class="button quiet small"
        aria-label={words.offers.useOf(code)}
        onClick={() => void run(applyCoupon(code))}
      >
        {words.offers.use}
      </button>
    );
  }
  if (standing === 'near' && !hasProducts(offer)) return <Link to="/">{words.browse}</Link>;
  if (standing === 'near') {
    return (
      <button
        type="button"
        class="text-button"
        aria-expanded={open}
        aria-label={words.offers.productsOf(name)}
        onClick={onOpen}
      >
        {words.offers.products}
      </button>
    );
  }
  if (standing === 'login' && shop.demo_sign_in) return <Link to="/sign-in">{words.offers.signIn}</Link>;
  return standing === 'payment' ? <Link to="/checkout">{words.offers.pay}</Link> : null;
};

type RowProps = { readonly offer: Offer; readonly run: Run };

const Row = ({ offer, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <li class={`offer-row ${standingOf(offer)}`}>
      <Icon name="tag" />
      <div class="offer-words">
        <p>
          {offer.code && <strong class="code">{offer.code}</strong>} {said(offer.offer_text || offer.name)}
        </p>
        <p class="soft">{toldOf(offer)}</p>
        {isOpen && <Products offerId={offer.id ?? ''} run={run} />}
      </div>
      <Act offer={offer} run={run} open={isOpen} onOpen={() => setOpen(!isOpen)} />
    </li>
  );
};

export const CartOffers = ({ cart }: { readonly cart: CartDetail }) => {
  const [isWhole, setWhole] = useState(false);
  const [problem, setProblem] = useState('');
  const who = useValue(customerToken).slice(-12);
  // Whatever changes the cart changes what its offers say.
  const state = `${cart.last_modified}/${cart.breakup_values?.raw?.total}/${cart.currency?.code}`;
  const { answer } = useAnswer(`offers/${who}/${state}`, () => readOffers());
  const { few, rest } = offersShown(answer ?? []);
  const total = few.length + rest.length;
  if (total === 0) return null;
  const run: Run = async (work) => {
    const { success, message } = await work;
    setProblem(success ? '' : message);
    announce(message || words.cart.updated);
  };
  return (
    <section class="cart-offers" aria-label={words.offers.title}>
      <h2>{words.offers.title}</h2>
      <p class="warn" role="alert">
        {problem}
      </p>
      <ul>
        {(isWhole ? [...few, ...rest] : few).map((offer) => (
          <Row key={offer.id} offer={offer} run={run} />
        ))}
      </ul>
      {rest.length > 0 && (
        <button type="button" class="text-button" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? words.offers.fewer : words.offers.all(total)}
        </button>
      )}
    </section>
  );
};

/** Beside a product: what it would be bought under. */
export const ProductOffers = ({ slug }: { readonly slug: string }) => {
  const currency = useValue(chosenCurrency);
  const { answer } = useAnswer(`product-offers/${currency}/${slug}`, () => readOffers(slug));
  const offers = (answer ?? []).filter((offer) => offer.is_applicable || standingOf(offer) === 'near').slice(0, FEW);
  if (offers.length === 0) return null;
  return (
    <section class="about">
      <h2>{words.product.offers}</h2>
      <ul class="offers">
        {offers.map((offer) => (
          <li key={offer.id}>
            <Icon name="tag" />
            <span>
              {offer.code && <strong class="code">{offer.code}</strong>} {said(offer.offer_text || offer.name)}
              <small>{toldOf(offer)}</small>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};
