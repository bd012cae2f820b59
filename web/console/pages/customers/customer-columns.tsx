/** A customer as a row of a list. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { count } from '../../parts/amounts.ts';
import type { Column } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { nameOf, phoneOf } from './customer-name.ts';

export const customerColumns: readonly Column<CustomerView>[] = [
  { name: 'Name', show: nameOf },
  { name: 'E-mail', show: ({ emails }) => emails[0]?.email ?? '–' },
  { name: 'Phone', show: ({ phone_numbers: [phone] }) => (phone ? phoneOf(phone) : '–') },
  { name: 'Groups', show: ({ groups }) => groups.map((group) => <State key={group} of={group} />) },
  { name: 'Orders', show: ({ orders }) => count(orders), isFigure: true },
  { name: 'Since', show: ({ registered_at, created_at }) => dayOf(registered_at ?? created_at) },
];
