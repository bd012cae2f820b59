/** One order: what was bought, what it cost and why, who pays for its discounts, and what can happen to it next. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { Static } from 'typebox';
import type { OrderRecomputed } from '../../../../src/contract/orders/order-contract.ts';
import type { StaffOrder, StaffOrderById } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { change, read } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Bought } from '../../parts/bought.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { paymentName } from '../../parts/names.ts';
import { Page, Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { Papers } from './papers.tsx';
import { Refunds, Returns } from './returns-and-refunds.tsx';
import { SomeUnits } from './some-units.tsx';
import { Timeline } from './timeline.tsx';
import { WhyPrice } from './why-price.tsx';
import { ordersPath } from '../../paths.ts';
import { at, may, shop } from '../../session.ts';

type Shipment = NonNullable<StaffOrder['shipments']>[number];
type Bag = NonNullable<Shipment['bags']>[number];
type Order = { readonly order: StaffOrder; readonly again: () => void };

const currencyOf = (order: StaffOrder): string => order.currency?.code ?? shop.value.currency;

type Step = { readonly name: string; readonly path: string; readonly from: readonly string[]; readonly done: string };
const steps: readonly Step[] = [
  { name: 'Ship all', path: 'ship', from: ['placed'], done: 'Shipped' },
  { name: 'Mark as delivered', path: 'deliver', from: ['shipped'], done: 'Delivered' },
  { name: 'Cancel all', path: 'cancel', from: ['placed', 'awaiting_payment'], done: 'Cancelled' },
];

const Acts = ({ order, again }: Order) => {
  const [reason, setReason] = useState('');
  if (!may('company/orders/write')) return null;
  const open = steps.filter(({ from }) => from.includes(order.status ?? ''));
  return (
    <>
      {open.map(({ name, path, done }) => (
        <Act
          key={path}
          quiet={path === 'cancel'}
          ask={`${name}: order ${order.order_id}?`}
          fields={<Text name="Reason, kept with the order" value={reason} onChange={setReason} required />}
          run={async () => {
            await change('POST', `${ordersPath}/orders/${order.order_id}/${path}`, `${done}: ${order.order_id}`, {
              body: { reason },
            });
            again();
          }}
        >
          {name}
        </Act>
      ))}
    </>
  );
};

const bagColumns = (currency: string): readonly Column<Bag>[] => [
  {
    name: 'Article',
    show: ({ name, image, item_id, size_name, is_gift, brand_name, seller_identifier }) => (
      <Bought name={name ?? ''} itemId={item_id} image={image} about={[brand_name, size_name, seller_identifier]}>
        {is_gift && <State of="gift" />}
      </Bought>
    ),
  },
  { name: 'Units', show: ({ quantity }) => quantity, isFigure: true },
  { name: 'Price', show: ({ price_effective }) => amount(price_effective ?? 0, currency), isFigure: true },
  {
    name: 'Offers',
    show: ({ promotion = 0, coupon = 0 }) => (promotion + coupon === 0 ? '–' : amount(-(promotion + coupon), currency)),
    isFigure: true,
  },
  { name: 'Tax in it', show: ({ tax }) => amount(tax?.tax ?? 0, currency), isFigure: true },
  { name: 'Amount', show: ({ amount: paid }) => amount(paid ?? 0, currency), isFigure: true },
];

const Parcel = ({ shipment, currency }: { readonly shipment: Shipment; readonly currency: string }) => (
  <Panel title={`Parcel ${shipment.shipment_id}`} acts={<State of={shipment.shipment_status ?? ''} />}>
    <p class="soft">
      {shipment.order_type === 'PickAtStore' ? 'Picked up at' : 'Sent by'} {shipment.fulfilling_store?.name}
      {shipment.promise?.max && `, promised until ${moment(shipment.promise.max)}`}
    </p>
    <Rows label={`Lines of ${shipment.shipment_id}`} rows={shipment.bags ?? []} columns={bagColumns(currency)} />
  </Panel>
);

const Price = ({ order }: { readonly order: StaffOrder }) => {
  const currency = currencyOf(order);
  const [checked, setChecked] = useState<Static<typeof OrderRecomputed> | undefined>();
  return (
    <Panel title="Price">
      <table class="sums">
        <tbody>
          {(order.breakup_values ?? []).map(({ name, display, amount: value = 0 }) => (
            <tr key={name} class={name === 'total' ? 'total' : undefined}>
              <th scope="row">{display}</th>
              <td class="figure">{amount(value, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <WhyPrice id={order.order_id ?? ''} />
      {(order.offers ?? []).length > 0 && <h3>Offers that acted</h3>}
      <ul class="plain-list">
        {(order.offers ?? []).map(({ id, name, code, mode }) => (
          <li key={id}>
            <a href={at(`/offers/${mode}/${id}`)}>{name || code || id}</a> {code && <code>{code}</code>}
          </li>
        ))}
      </ul>
      {(order.funding ?? []).length > 0 && <h3>Who bears which discount</h3>}
      <ul class="plain-list">
        {(order.funding ?? []).map(({ source, id, stage, payable_category, payable_by, amount: borne = 0 }) => (
          <li key={`${source}${id}${stage}`}>
            {amount(borne, currency)} {stage}, by {payable_by || payable_category}
          </li>
        ))}
      </ul>
      <Act quiet run={async () => setChecked(await read(`${ordersPath}/orders/${order.order_id}/recompute`))}>
        Price it again from its records
      </Act>
      {checked && (
        <Notice kind={checked.agrees ? 'good' : 'warn'}>
          {checked.agrees ? 'Every number came out the same.' : 'The numbers came out otherwise.'}
        </Notice>
      )}
    </Panel>
  );
};

/** As it is written on a parcel: what belongs on one line stands on one. */
const addressWords = [
  ['name'],
  ['address'],
  ['area'],
  ['city', 'area_code'],
  ['state', 'country'],
  ['phone'],
  ['email'],
] as const;
const addressLines = (address: Readonly<Record<string, unknown>> | null | undefined): string => {
  const known = new Map(Object.entries(address ?? {}));
  const isSaid = (word: unknown): boolean => typeof word === 'string' && word !== '';
  return addressWords
    .map((words) =>
      words
        .map((word) => known.get(word))
        .filter(isSaid)
        .join(words[0] === 'city' ? ' ' : ', '),
    )
    .filter(isSaid)
    .join('\n');
};

