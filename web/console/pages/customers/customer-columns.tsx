/** A customer as a row of a list. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import type { Column } from '../../parts/listing.tsx';
import { State } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { nameOf } from './customer-name.ts';

export const customerColumns: readonly Column<CustomerView>[] = [
  { name: 'Name', show: nameOf },
  { name: 'Id', show: ({ user_id }) => <code>{user_id}</code> },
  { name: 'E-mail', show: ({ emails }) => emails[0]?.email },
  { name: 'Phone', show: ({ phone_numbers }) => phone_numbers[0]?.phone },
  { name: 'Groups', show: ({ groups }) => groups.map((group) => <State key={group} of={group} />) },
  { name: 'Since', show: ({ registered_at, created_at }) => dayOf(registered_at ?? created_at) },
];
