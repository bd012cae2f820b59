/** What orders wait for, by its state, the oldest first: goods that come back, money that goes back. */
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ordersPath } from '../../paths.ts';
import { at } from '../../session.ts';

type ByStateProps<Row> = {
  readonly label: string;
  readonly path: string;
  /** The first is shown first. */
  readonly states: Choices;
  readonly columns: readonly Column<Row>[];
  /** What would be here. */
  readonly empty: string;
};

export const ByStatePage = <Row extends { readonly order_id?: string }>(props: ByStateProps<Row>) => {
  const { label, path, states, columns, empty } = props;
  const { status = states[0]?.[0] } = useFilters();
  const state = states.find(([one]) => one === status)?.[1] ?? '';
  return (
    <RoomPage room="Orders">
      <Filters of={[{ key: 'status', name: 'State', choices: states }]} />
      <Listing<Row>
        label={label}
        path={`${ordersPath}/${path}`}
        query={{ status }}
        columns={[{ name: 'Order', show: ({ order_id }) => order_id }, ...columns]}
        to={({ order_id = '' }) => at(`/orders/${order_id}`)}
        // Those of another state may be there: the choice stays.
        emptyTitle={`No ${label.toLowerCase()} ${state.toLowerCase()}`}
        isNarrowed={false}
        keepsFilters
        empty={<p>{empty}</p>}
      />
    </RoomPage>
  );
};