const People = ({ order }: { readonly order: StaffOrder }) => {
  const customer = order.user_info?.user_id;
  return (
    <Panel title="Buyer">
      <Facts
        of={[
          ['Customer', customer ? <CustomerLink id={customer} /> : 'Guest'],
          ['Goes to', <span class="lines">{addressLines(order.delivery_address)}</span>],
          ['Paid by', paymentName(order.payment_mode)],
          ['Payment', order.payment?.payment_id],
          ['GSTIN', order.gstin],
          ['Coupon', order.coupon_code],
          ['Comment', order.comment],
          ['Cart', order.cart_id],
        ]}
      />
    </Panel>
  );
};

const Shown = ({ order, again }: Order) => (
  <Page
    title={order.order_id ?? ''}
    back={{ to: at('/orders'), name: 'Orders' }}
    acts={<Acts order={order} again={again} />}
    about={
      <>
        <State of={order.status ?? ''} /> made {moment(order.order_created_time)}
      </>
    }
  >
    <div class="columns">
      <div>
        {(order.shipments ?? []).map((shipment) => (
          <Parcel key={shipment.shipment_id} shipment={shipment} currency={currencyOf(order)} />
        ))}
        {may('company/orders/write') && <SomeUnits order={order} again={again} />}
        <Returns order={order} again={again} />
        <Refunds order={order} again={again} />
        <Timeline key={order.modified_on} id={order.order_id ?? ''} />
      </div>
      <div>
        <Price order={order} />
        <People order={order} />
        <Papers key={order.modified_on} id={order.order_id ?? ''} />
      </div>
    </div>
  </Page>
);

export const OrderPage = () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<StaffOrderById>(`${ordersPath}/order-details`, { order_id: id });
  return <Answered asked={asked}>{({ order }) => order && <Shown order={order} again={asked.again} />}</Answered>;
};
