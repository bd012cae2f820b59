/** Where an order stands: what it is, what it cost, when it comes. Its shopper sees it, and nobody else. */
import { useEffect } from 'preact/hooks';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { money } from '../ui/money.ts';
import { Blank, Failure, Notice } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { call, CallProblem } from './call.ts';
import { Link } from './route.tsx';
import { shop } from './shop.ts';

const readOrder = async (id: string): Promise<Order | undefined> =>
  (await call<{ readonly order?: Order }>(`/service/application/order/v1.0/orders/${encodeURIComponent(id)}`)).order;

const sentences: Readonly<Record<string, string>> = {
  placed: 'Thank you. Your order is placed.',
  awaiting_payment: 'Your order is kept for you and waits for its payment.',
  cancelled: 'This order was cancelled.',
  expired: 'This order was not paid in time.',
};

const dayOf = (time: string): string =>
  new Date(time).toLocaleDateString(undefined, { weekday: 'long', day: 'numeric', month: 'long' });

const Parcels = ({ order, currency }: { readonly order: Order; readonly currency: string }) => (
  <div>
    {order.shipments?.map(({ shipment_id: id, promise, bags = [], fulfilling_store: store }) => (
      <section key={id}>
        <h2>From {store?.name}</h2>
        {promise?.max && <p class="soft">Arrives by {dayOf(promise.max)}</p>}
        <ul class="parcel">
          {bags.map((bag, at) => (
            <li key={at}>
              {bag.quantity} × {bag.name}, {bag.item_size}
              <span>{money(bag.amount ?? 0, currency)}</span>
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
);

const Shown = ({ order }: { readonly order: Order }) => {
  const { status = '', currency: { code: currency = shop.currency } = {} } = order;
  return (
    <div class="cart">
      <div class="heading">
        <h1>Order {order.order_id}</h1>
      </div>
      <Notice kind={status === 'placed' ? 'good' : 'plain'}>
        {sentences[status] ?? `This order is ${status.replaceAll('_', ' ')}.`}
      </Notice>
      <div class="cart-grid">
        <Parcels order={order} currency={currency} />
        <aside class="summary" aria-label="Price details">
          <h2>Price details</h2>
          <dl class="breakup">
            {order.breakup_values?.map(({ name = '', display, value = 0 }) => (
              <div key={name} data-row={name} class={value < 0 ? 'less' : undefined}>
                <dt>{display}</dt>
                <dd>{money(value, currency, true)}</dd>
              </div>
            ))}
          </dl>
        </aside>
      </div>
    </div>
  );
};

export const OrderPage = ({ id }: { readonly id: string }) => {
  const { answer, problem, again } = useAnswer(`order/${id}`, () => readOrder(id));
  useEffect(() => {
    document.title = `Order · ${shop.name}`;
  }, []);
  if (problem instanceof CallProblem && problem.status < 500 && problem.status > 0) {
    return (
      <Blank icon="bag" title="This order is not known here">
        <p>It is shown to who ordered it: in the browser it was ordered in, or signed in.</p>
        <Link class="button" to="/">
          Browse the shop
        </Link>
      </Blank>
    );
  }
  if (problem !== undefined) return <Failure title="The order did not load" problem={problem} again={again} />;
  return answer === undefined ? null : <Shown order={answer} />;
};
