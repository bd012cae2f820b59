/** Where an order stands: what it is, what it cost, when it comes, and out of it again. Its shopper sees it, and nobody else. */
import { useEffect, useState } from 'preact/hooks';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Facts } from '../ui/facts.tsx';
import { money } from '../ui/money.ts';
import { Failure, Notice, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import type { AddressBody } from '../../src/contract/cart/cart-selection-contract.ts';
import { lineOf } from './addresses.ts';
import { CallProblem } from './call.ts';
import { labelOf } from './breakup.tsx';
import { orderAgain } from './cart.ts';
import { dateText } from './dates.ts';
import { cancelOrder, madeOn, readOrder, stateName } from './orders.ts';
import { OrderUnitActs } from './order-units.tsx';
import { modeName } from './payment-choice.tsx';
import { Picture } from './product-card.tsx';
import { go, Link, payPath, productPath } from './route.tsx';
import { customerToken, shop } from './shop.ts';
import { NothingHere, SignInFirst } from './nothing-here.tsx';
import { named, wordFor, words } from './words.ts';

type OrderProps = { readonly order: Order };
type Shipment = NonNullable<Order['shipments']>[number];

/** What is there, came back or never comes is promised no more. */
const COMING: readonly (string | undefined)[] = ['awaiting_payment', 'placed', 'shipped'];
const promiseOf = ({ promise, order_type: way }: Shipment, { status }: Order): string => {
  const by = promise?.max && COMING.includes(status) ? dateText(promise.max, 'weekday') : '';
  if (by === '') return '';
  return way === 'PickAtStore' ? words.order.ready(by) : words.order.arrives(by);
};

const Parcels = ({ order, currency }: OrderProps & { readonly currency: string }) => (
  <div>
    {order.shipments?.map((shipment) => {
      const { shipment_id: id, bags = [], fulfilling_store: store, order_type: way } = shipment;
      const name = store?.name ?? '';
      return (
        <section key={id}>
          <h2>{way === 'PickAtStore' ? words.order.pickUp(name) : words.order.from(name)}</h2>
          <p class="soft">{promiseOf(shipment, order)}</p>
          <ul class="parcel">
            {bags.map((bag) => (
              <li key={bag.identifier} class="parcel-line">
                <Picture url={bag.image} alt="" />
                <span class="parcel-words">
                  {bag.slug ? <Link to={productPath(bag.slug)}>{bag.name}</Link> : bag.name}
                  <small>
                    {named(bag.size_name)} × {bag.quantity}
                  </small>
                  {bag.parent && <small>{bag.is_gift ? words.order.gift : words.order.partOf}</small>}
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

const OrderFacts = ({ order }: OrderProps) => {
  const to = order.delivery_address as Partial<AddressBody> | null | undefined;
  return (
    <Facts
      of={[
        [words.order.made, madeOn(order)],
        [words.order.paidBy, [modeName(order.payment?.mode ?? ''), paidText(order)].filter(Boolean).join(', ')],
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
          {reason?.includes(' ') && <small>{reason}</small>}
        </li>
      ))}
    </ol>
  </section>
);

/** Cancelling is asked about first, where the button was. */
const Cancel = ({ order, onDone }: OrderProps & { readonly onDone: () => void }) => {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState('');
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
          <p>{words.order.cancelAsk}</p>
          <div class="act">
            <button type="button" class="button" autoFocus onClick={() => void cancel()}>
              {words.order.cancelYes}
            </button>
            <button type="button" class="button quiet" onClick={() => setAsked(false)}>
              {words.order.cancelNo}
            </button>
          </div>
        </div>
      ) : (
        <button type="button" class="text-button" onClick={() => setAsked(true)}>
          {words.order.cancel}
        </button>
      )}
      <div role="alert">{problem !== '' && <Notice kind="warn">{problem}</Notice>}</div>
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
      <div role="alert">{problem !== '' && <Notice kind="warn">{problem}</Notice>}</div>
    </>
  );
};

const said = ({ status, payment_expires_at: until }: Order): string => {
  const sentence = wordFor(words.order.states, status ?? '');
  return status === 'awaiting_payment' && until
    ? `${sentence} ${words.order.payUntil(dateText(until, 'moment'))}`
    : sentence;
};

const Shown = ({ order, again }: OrderProps & { readonly again: () => void }) => {
  const { status, currency: { code: currency = shop.currency } = {} } = order;
  const isGood = status === 'placed' || status === 'shipped' || status === 'delivered';
  return (
    <div class="cart">
      <div class="heading">
        <h1 class="order-id">{words.order.title(order.order_id ?? '')}</h1>
        <Link to="/orders">{words.order.all}</Link>
      </div>
      <div class="told-order" role="status">
        <Notice kind={isGood ? 'good' : 'plain'}>{said(order)}</Notice>
      </div>
      <div class="cart-grid">
        <div>
          <Parcels order={order} currency={currency} />
          <OrderUnitActs key={order.modified_on ?? ''} order={order} onDone={again} currency={currency} />
          <Life order={order} />
        </div>
        <aside class="summary" aria-label={words.cart.price}>
          <h2>{words.cart.price}</h2>
          <dl class="breakup">
            {order.breakup_values?.map(({ name = '', display, value = 0 }) => (
              <div key={name} data-row={name} class={value < 0 ? 'less' : undefined}>
                <dt>{labelOf(name, display)}</dt>
                <dd>{money(value, currency, true)}</dd>
              </div>
            ))}
          </dl>
          <OrderFacts order={order} />
          {status === 'awaiting_payment' && shop.demo_payment && (
            <Link class="button grand" to={payPath(order.order_id ?? '')}>
              {words.order.pay}
            </Link>
          )}
          <Again order={order} />
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
      <h1 class="order-id">{words.order.title(id)}</h1>
    </div>
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
