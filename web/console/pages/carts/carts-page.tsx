/** Carts in use, and those that were left behind, with what is in them. */
import type { Static } from 'typebox';
import type { CartListed, CartsListed } from '../../../../src/contract/cart/cart-staff-contract.ts';
import { amount } from '../../parts/amounts.ts';
import type { Choices } from '../../parts/field.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { ago, calendarDay } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at } from '../../session.ts';

const owners: Choices = [
  ['', 'Everybody’s'],
  ['customer', 'Customers’'],
  ['anonymous', 'Guests’'],
];
const ages: Choices = [
  ['', 'At any time'],
  ['1', 'Not for a day'],
  ['7', 'Not for a week'],
];

const columns: readonly Column<CartListed>[] = [
  { name: 'Cart', show: ({ cart_id }) => cart_id },
  { name: 'Whose', show: ({ user_id }) => (user_id ? <CustomerLink id={user_id} /> : 'Guest') },
  { name: 'Changed', show: ({ last_modified }) => ago(last_modified) },
  { name: 'Units', show: ({ item_counts }) => item_counts, isFigure: true },
  { name: 'Worth', show: ({ cart_value, currency_code }) => amount(cart_value ?? 0, currency_code), isFigure: true },
];

export const CartsPage = () => {
  const { idle, ...asked } = useFilters();
  const query = idle === undefined ? asked : { ...asked, to_date: calendarDay(Number(idle)) };
  return (
    <Page title="Carts" about="Live and abandoned. Open one to see its lines and prices as its shopper does.">
      <Filters
        of={[
          { key: 'filter_on', name: 'Whose', choices: owners },
          { key: 'idle', name: 'Changed', choices: ages },
          { key: 'q', name: 'Number or customer', type: 'search' },
        ]}
      />
      <Listing<CartListed, Static<typeof CartsListed>>
        label="Carts"
        path={`${cartPath}/cart-list`}
        query={query}
        isNumbered
        rowsOf={({ data }) => data}
        columns={columns}
        to={({ cart_id }) => at(`/carts/${cart_id}`)}
        empty="Carts appear here as soon as somebody puts something into one."
      />
    </Page>
  );
};
