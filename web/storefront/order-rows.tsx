/** All orders of this shopper, the newest first. */
import { useState } from 'preact/hooks';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { money } from '../ui/money.ts';
import { Failure } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { listOrders, madeOn, stateName } from './orders.ts';
import { Link, orderPath } from './route.tsx';
import { customerToken, shop } from './shop.ts';
import { NothingHere } from './nothing-here.tsx';
import { words } from './words.ts';

const unitsOf = ({ shipments = [] }: Order): number =>
  shipments.reduce((sum, { total_items: units = 0 }) => sum + units, 0);

const namesOf = ({ shipments = [] }: Order): string =>
  shipments
    .flatMap(({ bags = [] }) => bags)
    .filter(({ parent }) => !parent)
    .map(({ name }) => name)
    .join(', ');

const Row = ({ order }: { readonly order: Order }) => (
  <li>
    <Link class="order-row" to={orderPath(order.order_id ?? '')}>
      <span class="order-words">
        <strong>{namesOf(order)}</strong>
        <span class="soft">
          {madeOn(order)} · {words.order.units(unitsOf(order))}
        </span>
        <span class="soft">{order.order_id}</span>
      </span>
      <span class={`state ${order.status}`}>{stateName(order.status)}</span>
      <span class="order-total">{money(order.order_value ?? 0, order.currency?.code ?? shop.currency)}</span>
    </Link>
  </li>
);

/** A page of the list; the next one is shown below it when it is asked for. */
const Listed = ({ page, who }: { readonly page: number; readonly who: string }) => {
  const { answer, problem, again } = useAnswer(`orders/${who}/${page}`, () => listOrders(page));
  const [isMore, setMore] = useState(false);
  if (problem !== undefined) return <Failure title={words.order.listFailed} problem={problem} again={again} />;
  if (page === 1 && answer?.items.length === 0) {
    return <NothingHere icon="bag" title={words.order.none} why={words.order.noneWhy} />;
  }
  return (
    <>
      <ul class="order-rows">
        {answer?.items.map((order) => (
          <Row key={order.order_id} order={order} />
        ))}
      </ul>
      {answer?.page.has_next === true && !isMore && (
        <button type="button" class="button quiet" onClick={() => setMore(true)}>
          {words.more}
        </button>
      )}
      {isMore && <Listed page={page + 1} who={who} />}
    </>
  );
};

export const OrderRows = () => <Listed page={1} who={useValue(customerToken).slice(-12)} />;
