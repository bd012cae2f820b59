/** The orders of the shop, by state and time, and out of it as a file. */
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { addressOf } from '../../call.ts';
import { amount } from '../../parts/amounts.ts';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { paymentName } from '../../parts/names.ts';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { orderBulk } from './order-bulk.ts';
import { at, session, shop } from '../../session.ts';

const states: Choices = [
  ['', 'Every state'],
  ['awaiting_payment', 'Waiting for payment'],
  ['placed', 'To ship'],
  ['shipped', 'On the way'],
  ['delivered', 'Delivered'],
  ['returned', 'Returned'],
  ['cancelled', 'Cancelled'],
  ['payment_failed', 'Payment failed'],
  ['expired', 'Never paid'],
];

const units = ({ shipments }: StaffOrder): number =>
  (shipments ?? []).reduce((sum, { total_items }) => sum + (total_items ?? 0), 0);
const buyer = ({ delivery_address, user_info }: StaffOrder): string =>
  (delivery_address?.['name'] as string | undefined) || user_info?.user_id || 'Guest';

const columns: readonly Column<StaffOrder>[] = [
  { name: 'Order', show: ({ order_id }) => order_id },
  { name: 'Made', show: ({ order_created_time }) => moment(order_created_time) },
  { name: 'Buyer', show: buyer },
  { name: 'State', show: ({ status }) => <State of={status ?? ''} /> },
  { name: 'Paid by', show: ({ payment_mode }) => paymentName(payment_mode) },
  { name: 'Units', show: units, isFigure: true },
  {
    name: 'Total',
    show: ({ order_value, currency }) => amount(order_value ?? 0, currency?.code ?? shop.value.currency),
    isFigure: true,
  },
];

export const OrdersPage = () => {
  const shown = { ...useFilters(), sales_channels: shop.value.id };
  return (
    <RoomPage
      room="Orders"
      acts={
        <a class="button quiet" href={addressOf(`${ordersPath}/orders-export`, shown)} download>
          Export for accounting
        </a>
      }
    >
      <Filters
        of={[
          { key: 'status', name: 'State', choices: states },
          { key: 'from_date', name: 'From', type: 'date' },
          { key: 'to_date', name: 'Until', type: 'date' },
          { key: 'search_value', name: 'Order number', type: 'search' },
        ]}
      />
      <Listing<StaffOrder>
        label="Orders"
        path={`${ordersPath}/orders-listing`}
        query={shown}
        isNumbered
        bulk={orderBulk}
        columns={columns}
        to={({ order_id }) => at(`/orders/${order_id}`)}
        empty={
          <>
            <p>Orders appear here as soon as shoppers place them.</p>
            <a class="button quiet" href={`${session.base}/`}>
              Look at the shop
            </a>
          </>
        }
      />
    </RoomPage>
  );
};
