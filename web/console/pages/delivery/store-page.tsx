/** One store: when it is open, how long its work takes, and its lanes, each of which can be changed. */
import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import type { LaneRow, StoreRow } from '../../../../src/contract/catalog/delivery-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Text } from '../../parts/field.tsx';
import { JsonEditor } from '../../parts/json-editor.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Page, Panel } from '../../parts/page.tsx';
import { catalogPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { LaneAct } from './lane-act.tsx';
import { laneWords } from './travel.ts';

type Kept = { readonly version: number; readonly modified_at: string };
type Props = { readonly store: StoreRow & Kept; readonly again: () => void };
const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
type Hours = StoreRow['hours'];

const shown = (hours: Hours[(typeof days)[number]]): string =>
  (hours ?? []).map(({ opens, closes }) => `${opens}-${closes}`).join(', ');
/** `09:30-13:00, 14:00-19:00`; nothing is closed. */
const written = (text: string) =>
  text
    .split(',')
    .map((span) => span.trim())
    .filter((span) => span !== '')
    .map((span) => {
      const [opens = '', closes = ''] = span.split('-').map((time) => time.trim());
      return { opens, closes };
    });

const OpeningHours = ({ store, again }: Props) => {
  const [texts, setTexts] = useState(() => new Map(days.map((day) => [day, shown(store.hours[day])])));
  const hours = (): Hours =>
    Object.fromEntries(
      days.flatMap((day) => {
        const spans = written(texts.get(day) ?? '');
        return spans.length === 0 ? [] : [[day, spans]];
      }),
    );
  return (
    <Panel title="Opening hours">
      <div class="form days">
        {days.map((day) => (
          <Text
            key={day}
            name={`${day.slice(0, 1).toUpperCase()}${day.slice(1)}`}
            value={texts.get(day) ?? ''}
            placeholder="closed"
            onChange={(text) => setTexts(new Map(texts).set(day, text))}
          />
        ))}
        {may('company/locations/write') && (
          <Act
            run={async () => {
              const body = { hours: hours() };
              await change('PATCH', `${catalogPath}/stores/${store.uid}`, `Hours of ${store.name} saved`, { body });
              again();
            }}
          >
            Save
          </Act>
        )}
      </div>
    </Panel>
  );
};

const laneColumns = (again: () => void): readonly Column<LaneRow>[] => [
  { name: 'To', show: ({ area }) => <code>{area}</code> },
  { name: 'Takes', show: laneWords },
  { name: 'Distance', show: ({ distance_km }) => distance_km && `${distance_km} km`, isFigure: true },
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
              const said = `Lane to ${area} ${serviceable ? 'closed' : 'opened'}`;
              await change('PATCH', path, said, { body: { serviceable: !serviceable } });
              again();
            }}
          >
            {serviceable ? 'Close' : 'Open'}
          </Act>
        </div>
      );
    },
  },
];

const Shown = ({ store, again }: Props) => {
  const { version: _version, modified_at: _modified, ...row } = store;
  return (
    <Page title={store.name} back={{ to: at('/delivery'), name: 'Delivery' }}>
      <div class="columns">
        <div>
          <OpeningHours store={store} again={again} />
          <Panel title="Lanes" acts={may('company/locations/write') && <LaneAct store={store.uid} again={again} />}>
            <Listing<LaneRow>
              label="Lanes"
              path={`${catalogPath}/lanes`}
              query={{ store_uid: store.uid }}
              columns={laneColumns(again)}
              empty="It delivers nowhere. Add a lane, or import a file of them."
            />
          </Panel>
          <Panel title="Everything it says">
            <JsonEditor
              name="As the API takes it"
              value={row}
              isLocked={!may('company/locations/write')}
              save={async (body) => {
                await change('PUT', `${catalogPath}/stores/${store.uid}`, `${store.name} saved`, { body });
                again();
              }}
            />
          </Panel>
        </div>
        <Panel title="Facts">
          <Facts
            of={[
              ['Number', store.uid],
              ['Code', store.store_code],
              ['Address', store.address],
              ['City', store.city],
              ['Postal code', store.area_code],
              ['Time zone', store.time_zone],
              ['Cut-off', store.cut_off],
              ['Pick-up', store.pickup ? 'Yes' : 'No'],
              ['Work on an order', `${store.processing_minutes ?? 0} minutes`],
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
