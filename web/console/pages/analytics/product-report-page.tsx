/** How products did: looked at, put into carts, ordered. */
import type { Static } from 'typebox';
import type { ProductReport } from '../../../../src/contract/events/funnel-contract.ts';
import { addressOf } from '../../call.ts';
import { amount, count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { reportsPath } from '../../paths.ts';
import { at } from '../../session.ts';

type Row = Static<typeof ProductReport>['items'][number];

const sorts: Choices = [
  ['revenue', 'Revenue'],
  ['units', 'Units'],
  ['orders', 'Orders'],
  ['adds', 'Put into carts'],
  ['views', 'Looked at'],
];
/** What is sold only within sets has no page that anybody looks at: a 0 would say that nobody wants it. */
const isWithinSets = ({ views, adds, orders }: Row): boolean => views === 0 && adds === 0 && orders > 0;
const unlessWithinSets =
  (figure: (row: Row) => number) =>
  (row: Row): string =>
    isWithinSets(row) ? '–' : count(figure(row));

const columns: readonly Column<Row>[] = [
  {
    name: 'Product',
    show: ({ product_id, name }) => (
      <>
        <a href={at(`/products/${product_id}`)}>{name || product_id}</a>
        {name && <small>{product_id}</small>}
      </>
    ),
  },
  { name: 'Looked at', show: unlessWithinSets(({ views }) => views), isFigure: true },
  { name: 'Into carts', show: unlessWithinSets(({ adds }) => adds), isFigure: true },
  { name: 'Orders', show: ({ orders }) => count(orders), isFigure: true },
  { name: 'Units', show: ({ units }) => count(units), isFigure: true },
  { name: 'Revenue', show: ({ revenue, currency }) => amount(revenue, currency), isFigure: true },
];

export const ProductReportPage = () => {
  const { sort = 'revenue' } = useFilters();
  const query = { sort };
  const asked = useRead<Static<typeof ProductReport>>(`${reportsPath}/products`, query);
  return (
    <RoomPage room="Analytics">
      <Filters of={[{ key: 'sort', name: 'First by', choices: sorts }]} />
      <Panel
        title="Products of the last 30 days"
        acts={
          <a href={addressOf(`${reportsPath}/products.csv`, query)} download>
            CSV
          </a>
        }
      >
        <Answered asked={asked}>
          {({ items }) => (
            <>
              {items.some(isWithinSets) && (
                <p class="soft">
                  What was ordered without being looked at (–) was sold within a set: its looks are those of the set.
                </p>
              )}
              {items.length === 0 ? (
                <p class="soft">Nothing was looked at or sold in these days.</p>
              ) : (
                <Rows label="Products" rows={items} columns={columns} />
              )}
            </>
          )}
        </Answered>
      </Panel>
    </RoomPage>
  );
};
