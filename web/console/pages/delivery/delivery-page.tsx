/** Stores, and the matrix of lanes from each of them to the places it serves. */
import type { LaneRow, StoreRow } from '../../../../src/contract/catalog/delivery-contract.ts';
import type { CursorPage } from '../../../../src/contract/cursor-page-contract.ts';
import { useAnswer } from '../../../ui/use-answer.ts';
import { read } from '../../call.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { clockTime } from '../../parts/times.ts';
import { catalogPath } from '../../paths.ts';
import { at, shop } from '../../session.ts';
import { useCities } from './cities.ts';
import { laneWords } from './travel.ts';

type List<Row> = { readonly items: readonly Row[]; readonly page: CursorPage };

/** Pages of the list are read one after another, so far. */
const PAGE = 100;
const MOST_SHOWN = 500;

const readLanes = async (): Promise<{ readonly lanes: readonly LaneRow[]; readonly isCut: boolean }> => {
  const lanes: LaneRow[] = [];
  let next: string | undefined;
  do {
    const { items, page } = await read<List<LaneRow>>(`${catalogPath}/lanes`, { page_size: PAGE, page_id: next });
    lanes.push(...items);
    next = page.has_next ? page.next_id : undefined;
  } while (next && lanes.length < MOST_SHOWN);
  return { lanes, isCut: Boolean(next) };
};

const storeColumns: readonly Column<StoreRow>[] = [
  { name: 'Store', show: ({ name }) => name },
  { name: 'Code', show: ({ store_code }) => <code>{store_code}</code> },
  { name: 'City', show: ({ city }) => city },
  { name: 'Postal code', show: ({ area_code }) => area_code },
  { name: 'Pick-up', show: ({ pickup = false }) => (pickup ? 'Yes' : 'No') },
  { name: 'Cut-off', show: ({ cut_off }) => (cut_off ? clockTime(cut_off) : '–') },
];

type MatrixProps = {
  readonly lanes: readonly LaneRow[];
  readonly nameOf: (store: number) => string;
  /** Where a postal code lies. */
  readonly cityOf: (area: string) => string | undefined;
};

const laneClass = (lane: LaneRow | undefined): string | undefined => {
  if (lane === undefined) return 'no-lane soft';
  return lane.serviceable === false ? 'warn' : undefined;
};

const Matrix = ({ lanes, nameOf, cityOf }: MatrixProps) => {
  const stores = [...new Set(lanes.map(({ store_uid }) => store_uid))].toSorted((one, other) => one - other);
  const areas = [...new Set(lanes.map(({ area }) => area))].toSorted();
  const known = new Map(lanes.map((lane) => [`${lane.store_uid} ${lane.area}`, lane]));
  return (
    <div class="scrolled matrix" role="group" aria-label="Matrix of lanes" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">Place</th>
            {stores.map((store) => (
              <th key={store} scope="col">
                <a href={at(`/delivery/stores/${store}`)}>{nameOf(store)}</a>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {areas.map((area) => (
            <tr key={area}>
              <th scope="row">
                {area === '*' ? 'Everywhere else' : area}
                <small>{area === '*' ? '' : cityOf(area)}</small>
              </th>
              {stores.map((store) => {
                const lane = known.get(`${store} ${area}`);
                return (
                  <td key={store} data-name={nameOf(store)} class={laneClass(lane)}>
                    {lane === undefined ? (
                      '–'
                    ) : (
                      <span class="ways">
                        {laneWords(lane)
                          .split(', ')
                          .map((way) => (
                            <span key={way}>{way}</span>
                          ))}
                      </span>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Lanes = () => {
  const asked = useAnswer(`${shop.value.id} lanes`, readLanes);
  const cityOf = useCities();
  const { answer } = useRead<List<StoreRow>>(`${catalogPath}/stores`, { page_size: PAGE });
  const names = new Map(answer?.items.map(({ uid, name }) => [uid, name]));
  return (
    <Panel title="Lanes">
      <Answered asked={asked}>
        {({ lanes, isCut }) => (
          <>
            {lanes.length === 0 ? (
              <p class="soft">
                How long goods take from each store to each place stands here. Add a store; its page adds the places it
                delivers to.
              </p>
            ) : (
              <>
                <p class="soft">How long goods take from each store to each place.</p>
                <Matrix lanes={lanes} nameOf={(store) => names.get(store) ?? `Store ${store}`} cityOf={cityOf} />
              </>
            )}
            {isCut && <p class="soft">The first {MOST_SHOWN} lanes; each store’s page has its own.</p>}
          </>
        )}
      </Answered>
    </Panel>
  );
};

export const DeliveryPage = () => (
  <RoomPage room="Delivery">
    <Panel
      title="Stores"
      acts={
        <AllowedLink permission="company/locations/write" to="/delivery/stores/new">
          Add a store
        </AllowedLink>
      }
    >
      <Listing<StoreRow>
        label="Stores"
        path={`${catalogPath}/stores`}
        columns={storeColumns}
        to={({ uid }) => at(`/delivery/stores/${uid}`)}
        empty={
          <>
            <p>
              Goods are sent from stores, and can be picked up there. Add them one by one, or all at once from a file.
            </p>
            <AllowedLink permission="company/imports/write" to="/products/import?kind=stores" quiet>
              Import a file
            </AllowedLink>
          </>
        }
      />
    </Panel>
    <Lanes />
  </RoomPage>
);
