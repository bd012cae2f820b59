/** One order: what was bought, what it cost and why, who pays for its discounts, and what can happen to it next. */
import { useRoute } from 'preact-iso';
import type { StaffOrder, StaffOrderById } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Page, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { at, may, shop } from '../../session.ts';
import { OrderActs } from './order-acts.tsx';
import { Buyer } from './order-buyer.tsx';
import { OrderPrice } from './order-price.tsx';
import { Papers } from './papers.tsx';
import { Refunds, Returns } from './returns-and-refunds.tsx';
import { ShipmentPanel } from './shipment-panel.tsx';
import { SomeUnits } from './some-units.tsx';
import { Timeline } from './timeline.tsx';
import { WhyPrice } from './why-price.tsx';

type Order = { readonly order: StaffOrder; readonly again: () => void };

const Shown = ({ order, again }: Order) => {
  const { order_id: id = '', currency: { code: currency = shop.value.currency } = {} } = order;
  return (
    <Page
      title={`Order ${id}`}
      back={{ to: at('/orders'), name: 'Orders' }}
      acts={<OrderActs order={order} again={again} />}
      about={
        <>
          <State of={order.status ?? ''} /> Ordered {moment(order.order_created_time)}
        </>
      }
    >
      <div class="columns">
        <div>
          {(order.shipments ?? []).map((shipment) => (
            <ShipmentPanel key={shipment.shipment_id} order={order} shipment={shipment} currency={currency} />
          ))}
          {may('company/orders/write') && <SomeUnits order={order} again={again} />}
          <Returns order={order} again={again} />
          <Refunds order={order} again={again} />
          <Timeline key={order.modified_on} id={id} />
          <WhyPrice id={id} />
        </div>
        <div>
          <Buyer order={order} />
          <OrderPrice order={order} currency={currency} />
          <Papers key={order.modified_on} id={id} />
        </div>
      </div>
    </Page>
  );
};

export const OrderPage = () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<StaffOrderById>(`${ordersPath}/order-details`, { order_id: id });
  return <Answered asked={asked}>{({ order }) => order && <Shown order={order} again={asked.again} />}</Answered>;
};
