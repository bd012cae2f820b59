/** The cart: its lines, what they cost together, and whether anything is in the way. */
import { useEffect, useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { Icon } from '../ui/icon.tsx';
import { money } from '../ui/money.ts';
import { Blank, Failure, Notice, sentenceOf } from '../ui/states.tsx';
import { useValue } from '../ui/value.ts';
import { Breakup } from './breakup.tsx';
import { cart, loadCart, shareLink, unitsIn } from './cart.ts';
import { CartLineRow } from './cart-line.tsx';
import { Coupon } from './coupon.tsx';
import { DeliveryPlace } from './delivery-place.tsx';
import { Link } from './route.tsx';
import { shop } from './shop.ts';
import { words } from './words.ts';

type CartProps = { readonly current: CartDetail; readonly currency: string };

const Notices = ({ current }: Pick<CartProps, 'current'>) => (
  <>
    {current.is_checkout_block && current.checkout_block_message !== '' && (
      <Notice kind="warn">{current.checkout_block_message}</Notice>
    )}
    {current.notification?.changes?.map(({ message }) => (
      <Notice key={message}>{message}</Notice>
    ))}
  </>
);

const Promotions = ({ current, currency }: CartProps) => {
  const applied = current.applied_promo_details ?? [];
  if (applied.length === 0) return null;
  return (
    <section aria-label="Promotions">
      <ul class="offers">
        {applied.map(({ id, offer_text: text, promotion_name: name, discount = 0 }) => (
          <li key={id}>
            <Icon name="tag" /> {text || name} {discount > 0 && <span class="off">−{money(discount, currency)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
};

const promiseOf = ({ delivery_promise: promise, delivery_charge_info: charge }: CartDetail): string => {
  const { min, max } = promise?.formatted ?? {};
  const when = max ? `Arrives ${!min || min === max ? max : `${min} to ${max}`}.` : '';
  return [when, charge].filter((part) => part !== '').join(' ');
};

const Summary = ({ current, currency }: CartProps) => {
  const promise = promiseOf(current);
  return (
    <aside class="summary" aria-label="Price details">
      <h2>Price details</h2>
      <Breakup cart={current} currency={currency} />
      <Link class="button grand" to="/checkout">
        {words.checkout.begin}
      </Link>
      <Promotions current={current} currency={currency} />
      <Coupon cart={current} />
      <Share />
      <div>
        <DeliveryPlace onChange={() => void loadCart()} />
        <p class="soft with-icon" role="status">
          {promise !== '' && <Icon name="truck" />} {promise}
        </p>
      </div>
    </aside>
  );
};

const Share = () => {
  const [link, setLink] = useState('');
  const [problem, setProblem] = useState('');
  const share = async (): Promise<void> => {
    try {
      setLink(await shareLink());
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  if (link !== '') {
    return (
      <label>
        Whoever has this link sees these lines
        <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
    );
  }
  return (
    <div>
      <button type="button" class="text-button" onClick={() => void share()}>
        Share this cart
      </button>
      {problem !== '' && <Notice kind="warn">{problem}</Notice>}
    </div>
  );
};

const Waiting = () => (
  <div class="cart-grid" aria-hidden="true">
    <ul class="lines">
      {[0, 1].map((at) => (
        <li key={at} class="line">
          <span class="picture shimmer" />
          <div class="words">
            <span class="bone short" />
            <span class="bone" />
          </div>
        </li>
      ))}
    </ul>
    <div class="summary">
      <span class="bone" />
      <span class="bone" />
      <span class="bone tall" />
    </div>
  </div>
);

const Empty = () => (
  <Blank icon="bag" title="Your cart is empty">
    <p>What you add stays here, also when you come back later.</p>
    <Link class="button" to="/">
      Browse the shop
    </Link>
  </Blank>
);

const Filled = ({ current, currency }: CartProps) => (
  <div class="cart-grid">
    <div>
      <Notices current={current} />
      <ul class="lines">
        {current.items?.map((line) => (
          <CartLineRow key={line.identifiers?.identifier ?? line.key} line={line} currency={currency} />
        ))}
      </ul>
    </div>
    <Summary current={current} currency={currency} />
  </div>
);

export const CartPage = () => {
  const state = useValue(cart);
  useEffect(() => {
    document.title = `Cart · ${shop.name}`;
    void loadCart();
  }, []);
  const { cart: current, problem } = state;
  const units = unitsIn(state);
  return (
    <div class="cart">
      <div class="heading">
        <h1>Cart</h1>
        <p class="soft">{units > 0 ? `${units} ${units === 1 ? 'item' : 'items'}` : '\u00a0'}</p>
      </div>
      {problem !== undefined && (
        <Failure title="Your cart did not load" problem={problem} again={() => void loadCart()} />
      )}
      {problem === undefined && current === undefined && <Waiting />}
      {problem === undefined && current !== undefined && units === 0 && <Empty />}
      {problem === undefined && current !== undefined && units > 0 && (
        <Filled current={current} currency={current.currency?.code ?? shop.currency} />
      )}
    </div>
  );
};
