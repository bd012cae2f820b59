/** Goods that come back, the oldest first. */
import type { Static } from 'typebox';
import type { ReturnList } from '../../../../src/contract/orders/order-goods-contract.ts';
import { type Choices, Select } from '../../parts/field.tsx';
import { type Column, Listing, useFilters } from '../../parts/listing.tsx';
import { Page, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { OrdersTabs } from './orders-tabs.tsx';

type Returns = Static<typeof ReturnList>;
type Return = Returns['items'][number];

const states: Choices = [
  ['requested', 'Wait for an answer'],
  ['approved', 'On their way back'],
  ['received', 'Received'],
  ['refused', 'Refused'],
  ['withdrawn', 'Withdrawn'],
];
const columns: readonly Column<Return>[] = [
  { name: 'Order', show: ({ order_id }) => order_id },
  { name: 'Asked for', show: ({ requested_on }) => moment(requested_on) },
  { name: 'Why', show: ({ reason }) => reason },
  { name: 'State', show: ({ status = '' }) => <State of={status} /> },
];

export const ReturnsPage = () => {
  const [filters, set] = useFilters();
  const status = String(filters['status'] ?? 'requested');
  return (
    <Page title="Orders">
      <OrdersTabs />
      <div class="filters">
        <Select name="Which" value={status} choices={states} onChange={(value) => set('status', value)} />
      </div>
      <Listing<Return, Returns>
        label="Returns"
        path={`${ordersPath}/returns`}
        query={{ status }}
        rowsOf={({ items }) => items}
        columns={columns}
        to={({ order_id = '' }) => at(`/orders/${order_id}`)}
        empty="None in this state."
      />
    </Page>
  );
};
