/** The products of the company, found by words. */
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import type { CursorPage } from '../../../../src/contract/cursor-page-contract.ts';
import { type Choices, Select, Text } from '../../parts/field.tsx';
import { type Column, Listing, useFilters } from '../../parts/listing.tsx';
import { Page, State } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { ProductsTabs } from './products-tabs.tsx';

export type KeptProduct = ProductRow & { readonly version: number; readonly modified_at: string };
type Products = { readonly items: readonly KeptProduct[]; readonly page: CursorPage };

const sold: Choices = [
  ['', 'All'],
  ['true', 'Sold'],
  ['false', 'Not sold'],
];

const columns: readonly Column<KeptProduct>[] = [
  { name: 'Product', show: ({ name }) => name },
  { name: 'Number', show: ({ uid }) => uid, isFigure: true },
  { name: 'Brand', show: ({ brand }) => brand.name },
  { name: 'Kind', show: ({ type = 'product' }) => type },
  { name: 'Sizes', show: ({ sizes }) => sizes.map(({ display }) => display).join(', ') },
  { name: 'State', show: ({ is_active = true }) => <State of={is_active ? 'active' : 'not sold'} /> },
  { name: 'Changed', show: ({ modified_at }) => dayOf(modified_at) },
];

export const ProductsPage = () => {
  const [filters, set] = useFilters();
  return (
    <Page title="Products">
      <ProductsTabs />
      <div class="filters">
        <Text
          name="Words"
          type="search"
          value={String(filters['q'] ?? '')}
          onChange={(value) => set('q', value.trim())}
        />
        <Select
          name="Which"
          value={String(filters['is_active'] ?? '')}
          choices={sold}
          onChange={(value) => set('is_active', value)}
        />
      </div>
      <Listing<KeptProduct, Products>
        label="Products"
        path={`${catalogPath}/products`}
        query={filters}
        rowsOf={({ items }) => items}
        columns={columns}
        to={({ uid }) => at(`/products/${uid}`)}
        empty="Import a file of products, or send them by program."
      />
    </Page>
  );
};
