/** Where an order stands: what it is, what it cost, when it comes, and out of it again. Its shopper sees it, and nobody else. */
import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Facts } from '../ui/facts.tsx';
import { money } from '../ui/money.ts';
import { Failure, Notice, Problem, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import type { AddressBody } from '../../src/contract/cart/cart-selection-contract.ts';
import { lineOf } from './addresses.ts';
import { CallProblem } from './call.ts';
import { PriceRows } from './breakup.tsx';
import { orderAgain } from './cart.ts';
import { dateText } from './dates.ts';
import { cancelOrder, madeOn, readOrder, stateName } from './orders.ts';
import { OrderUnitActs } from './order-units.tsx';
import { Tracking } from './parcel-tracking.tsx';
import { modeName } from './payment-choice.tsx';
import { creditApart } from './price-rows.ts';
import { Picture } from './product-card.tsx';
import { go, Link, payPath, productPath } from './route.tsx';
import { customerToken, shop } from './shop.ts';
import { NothingHere, SignInFirst } from './nothing-here.tsx';
import { named, wordFor, words } from './words.ts';

type OrderProps = { readonly order: Order };
type Shipment = NonNullable<Order['shipments']>[number];

/** What is there says since when; what came back or never comes is promised no more. */
const COMING: readonly (string | undefined)[] = ['awaiting_payment', 'placed', 'shipped'];
const arrivalOf = (shipment: Shipment, { parcels = [], status }: Order): string => {
  const { promise, order_type: way, shipment_id: id, shipment_status: { value: state = status } = {} } = shipment;
  const isThere = way === 'PickAtStore';
  const sent = parcels.filter((parcel) => parcel.shipment_id === id);
  const last = sent
    .map(({ delivered_on: at }) => at ?? '')
    .toSorted()
    .at(-1);
  if (COMING.includes(state)) {
    const by = promise?.max ? dateText(promise.max, 'weekday') : '';
    return by && (isThere ? words.order.ready : words.order.arrives)(by);
  }
  return last ? (isThere ? words.order.pickedUp : words.order.delivered)(dateText(last, 'weekday')) : '';
};

const bagsOf = ({ shipments = [] }: Order) => shipments.flatMap(({ bags = [] }) => bags);
const isFetched = ({ shipments = [] }: Order): boolean =>
  shipments.every(({ order_type: way }) => way === 'PickAtStore');

const partOf = (parent: string, order: Order): string =>
  words.order.partOf(bagsOf(order).find(({ identifier }) => identifier === parent)?.name ?? '');

const Parcels = ({ order, currency }: OrderProps & { readonly currency: string }) => (
  <div>
    {order.shipments?.map((shipment) => {
      const { shipment_id: id, bags = [], fulfilling_store: store, order_type: way } = shipment;
      const name = store?.name ?? '';
      return (
        <section key={id}>
          <h2>{way === 'PickAtStore' ? words.order.pickUp(name) : words.order.from(name)}</h2>
          <p class="soft">{arrivalOf(shipment, order)}</p>
          <Tracking order={order} shipmentId={id} />
          <ul class="parcel">
            {bags.map((bag) => (
              <li key={bag.identifier} class="parcel-line">
                <Picture url={bag.image} alt="" />
                <span class="parcel-words">
                  {bag.slug ? <Link to={productPath(bag.slug)}>{bag.name}</Link> : bag.name}
                  <small>
                    {named(bag.size_name)} × {bag.quantity}
                  </small>
                  {bag.parent && <small>{bag.is_gift ? words.order.gift : partOf(bag.parent, order)}</small>}
                  {bag.gift_message && <small>“{bag.gift_message}”</small>}
                </span>
                <span>{money(bag.amount ?? 0, currency)}</span>
              </li>
            ))}
          </ul>
        </section>
      );
    })}
  </div>
);

const UNPAID: readonly (string | undefined)[] = ['awaiting_payment', 'payment_failed', 'expired'];
const paidText = ({ status, payment }: Order): string => {
  if (payment?.payment_id) return words.order.paid;
  return UNPAID.includes(status) ? words.order.unpaid : '';
};

const OrderFacts = ({ order, currency }: OrderProps & { readonly currency: string }) => {
  const { payment, refunded_amount: refunded = 0 } = order;
  const to = order.delivery_address as Partial<AddressBody> | null | undefined;
  return (
    <Facts
      of={[
        [
          words.order.paidBy,
          [modeName(payment?.mode ?? '', isFetched(order)), paidText(order)].filter(Boolean).join(', '),
        ],
        [words.order.refunded, refunded > 0 ? money(refunded, currency) : ''],
        [words.order.goesTo, to ? [to.name, lineOf(to)].filter(Boolean).join(', ') : ''],
      ]}
    />
  );
};

const Life = ({ order }: OrderProps) => (
  <section class="life">
    <h2>{words.order.life}</h2>
    <ol>
      {order.events?.map(({ status = '', created_on: at = '', reason }) => (
        <li key={`${status}${at}`}>
          <strong>{stateName(status)}</strong> <span class="soft">{dateText(at, 'moment')}</span>
          {/* One word is a program's; that time ran out is said by the state. */}
          {reason?.includes(' ') && status !== 'expired' && <small>{words.order.note(reason)}</small>}
        </li>
      ))}
    </ol>
  </section>
);

/** Cancelling is asked about first, where the button was. */
const Cancel = ({ order, onDone }: OrderProps & { readonly onDone: () => void }) => {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
  const isPaid = Boolean(order.payment?.payment_id) || (order.tender ?? []).length > 0;
  const cancel = async (): Promise<void> => {
    try {
      await cancelOrder(order.order_id ?? '');
      announce(words.order.cancelled);
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
    setAsked(false);
  };
  return (
    <div>
      {isAsked ? (
        <div role="group" aria-label={words.order.cancel} class="ask">
          <p>
            {words.order.cancelAsk} {isPaid && words.order.cancelBack}
          </p>
          <div class="act">
            <button type="button" class="button quiet" autoFocus onClick={() => setAsked(false)}>
              {words.order.cancelNo}
            </button>
            <button type="button" class="button danger" onClick={() => void cancel()}>
              {words.order.cancelYes}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" class="text-button" onClick={() => setAsked(true)}>
          {words.order.cancel}
        </button>
      )}
      <Problem sentence={problem} />
    </div>
  );
};

const Again = ({ order }: OrderProps) => {
  const [problem, setProblem] = useState('');
  const put = async (): Promise<void> => {
    const { success, message } = await orderAgain(order);
    if (success) go('/cart');
    else setProblem(message);
  };
  return (
    <>
      <button type="button" class="button quiet" onClick={() => void put()}>
        {words.order.again}
      </button>
      <Problem sentence={problem} />
    </>
  );
};

const said = ({ status, payment_expires_at: until }: Order): string => {
  const sentence = wordFor(words.order.states, status ?? '');
  return status === 'awaiting_payment' && until
    ? `${sentence} ${words.order.payUntil(dateText(until, 'moment'))}`
    : sentence;
};

const CREDITED: readonly (string | undefined)[] = ['awaiting_payment', 'placed', 'shipped', 'delivered'];
/** What is credited later: to who has an account, as long as all of it is ordered. */
const backOf = ({ status, refunded_amount: refunded, user_info: who, totals }: Order): number | undefined =>
  CREDITED.includes(status) && !refunded && who?.is_anonymous === false ? totals?.['cashback_applied'] : undefined;

const OrderPrice = ({ order, currency }: OrderProps & { readonly currency: string }) => (
  <PriceRows
    rows={creditApart(
      (order.breakup_values ?? []).map(({ name = '', display, value = 0 }) => ({ key: name, display, value })),
      order.tender ?? [],
    )}
    currency={currency}
    waived={order.totals?.['promotion_shipping']}
    back={backOf(order)}
  />
);

const Shown = ({ order, again }: OrderProps & { readonly again: () => void }) => {
  const { status, currency: { code: currency = shop.currency } = {} } = order;
  const isGood = status === 'placed' || status === 'shipped' || status === 'delivered';
  const isUnpaid = status === 'awaiting_payment';
  return (
    <div class="cart">
      <div class="heading">
        <h1>{words.order.title(madeOn(order).replaceAll(' ', '\u00a0'))}</h1>
        <Link to="/orders">{words.order.all}</Link>
      </div>
      <p class="soft">{words.order.number(order.order_id ?? '')}</p>
      <div class="told-order" role="status">
        <Notice kind={isGood ? 'good' : 'plain'}>{said(order)}</Notice>
      </div>
      <div class="cart-grid">
        <div>
          <Parcels order={order} currency={currency} />
          <OrderUnitActs key={order.modified_on ?? ''} order={order} onDone={again} />
          <Life order={order} />
        </div>
        <aside class="summary" aria-label={words.cart.price}>
          <h2>{words.cart.price}</h2>
          <OrderPrice order={order} currency={currency} />
          <OrderFacts order={order} currency={currency} />
          {isUnpaid && shop.demo_payment && (
            <Link class="button grand" to={payPath(order.order_id ?? '')}>
              {words.order.pay}
            </Link>
          )}
          {!isUnpaid && <Again order={order} />}
          {order.can_cancel && <Cancel order={order} onDone={again} />}
        </aside>
      </div>
    </div>
  );
};

/** What is known before the order is there: its name. */
const Awaited = ({ id }: { readonly id: string }) => (
  <div class="cart" aria-busy="true">
    <div class="heading">
      <h1>{words.order.short}</h1>
    </div>
    <p class="soft">{words.order.number(id)}</p>
    <span class="bone" />
    <span class="bone tall" />
  </div>
);

export const OrderPage = ({ id }: { readonly id: string }) => {
  const [reading, setReading] = useState(0);
  const { answer, problem, again } = useAnswer(`order/${id}/${reading}`, () => readOrder(id));
  useEffect(() => {
    document.title = `${words.order.short} · ${shop.name}`;
  }, []);
  if (problem instanceof CallProblem && problem.status < 500 && problem.status > 0) {
    const Way = customerToken.get() === '' ? SignInFirst : NothingHere;
    return <Way whole icon="bag" title={words.order.unknown} why={words.order.unknownWhy} />;
  }
  if (problem !== undefined) return <Failure whole title={words.order.failed} problem={problem} again={again} />;
  return answer === undefined ? <Awaited id={id} /> : <Shown order={answer} again={() => setReading(reading + 1)} />;
};
