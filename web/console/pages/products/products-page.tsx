/** The products of the company, found by words. */
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { dayOf } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { productBulk } from './product-bulk.ts';
import { at } from '../../session.ts';

export type KeptProduct = ProductRow & { readonly version: number; readonly modified_at: string };
const sold: Choices = [
  ['', 'All'],
  ['true', 'Sold'],
  ['false', 'Not sold'],
];

const columns: readonly Column<KeptProduct>[] = [
  { name: 'Product', show: ({ name }) => name },
  { name: 'Number', show: ({ uid }) => uid, isFigure: true },
  { name: 'Brand', show: ({ brand }) => brand.name },
  { name: 'Kind', show: ({ type = 'product' }) => inWords(type) },
  { name: 'Sizes', show: ({ sizes }) => sizes.map(({ display }) => display).join(', ') },
  { name: 'State', show: ({ is_active = true }) => <State of={is_active ? 'active' : 'not sold'} /> },
  { name: 'Changed', show: ({ modified_at }) => dayOf(modified_at) },
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
          { key: 'q', name: 'Words', type: 'search' },
          { key: 'is_active', name: 'Which', choices: sold },
        ]}
      />
      <Listing<KeptProduct>
        label="Products"
        path={`${catalogPath}/products`}
        query={filters}
        columns={columns}
        bulk={productBulk}
        to={({ uid }) => at(`/products/${uid}`)}
        empty="Add one here, import a file of products, or send them by program."
      />
    </RoomPage>
  );
};
