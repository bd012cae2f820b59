/** Carts in use, and those that were left behind, with what is in them. */
import type { Static } from 'typebox';
import type { CartListed, CartsListed } from '../../../../src/contract/cart/cart-staff-contract.ts';
import { amount } from '../../parts/amounts.ts';
import type { Choices } from '../../parts/field.tsx';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { ago, calendarDay } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at, session } from '../../session.ts';

const owners: Choices = [
  ['', 'All shoppers'],
  ['customer', 'Customers'],
  ['anonymous', 'Guests'],
];
const ages: Choices = [
  ['', 'Any time'],
  ['1', 'More than a day ago'],
  ['7', 'More than a week ago'],
];

/** People know a cart by what is in it. */
const goodsOf = ({ products, product_count: all = 0 }: CartListed): string => {
  const names = products.map(({ name, item_id: id }) => name || `Product ${id}`);
  const others = all - names.length;
  return [...names, ...(others > 0 ? [`${others} more`] : [])].join(', ');
};

const columns: readonly Column<CartListed>[] = [
  {
    name: 'Cart',
    show: (cart) => (
      <>
        {goodsOf(cart)} <small>No. {cart.cart_id}</small>
      </>
    ),
  },
  { name: 'Shopper', show: ({ user_id }) => (user_id ? <CustomerLink id={user_id} /> : 'Guest') },
  { name: 'Changed', show: ({ last_modified }) => ago(last_modified) },
  { name: 'Units', show: ({ item_counts }) => item_counts, isFigure: true },
  { name: 'Worth', show: ({ cart_value, currency_code }) => amount(cart_value ?? 0, currency_code), isFigure: true },
];

export const CartsPage = () => {
  const { idle, ...asked } = useFilters();
  const query = idle === undefined ? asked : { ...asked, to_date: calendarDay(Number(idle)) };
  return (
    <Page title="Carts" about="In use and left behind. Open one to see its lines and prices as its shopper does.">
      <Filters
        of={[
          { key: 'filter_on', name: 'Shopper', choices: owners },
          { key: 'idle', name: 'Last changed', choices: ages },
          { key: 'q', name: 'Cart number or customer id', type: 'search' },
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
        empty={
          <>
            <p>A cart appears here as soon as somebody puts something into it.</p>
            <a class="button quiet" href={`${session.base}/`}>
              Look at the shop
            </a>
          </>
        }
      />
    </Page>
  );
};
