/** Who bought it, where it goes and how it is paid. */
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { paymentName } from '../../parts/names.ts';
import { Panel } from '../../parts/page.tsx';
import { isFetched } from './order-ways.ts';

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

const guestName = ({ delivery_address: address }: StaffOrder): string => {
  const name = new Map(Object.entries(address ?? {})).get('name');
  return typeof name === 'string' && name !== '' ? `${name}, without an account` : 'Somebody without an account';
};

export const Buyer = ({ order }: { readonly order: StaffOrder }) => {
  const customer = order.user_info?.user_id;
  return (
    <Panel title="Buyer">
      <Facts
        of={[
          ['Customer', customer ? <CustomerLink id={customer} /> : guestName(order)],
          [isFetched(order) ? 'Address' : 'Goes to', <span class="lines">{addressLines(order.delivery_address)}</span>],
          ['Payment', paymentName(order.payment_mode)],
          ['Number of the payment', order.payment?.payment_id],
          ['GSTIN', order.gstin],
          ['Coupon', order.coupon_code],
          ['Comment', order.comment],
        ]}
      />
    </Panel>
  );
};
