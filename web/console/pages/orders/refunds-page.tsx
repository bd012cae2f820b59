/** Money that goes back to who paid it, the oldest first. */
import type { Static } from 'typebox';
import type { ListedRefund, RefundList } from '../../../../src/contract/orders/order-goods-contract.ts';
import { amount } from '../../parts/amounts.ts';
import { type Choices, Select } from '../../parts/field.tsx';
import { type Column, Listing, useFilters } from '../../parts/listing.tsx';
import { Page, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { OrdersTabs } from './orders-tabs.tsx';

const states: Choices = [
  ['due', 'Due'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['done', 'Done'],
];
const columns: readonly Column<ListedRefund>[] = [
  { name: 'Order', show: ({ order_id }) => order_id },
  { name: 'Since', show: ({ created_on }) => moment(created_on) },
  { name: 'Because', show: ({ cause }) => cause },
  { name: 'Payment', show: ({ payment_id }) => payment_id ?? 'Collected on delivery' },
  { name: 'Amount', show: ({ amount: due = 0, currency }) => amount(due, currency), isFigure: true },
  { name: 'State', show: ({ status = '' }) => <State of={status} /> },
];

export const RefundsPage = () => {
  const [filters, set] = useFilters();
  const status = String(filters['status'] ?? 'due');
  return (
    <Page title="Orders">
      <OrdersTabs />
      <div class="filters">
        <Select name="Which" value={status} choices={states} onChange={(value) => set('status', value)} />
      </div>
      <Listing<ListedRefund, Static<typeof RefundList>>
        label="Refunds"
        path={`${ordersPath}/refunds`}
        query={{ status }}
        rowsOf={({ items }) => items}
        columns={columns}
        to={({ order_id = '' }) => at(`/orders/${order_id}`)}
        empty="None in this state."
      />
    </Page>
  );
};
