/** The customers of the shop. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { Listing } from '../../parts/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { customersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { customerColumns } from './customer-columns.tsx';

export const CustomersPage = () => (
  <RoomPage room="Customers">
    <Listing<CustomerView>
      label="Customers"
      path={customersPath}
      columns={customerColumns}
      to={({ user_id }) => at(`/customers/${encodeURIComponent(user_id)}`)}
      empty="Customers appear here when the shop’s sign-in tells of them, or a program saves their profile."
    />
  </RoomPage>
);
