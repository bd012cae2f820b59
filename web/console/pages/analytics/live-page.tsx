/** Events as they come in, stored and refused ones. */
import { useEffect, useState } from 'preact/hooks';
import { Blank } from '../../../ui/states.tsx';
import { addressOf } from '../../call.ts';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { Rows } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { reportsPath } from '../../paths.ts';
import { session } from '../../session.ts';

type Arrived = { readonly id: string; readonly kind: string; readonly at: string; readonly data: string };
const MOST = 100;
const kinds: Choices = [
  ['', 'All events'],
  ['good', 'Accepted'],
  ['bad', 'Refused'],
];

const nameOf = (data: string): string => {
  const told = JSON.parse(data) as { readonly event_name?: string; readonly name?: string };
  return told.event_name ?? told.name ?? '';
};

const useTail = (address: string): readonly Arrived[] => {
  const [arrived, setArrived] = useState<readonly Arrived[]>([]);
  useEffect(() => {
    setArrived([]);
    const source = new EventSource(address);
    const take = ({ type, data, lastEventId }: MessageEvent<string>): void => {
      const one = { id: lastEventId, kind: type, at: new Date().toLocaleTimeString(), data };
      setArrived((all) => [one, ...all].slice(0, MOST));
    };
    for (const kind of ['good', 'bad']) source.addEventListener(kind, take);
    return () => source.close();
  }, [address]);
  return arrived;
};

export const LivePage = () => {
  const { kind, name } = useFilters();
  const arrived = useTail(addressOf(`${reportsPath}/tail`, { kind, name }));
  return (
    <RoomPage room="Analytics" about="What shoppers do, while they do it. The newest stands at the top.">
      <Filters
        of={[
          { key: 'kind', name: 'Show', choices: kinds },
          { key: 'name', name: 'Event, such as product_view', type: 'search' },
        ]}
      />
      {arrived.length === 0 ? (
        <div role="status">
          <Blank icon="chart" title="Listening …">
            <p>What shoppers do appears here at once. Open the shop beside this page and look at a product.</p>
            <a class="button quiet" href={`${session.base}/`} target="_blank" rel="noreferrer">
              Open the shop
            </a>
          </Blank>
        </div>
      ) : (
        <Rows<Arrived>
          label="Events as they come"
          rows={arrived}
          columns={[
            { name: 'At', show: ({ at }) => at },
            { name: 'Event', show: ({ data }) => nameOf(data) },
            { name: 'State', show: ({ kind }) => <State of={kind === 'good' ? 'accepted' : 'refused'} /> },
            {
              name: 'Says',
              show: ({ data }) => (
                <details>
                  <summary class="clip">{data.slice(0, 80)}</summary>
                  <pre>{JSON.stringify(JSON.parse(data), null, 2)}</pre>
                </details>
              ),
            },
          ]}
        />
      )}
    </RoomPage>
  );
};
