/** Stock and prices, article by article and store by store. */
import { useState } from 'preact/hooks';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { Listing } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { catalogPath } from '../../paths.ts';
import { stockBulk } from './product-bulk.ts';
import { productColumn, stockColumns } from './stock-cells.tsx';
import { useStoreNames } from './store-names.ts';

const fields = [
  ['item_id', 'Product number'],
  ['ean', 'EAN'],
  ['max_quantity', 'At most in stock'],
] as const;

export const StockPage = () => {
  const filters = useFilters();
  const [kept, setKept] = useState<ReadonlyMap<string, StockView>>(new Map());
  const newest = (row: StockView): StockView => {
    const known = kept.get(row.uid);
    return known !== undefined && known.version > row.version ? { ...row, ...known } : row;
  };
  const stores = useStoreNames();
  const [article, ...others] = stockColumns((row) => setKept(new Map(kept).set(row.uid, row)), stores);
  const columns = article === undefined ? others : [article, productColumn, ...others];
  return (
    <RoomPage
      room="Products"
      about="Type into a field and leave it: that saves it. What somebody else changed meanwhile is not overwritten."
    >
      <Filters
        of={[
          {
            key: 'store_id',
            name: 'Store',
            choices: [['', 'All stores'], ...[...stores].map(([uid, name]) => [String(uid), name] as const)],
          },
          ...fields.map(([key, name]) => ({ key, name, type: 'search' }) as const),
        ]}
      />
      <Listing<StockView>
        label="Stock and prices"
        path={`${catalogPath}/inventory`}
        query={filters}
        rowsOf={({ items }) => items.map(newest)}
        columns={columns}
        bulk={stockBulk}
        emptyTitle="No articles yet"
        empty={
          <>
            <p>An article is a product in one size at one store. Its stock and its prices stand here.</p>
            <AllowedLink permission="company/products/write" to="/products/articles/new">
              Add an article
            </AllowedLink>{' '}
            <AllowedLink permission="company/imports/write" to="/products/import?kind=articles" quiet>
              Import a file
            </AllowedLink>
          </>
        }
      />
    </RoomPage>
  );
};
