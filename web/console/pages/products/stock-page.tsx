/** Stock and prices, article by article and store by store. */
import { useState } from 'preact/hooks';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import type { CursorPage } from '../../../../src/contract/cursor-page-contract.ts';
import { Text } from '../../parts/field.tsx';
import { Listing, useFilters } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { catalogPath } from '../../paths.ts';
import { ProductsTabs } from './products-tabs.tsx';
import { stockColumns } from './stock-cells.tsx';

type Stock = { readonly items: readonly StockView[]; readonly page: CursorPage };

const fields = [
  ['item_id', 'Product'],
  ['store_id', 'Store'],
  ['ean', 'EAN'],
  ['max_quantity', 'At most in stock'],
] as const;

export const StockPage = () => {
  const [filters, set] = useFilters();
  const [kept, setKept] = useState<ReadonlyMap<string, StockView>>(new Map());
  const columns = stockColumns((row) => setKept(new Map(kept).set(row.uid, row)));
  return (
    <Page
      title="Products"
      about="Type into a cell to change it. A change that somebody else made meanwhile is not overwritten."
    >
      <ProductsTabs />
      <div class="filters">
        {fields.map(([field, name]) => (
          <Text
            key={field}
            name={name}
            type="search"
            value={String(filters[field] ?? '')}
            onChange={(value) => set(field, value.trim())}
          />
        ))}
      </div>
      <Listing<StockView, Stock>
        label="Stock and prices"
        path={`${catalogPath}/inventory`}
        query={filters}
        rowsOf={({ items }) => items.map((row) => kept.get(row.uid) ?? row)}
        columns={columns}
        empty="No articles with these filters."
      />
    </Page>
  );
};
