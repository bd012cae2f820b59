/** Carts in use, and those that were left behind, with what is in them. */
import type { Static } from 'typebox';
import type { CartListed, CartsListed } from '../../../../src/contract/cart/cart-staff-contract.ts';
import { amount } from '../../parts/amounts.ts';
import { type Choices, Select, Text } from '../../parts/field.tsx';
import { type Column, Listing, useFilters } from '../../parts/listing.tsx';
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
  { name: 'Whose', show: ({ user_id }) => user_id || 'Guest' },
  { name: 'Changed', show: ({ last_modified }) => ago(last_modified) },
  { name: 'Units', show: ({ item_counts }) => item_counts, isFigure: true },
  { name: 'Worth', show: ({ cart_value, currency_code }) => amount(cart_value ?? 0, currency_code), isFigure: true },
];

export const CartsPage = () => {
  const [filters, set] = useFilters();
  const { idle, ...asked } = filters;
  const query = idle === undefined ? asked : { ...asked, to_date: calendarDay(Number(idle)) };
  return (
    <Page title="Carts" about="Live and abandoned. Open one to see its lines and prices as its shopper does.">
      <div class="filters">
        <Select
          name="Whose"
          value={String(filters['filter_on'] ?? '')}
          choices={owners}
          onChange={(value) => set('filter_on', value)}
        />
        <Select name="Changed" value={String(idle ?? '')} choices={ages} onChange={(value) => set('idle', value)} />
        <Text
          name="Number or customer"
          type="search"
          value={String(filters['q'] ?? '')}
          onChange={(value) => set('q', value.trim())}
        />
      </div>
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
