/** Stock and prices, article by article and store by store. */
import { useState } from 'preact/hooks';
import type { StockView } from '../../../../src/contract/catalog/record-contract.ts';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { Listing } from '../../parts/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { catalogPath } from '../../paths.ts';
import { stockBulk } from './product-bulk.ts';
import { productColumn, stockColumns } from './stock-cells.tsx';
import { useStoreNames } from './store-names.ts';

const fields = [
  ['item_id', 'Product number'],
  ['store_id', 'Store number'],
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
  const [article, ...others] = stockColumns((row) => setKept(new Map(kept).set(row.uid, row)), useStoreNames());
  const columns = article === undefined ? others : [article, productColumn, ...others];
  return (
    <RoomPage
      room="Products"
      about="Type into a cell to change it. A change that somebody else made meanwhile is not overwritten."
    >
      <Filters of={fields.map(([key, name]) => ({ key, name, type: 'search' }))} />
      <Listing<StockView>
        label="Stock and prices"
        path={`${catalogPath}/inventory`}
        query={filters}
        rowsOf={({ items }) => items.map(newest)}
        columns={columns}
        bulk={stockBulk}
        empty="No articles with these filters."
      />
    </RoomPage>
  );
};
