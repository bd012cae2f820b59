/** The customers of the shop. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { type Column, Listing } from '../../parts/listing.tsx';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { dayOf } from '../../parts/times.ts';
import { customersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { nameOf } from './customer-name.ts';

const columns: readonly Column<CustomerView>[] = [
  { name: 'Name', show: nameOf },
  { name: 'Id', show: ({ user_id }) => <code>{user_id}</code> },
  { name: 'E-mail', show: ({ emails }) => emails[0]?.email },
  { name: 'Phone', show: ({ phone_numbers }) => phone_numbers[0]?.phone },
  { name: 'Groups', show: ({ groups }) => groups.map((group) => <State key={group} of={group} />) },
  { name: 'Since', show: ({ registered_at, created_at }) => dayOf(registered_at ?? created_at) },
];

export const CustomersPage = () => (
  <RoomPage room="Customers">
    <Listing<CustomerView>
      label="Customers"
      path={customersPath}
      columns={columns}
      to={({ user_id }) => at(`/customers/${encodeURIComponent(user_id)}`)}
      empty="Customers appear here when the shop’s sign-in tells of them, or a program saves their profile."
    />
  </RoomPage>
);
