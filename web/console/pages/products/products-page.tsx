/** The products of the company, found by words: as they look, what they cost and how many there are. */
import type { Static } from 'typebox';
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import type { listedExtras } from '../../../../src/contract/catalog/record-contract.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { amount, count } from '../../parts/amounts.ts';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { Pictured } from '../../parts/pictured.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { catalogPath } from '../../paths.ts';
import { productBulk } from './product-bulk.ts';
import { at, shop } from '../../session.ts';

export type KeptProduct = ProductRow & { readonly version: number; readonly modified_at: string };
type Listed = KeptProduct & {
  readonly [Name in keyof typeof listedExtras]: Static<(typeof listedExtras)[Name]>;
};
const sold: Choices = [
  ['', 'All products'],
  ['true', 'Sold'],
  ['false', 'Not sold'],
];

/** In the currency of the shop that is looked at, or else in the first there is. */
const priceOf = ({ selling_prices: all }: Listed): string => {
  const price = all.find(({ currency_code: code }) => code === shop.value.currency) ?? all[0];
  if (price === undefined) return '–';
  const least = amount(price.min, price.currency_code);
  return price.min === price.max ? least : `from ${least}`;
};

/** What has no articles of its own, such as a set, has no stock of its own. */
const stockOf = ({ in_stock: units, selling_prices: all }: Listed) => {
  if (all.length === 0) return '–';
  return units > 0 ? count(units) : <span class="warn">None</span>;
};

const columns: readonly Column<Listed>[] = [
  {
    name: 'Product',
    show: ({ name, images = [], uid }) => (
      <Pictured image={images[0]?.url}>
        {name} <small>No. {uid}</small>
      </Pictured>
    ),
  },
  { name: 'Brand', show: ({ brand }) => brand.name },
  { name: 'Sizes', show: ({ sizes }) => sizes.map(({ display }) => display).join(', ') },
  { name: 'Price', show: priceOf, isFigure: true },
  { name: 'In stock', show: stockOf, isFigure: true },
  { name: 'State', show: ({ is_active = true }) => <State of={is_active ? 'active' : 'not sold'} /> },
];

export const ProductsPage = () => {
  const filters = useFilters();
  return (
    <RoomPage
      room="Products"
      acts={
        <AllowedLink permission="company/products/write" to="/products/new">
          Add a product
        </AllowedLink>
      }
    >
      <Filters
        of={[
          { key: 'q', name: 'Name, brand or category', type: 'search' },
          { key: 'is_active', name: 'Show', choices: sold },
        ]}
      />
      <Listing<Listed>
        label="Products"
        path={`${catalogPath}/products`}
        query={filters}
        columns={columns}
        bulk={productBulk}
        to={({ uid }) => at(`/products/${uid}`)}
        empty={
          <>
            <p>What the shop sells stands here. Add products one by one, or all at once from a file.</p>
            <AllowedLink permission="company/products/write" to="/products/new">
              Add a product
            </AllowedLink>{' '}
            <AllowedLink permission="company/imports/write" to="/products/import" quiet>
              Import a file
            </AllowedLink>
          </>
        }
      />
    </RoomPage>
  );
};
