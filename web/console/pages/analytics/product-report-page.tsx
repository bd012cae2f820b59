/** How products did: looked at, put into carts, ordered. */
import type { Static } from 'typebox';
import type { ProductReport } from '../../../../src/contract/events/funnel-contract.ts';
import { addressOf } from '../../call.ts';
import { amount, count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Choices, Select } from '../../parts/field.tsx';
import { type Column, Rows, useFilters } from '../../parts/listing.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { reportsPath } from '../../paths.ts';
import { AnalyticsTabs } from './analytics-tabs.tsx';

type Row = Static<typeof ProductReport>['items'][number];

const sorts: Choices = [
  ['revenue', 'Revenue'],
  ['units', 'Units'],
  ['orders', 'Orders'],
  ['adds', 'Put into carts'],
  ['views', 'Looked at'],
];
const columns: readonly Column<Row>[] = [
  { name: 'Product', show: ({ product_id }) => product_id },
  { name: 'Looked at', show: ({ views }) => count(views), isFigure: true },
  { name: 'Into carts', show: ({ adds }) => count(adds), isFigure: true },
  { name: 'Orders', show: ({ orders }) => count(orders), isFigure: true },
  { name: 'Units', show: ({ units }) => count(units), isFigure: true },
  { name: 'Revenue', show: ({ revenue, currency }) => amount(revenue, currency), isFigure: true },
];

export const ProductReportPage = () => {
  const [filters, set] = useFilters();
  const query = { sort: String(filters['sort'] ?? 'revenue') };
  const asked = useRead<Static<typeof ProductReport>>(`${reportsPath}/products`, query);
  return (
    <Page title="Analytics">
      <AnalyticsTabs />
      <div class="filters">
        <Select name="First by" value={query.sort} choices={sorts} onChange={(value) => set('sort', value)} />
      </div>
      <Panel
        title="Products of the last 30 days"
        acts={
          <a href={addressOf(`${reportsPath}/products.csv`, query)} download>
            CSV
          </a>
        }
      >
        <Answered asked={asked}>{({ items }) => <Rows label="Products" rows={items} columns={columns} />}</Answered>
      </Panel>
    </Page>
  );
};
