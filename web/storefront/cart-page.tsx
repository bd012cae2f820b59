/** The cart: its lines, what they cost together, what would bring more off, and whether anything is in the way. */
import { useEffect } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { Icon } from '../ui/icon.tsx';
import { Failure, Notice } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { Breakup } from './breakup.tsx';
import { cart, type CartState, chooseShipping, loadCart, unitsIn } from './cart.ts';
import { CartKeeping } from './cart-keeping.tsx';
import { CartLineRow } from './cart-line.tsx';
import { readShipping } from './checkout.ts';
import { Coupons } from './coupons.tsx';
import { joinedCart } from './customer.ts';
import { promisedDay } from './dates.ts';
import { DeliveryPlace } from './delivery-place.tsx';
import { WaitingList } from './offline/waiting-list.tsx';
import { lineGroups } from './line-groups.ts';
import { CartOffers } from './offer-list.tsx';
import { Link } from './route.tsx';
import { ShippingChoice } from './shipping-choice.tsx';
import { areaCode, shop, waitingChanges } from './shop.ts';
import { NothingHere } from './nothing-here.tsx';
import { said, words } from './words.ts';

type CartProps = { readonly current: CartDetail; readonly currency: string };
type SummaryProps = CartProps & {
  /** It is of the cart before the changes that wait. */
  readonly isOld: boolean;
  /** The shop cannot be reached. */
  readonly isOffline: boolean;
};

const CheckoutLink = ({ isOffline }: Pick<SummaryProps, 'isOffline'>) =>
  isOffline ? (
    <div>
      <button type="button" class="button grand" disabled>
        {words.checkout.begin}
      </button>
      <small>{words.offline.checkout}</small>
    </div>
  ) : (
    <Link class="button grand" to="/checkout">
      {words.checkout.begin}
    </Link>
  );

/** In the way of the whole cart; said once, however many lines it concerns. */
const blockOf = ({ is_checkout_block: isBlocked, checkout_block_message: why }: CartDetail): string =>
  isBlocked ? (why ?? '') : '';

const Notices = ({ current }: Pick<CartProps, 'current'>) => {
  const joined = useValue(joinedCart);
  const block = blockOf(current);
  return (
    <div role="status">
      {joined > 0 && <Notice kind="good">{words.cart.merged(joined)}</Notice>}
      {block !== '' && <Notice kind="warn">{said(block)}</Notice>}
      {[...new Set(current.notification?.changes?.map(({ message }) => message))].map((message) => (
        <Notice key={message}>{message}</Notice>
      ))}
    </div>
  );
};

/** What delivery would cost is said where it costs something, the goods can be brought at all, and no row says it already. */
const chargeOf = (current: CartDetail): string => {
  const { delivery_charge_info: charge, breakup_values: breakup } = current;
  const isSaid = breakup?.display?.some(({ message }) => message?.some((said) => charge.startsWith(said))) === true;
  return breakup?.raw?.delivery_charge && blockOf(current) === '' && !isSaid ? said(charge) : '';
};
const promiseOf = (current: CartDetail): string => {
  const promise = current.delivery_promise ?? {};
  const [min, max] = [promisedDay(promise, 'min'), promisedDay(promise, 'max')];
  const when = max ? words.cart.arrives(min, max) : '';
  return `${when} ${chargeOf(current)}`.trim();
};

const CartShipping = ({ current, area }: Pick<CartProps, 'current'> & { readonly area: string }) => {
  const state = `${current.last_modified}/${current.breakup_values?.raw?.total}/${current.currency?.code}`;
  const { answer } = useAnswer(`shipping/cart/${area}/${state}`, () =>
    readShipping({ buyNow: false, way: 'HomeDelivery', addressId: '' }),
  );
  if (answer === undefined) return null;
  return (
    <ShippingChoice
      answer={answer}
      lines={current.items ?? []}
      choose={(methodId, storeId) => chooseShipping({ methodId, storeId, area })}
    />
  );
};

const Summary = ({ current, currency, isOld, isOffline }: SummaryProps) => {
  const promise = promiseOf(current);
  const area = useValue(areaCode);
  const isNear = area === '' || (current.items ?? []).every(({ availability }) => availability?.deliverable !== false);
  return (
    <aside class="summary" aria-label={words.cart.price}>
      <h2>{words.cart.price}</h2>
      {isOld && <p class="soft">{words.offline.old}</p>}
      <Breakup cart={current} currency={currency} />
      <CheckoutLink isOffline={isOffline} />
      <Coupons cart={current} />
      <div>
        <DeliveryPlace onChange={() => void loadCart()} problem={isNear ? '' : words.delivery.cannot(area)} />
        <p class="soft with-icon" role="status">
          {promise !== '' && <Icon name="truck" />} {promise}
        </p>
        {area !== '' && !isOld && <CartShipping current={current} area={area} />}
      </div>
      <CartKeeping cart={current} />
    </aside>
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

const Empty = () => <NothingHere icon="bag" title={words.cart.empty} why={words.cart.emptyWhy} />;

const Filled = ({ current, currency, isOld, isOffline }: SummaryProps) => (
  <div class="cart-grid">
    <div>
      <Notices current={current} />
      <ul class="lines">
        {lineGroups(current.items ?? []).map((group) => (
          <CartLineRow
            key={group.line.identifiers?.identifier ?? group.line.key}
            group={group}
            currency={currency}
            known={blockOf(current)}
          />
        ))}
      </ul>
      <CartOffers cart={current} />
    </div>
    <Summary current={current} currency={currency} isOld={isOld} isOffline={isOffline} />
  </div>
);

/** What is known of the cart. */
const Known = ({ current, ...known }: Omit<SummaryProps, 'currency'>) =>
  (current.items ?? []).length === 0 ? null : (
    <Filled current={current} currency={current.currency?.code ?? shop.currency} {...known} />
  );

const Unknown = ({ problem }: Pick<CartState, 'problem'>) =>
  problem === undefined ? (
    <Waiting />
  ) : (
    <Failure title={words.cart.failed} problem={problem} again={() => void loadCart()} />
  );

export const CartPage = () => {
  const state = useValue(cart);
  const waits = useValue(waitingChanges) !== '';
  useEffect(() => {
    document.title = `${words.cart.title} · ${shop.name}`;
    void loadCart();
    return () => joinedCart.set(0);
  }, []);
  const { cart: current, problem, toCome = 0 } = state;
  const units = unitsIn(state);
  const isOffline = problem !== undefined;
  const counts = [units > 0 && words.cart.items(units), toCome > 0 && words.offline.toCome(toCome)].filter(Boolean);
  return (
    <div class="cart">
      <div class="heading">
        <h1>{words.cart.title}</h1>
        <p class="soft">{counts.join(' · ') || '\u00a0'}</p>
      </div>
      {isOffline && current !== undefined && <Notice kind="warn">{words.cart.offline}</Notice>}
      <WaitingList />
      {current === undefined && !waits && <Unknown problem={problem} />}
      {current !== undefined && units === 0 && <Empty />}
      {current !== undefined && <Known current={current} isOld={isOffline && waits} isOffline={isOffline} />}
    </div>
  );
};
