/** How products did: looked at, put into carts, ordered. */
import type { Static } from 'typebox';
import type { ProductReport } from '../../../../src/contract/events/funnel-contract.ts';
import { addressOf } from '../../call.ts';
import { amount, count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { FewRows } from '../../parts/lists/few-rows.tsx';
import type { Column } from '../../parts/lists/listing.tsx';
import { NoRows } from '../../parts/lists/no-rows.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { reportsPath } from '../../paths.ts';
import { at } from '../../session.ts';

/** A page of them; all are a scroll of their own on a phone. */
const FEW = 25;

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
      <Answered asked={asked}>
        {({ items }) =>
          items.length === 0 ? (
            <NoRows label="Products" title="Nothing was looked at or sold in the last 30 days">
              How often each product is looked at, put into carts and ordered stands here as soon as shoppers come.
            </NoRows>
          ) : (
            <>
              <Filters of={[{ key: 'sort', name: 'Sort by', choices: sorts }]} />
              <Panel
                title="Products of the last 30 days"
                acts={
                  <a href={addressOf(`${reportsPath}/products.csv`, query)} download>
                    Download CSV
                  </a>
                }
              >
                {items.some(isWithinSets) && (
                  <p class="soft">
                    Where a – stands, the product was sold as part of a set: shoppers looked at the set.
                  </p>
                )}
                <FewRows few={FEW} label="Products" rows={items} columns={columns} />
              </Panel>
            </>
          )
        }
      </Answered>
    </RoomPage>
  );
};
