/** What was sent to a webhook, waits or was given up; and trying it now instead of waiting. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { Deliveries, Retried, RetryRequest } from '../../../../src/contract/events/webhook-delivery-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { may } from '../../session.ts';

type Delivery = Static<typeof Deliveries>['items'][number];
type Retry = (body: RetryRequest, what: string) => Promise<void>;

const states: Choices = [
  ['', 'Every state'],
  ['failed', 'Given up'],
  ['waiting', 'Waiting'],
  ['done', 'Delivered'],
];

const columns = (retry: Retry): readonly Column<Delivery>[] => [
  { name: 'Event', show: ({ event_id }) => <code>{event_id}</code> },
  { name: 'State', show: ({ state }) => <State of={state} /> },
  { name: 'Attempts', show: ({ attempts }) => attempts, isFigure: true },
  { name: 'Began', show: ({ began_on }) => moment(began_on) },
  { name: 'Next try', show: ({ due_on }) => moment(due_on) },
  {
    name: 'Do',
    show: ({ event_id, state }) =>
      state !== 'done' &&
      may('company/webhooks/write') && (
        <Act quiet run={() => retry({ event_id }, event_id)}>
          Try now
        </Act>
      ),
  },
];

export const DeliveriesPanel = ({ path }: { readonly path: string }) => {
  const [round, setRound] = useState(0);
  const { state = '' } = useFilters();
  const look = (): void => setRound((before) => before + 1);
  const retry: Retry = async (body, what) => {
    await change<Retried>('POST', `${path}/retry`, `Tried now: ${what}`, { body });
    look();
  };
  return (
    <Panel
      title="Deliveries"
      acts={
        <div class="acts">
          {(state === 'failed' || state === 'waiting') && may('company/webhooks/write') && (
            <Act quiet run={() => retry({ state }, state === 'failed' ? 'all that were given up' : 'all that wait')}>
              Try all now
            </Act>
          )}
          <button type="button" class="button quiet" onClick={look}>
            Look again
          </button>
        </div>
      }
    >
      <Filters of={[{ key: 'state', name: 'Show', choices: states }]} />
      <Listing<Delivery>
        key={round}
        label="Deliveries"
        path={`${path}/deliveries`}
        query={{ state: state || undefined }}
        columns={columns(retry)}
        // They come while one looks on.
        keepsFilters
        empty="What the webhook is told of stands here, with how often it was tried."
      />
    </Panel>
  );
};
