/** The customers of the shop. */
import type { Static } from 'typebox';
import type { CustomerList, CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Page, State } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { customersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { nameOf } from './customer-name.ts';
import { CustomersTabs } from './customers-tabs.tsx';

const columns: readonly Column<CustomerView>[] = [
  { name: 'Name', show: nameOf },
  { name: 'Id', show: ({ user_id }) => <code>{user_id}</code> },
  { name: 'E-mail', show: ({ emails }) => emails[0]?.email },
  { name: 'Phone', show: ({ phone_numbers }) => phone_numbers[0]?.phone },
  { name: 'Groups', show: ({ groups }) => groups.map((group) => <State key={group} of={group} />) },
  { name: 'Since', show: ({ registered_at, created_at }) => dayOf(registered_at ?? created_at) },
];

export const CustomersPage = () => (
  <Page title="Customers">
    <CustomersTabs />
    <Listing<CustomerView, Static<typeof CustomerList>>
      label="Customers"
      path={customersPath}
      rowsOf={({ items }) => items}
      columns={columns}
      to={({ user_id }) => at(`/customers/${encodeURIComponent(user_id)}`)}
      empty="Customers appear here when the shop’s sign-in tells of them, or a program saves their profile."
    />
  </Page>
);
