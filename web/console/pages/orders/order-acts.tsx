/** What can happen to the whole of an order next: it leaves, it arrives, it is called off. Each says before what will come of it. */
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { change } from '../../call.ts';
import { amount } from '../../parts/amounts.ts';
import { AskAct } from '../../parts/ask-act.tsx';
import { ordersPath } from '../../paths.ts';
import { may } from '../../session.ts';
import { isFetched } from './order-ways.ts';
import { saidOf } from './said-rules.ts';
import { reasonField, shippingFields } from './shipping.ts';

type Props = { readonly order: StaffOrder; readonly again: () => void };
type Turn = { readonly path: string; readonly said: string; readonly body: Readonly<Record<string, string>> };

const note = { name: 'Note', hint: 'Kept with the order; the customer can read it.' };

const collectedWords = ({ amount_to_collect: due = 0, currency }: StaffOrder): string =>
  due > 0 ? ` ${amount(due, currency?.code)} counts as paid then.` : '';

/** What calling it off gives back, of what there is to give back. */
const givenBack = ({ payment, order_value: total = 0, currency }: StaffOrder): string =>
  payment?.payment_id ? `${amount(total, currency?.code)} that was paid is noted as a refund to be sent` : '';

const CancelAll = ({ order, turn }: { readonly order: StaffOrder; readonly turn: (to: Turn) => Promise<void> }) => (
  <AskAct
    quiet
    isGrave
    ask="Cancel the whole order?"
    about={
      <ul class="told-list">
        <li>The goods go back into stock.</li>
        <li>Points, store credit and uses of coupons are given back.</li>
        {givenBack(order) && <li>{givenBack(order)}.</li>}
        <li>The customer is told. There is no way back.</li>
      </ul>
    }
    fields={{ reason: reasonField }}
    leave="Keep the order"
    go="Cancel the order"
    run={(body) => turn({ path: 'cancel', said: 'Cancelled', body })}
  >
    Cancel order
  </AskAct>
);

export const OrderActs = ({ order, again }: Props) => {
  if (!may('company/orders/write')) return null;
  const turn = async ({ path, said, body }: Turn): Promise<void> => {
    const what = `${said}: order ${order.order_id}`;
    await change('POST', `${ordersPath}/orders/${order.order_id}/${path}`, what, { body });
    again();
  };
  const deliver = (done: string) => (values: Readonly<Record<string, string>>) =>
    turn({ path: 'deliver', said: done, body: { reason: done, ...saidOf(values) } });
  const isPlaced = order.status === 'placed';
  return (
    <>
      {isPlaced && !isFetched(order) && (
        <AskAct
          ask="Ship all that is left of the order"
          about="One parcel leaves from each store, with its invoice, and the customer is told."
          fields={shippingFields}
          go="Ship"
          run={(values) => turn({ path: 'parcels', said: 'Shipped', body: saidOf(values) })}
        >
          Ship all
        </AskAct>
      )}
      {isPlaced && isFetched(order) && (
        <AskAct
          ask="Hand the goods over?"
          about={`The customer has fetched them.${collectedWords(order)}`}
          fields={{ reason: note }}
          run={deliver('Handed over')}
        >
          Hand over
        </AskAct>
      )}
      {order.status === 'shipped' && (
        <AskAct
          ask="Mark the order as delivered?"
          about={`All of it has reached the customer.${collectedWords(order)}`}
          fields={{ reason: note }}
          run={deliver('Delivered')}
        >
          Mark as delivered
        </AskAct>
      )}
      {(isPlaced || order.status === 'awaiting_payment') && <CancelAll order={order} turn={turn} />}
    </>
  );
};
