/** The customers of the shop. */
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { Listing } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { customersPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { customerColumns } from './customer-columns.tsx';

export const CustomersPage = () => (
  <RoomPage room="Customers">
    <Filters of={[{ key: 'q', name: 'Name, e-mail or phone', type: 'search' }]} />
    <Listing<CustomerView>
      label="Customers"
      path={customersPath}
      query={useFilters()}
      columns={customerColumns}
      to={({ user_id }) => at(`/customers/${encodeURIComponent(user_id)}`)}
      empty={
        <p>
          Whoever signs in to the shop for the first time appears here, with what he orders. How the shop’s own sign-in
          tells who he is, is set under <a href={at('/settings')}>Settings, Sign-in and signatures</a>.
        </p>
      }
    />
  </RoomPage>
);
