/** One store: its lanes, each of which can be changed, and by form when it is open and how long its work takes. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { LaneRow, StoreRow } from '../../../../src/contract/catalog/delivery-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { catalogPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { RecordForm, RemoveRecord } from '../records/record-form.tsx';
import { stores } from '../records/record-kinds.ts';
import { useCities } from './cities.ts';
import { LaneAct } from './lane-act.tsx';
import { laneWords } from './travel.ts';

type Kept = { readonly version: number; readonly modified_at: string };
type Props = { readonly store: StoreRow & Kept; readonly again: () => void };

type CityOf = ReturnType<typeof useCities>;
const laneColumns = (again: () => void, cityOf: CityOf): readonly Column<LaneRow>[] => [
  {
    name: 'To',
    show: ({ area }) => (
      <>
        <code>{area}</code> <small class="soft">{cityOf(area)}</small>
      </>
    ),
  },
  { name: 'Takes', show: laneWords },
  { name: 'Distance', show: ({ distance_km }) => distance_km && `${count(distance_km)} km`, isFigure: true },
  {
    name: 'Do',
    show: (lane) => {
      const { store_uid, area, serviceable = true } = lane;
      if (!may('company/locations/write')) return null;
      const path = `${catalogPath}/lanes/${store_uid}/${encodeURIComponent(area)}`;
      return (
        <div class="acts">
          <LaneAct store={store_uid} lane={lane} again={again} />
          <Act
            quiet
            run={async () => {
              const said = `Lane to ${area} ${serviceable ? 'paused' : 'used again'}`;
              await change('PATCH', path, said, { body: { serviceable: !serviceable } });
              again();
            }}
          >
            {serviceable ? 'Pause' : 'Deliver again'}
          </Act>
        </div>
      );
    },
  },
];

const addressOf = ({ address, city, area_code: code }: StoreRow): string =>
  [address, address?.includes(code ?? '') ? '' : [city, code].filter(Boolean).join(' ')].filter(Boolean).join('\n');

const Shown = ({ store, again }: Props) => {
  const cityOf = useCities();
  return (
    <Page
      title={store.name}
      back={{ to: at('/delivery'), name: 'Delivery' }}
      acts={<RemoveRecord kind={stores} row={store} />}
    >
      <div class="columns facts-first">
        <div>
          <Panel title="What it is">
            <RecordForm kind={stores} kept={store} again={again} />
          </Panel>
          <Panel
            id="lanes"
            title="Lanes"
            acts={may('company/locations/write') && <LaneAct store={store.uid} again={again} />}
          >
            <Listing<LaneRow>
              label="Lanes"
              path={`${catalogPath}/lanes`}
              query={{ store_uid: store.uid }}
              columns={laneColumns(again, cityOf)}
              empty="It delivers nowhere. Add a lane, or import a file of them."
            />
          </Panel>
        </div>
        <Panel title="At a glance">
          <Facts
            of={[
              ['Number', store.uid],
              ['Address', <span class="lines">{addressOf(store)}</span>],
              ['Orders count for the next day from', store.cut_off],
              ['Pick-up', store.pickup ? 'Orders can be picked up here' : 'No pick-up here'],
              ['Work on an order', `${store.processing_minutes ?? 0} minutes`],
              ['Delivers to', <a href="#lanes">Its lanes</a>],
            ]}
          />
        </Panel>
      </div>
    </Page>
  );
};

export const StorePage = () => {
  const { id = '' } = useRoute().params;
  const [round, setRound] = useState(0);
  const asked = useRead<StoreRow & Kept>(`${catalogPath}/stores/${encodeURIComponent(id)}`);
  const again = (): void => {
    asked.again();
    setRound(round + 1);
  };
  return (
    <Answered asked={asked}>
      {(store) => <Shown key={`${store.version} ${round}`} store={store} again={again} />}
    </Answered>
  );
};
