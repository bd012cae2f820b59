/** Events that were not taken, why, and trying them again once the reason is gone. */
import type { Static } from 'typebox';
import type { Redriven, RefusedEvents } from '../../../../src/contract/events/event-admin-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { Page } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { reportsPath } from '../../paths.ts';
import { may } from '../../session.ts';
import { AnalyticsTabs } from './analytics-tabs.tsx';

type Refused = Static<typeof RefusedEvents>['items'][number];

const columns: readonly Column<Refused>[] = [
  { name: 'Event', show: ({ name }) => name },
  { name: 'Received', show: ({ received_on }) => moment(received_on) },
  {
    name: 'Why',
    show: ({ reasons }) => reasons.map(({ path, message }) => <div key={`${path}${message}`}>{message}</div>),
  },
  { name: 'Tried again', show: ({ tries }) => tries, isFigure: true },
  {
    name: 'Sent',
    show: ({ event }) => (
      <details>
        <summary>Show</summary>
        <pre>{JSON.stringify(event, null, 2)}</pre>
      </details>
    ),
  },
];

export const RefusedEventsPage = () => (
  <Page
    title="Analytics"
    acts={
      may('company/events/write') && (
        <Act
          quiet
          ask="Try refused events again, the oldest first?"
          run={() =>
            change<Static<typeof Redriven>>('POST', `${reportsPath}/refused/redrive`, 'Tried again', { body: {} })
          }
        >
          Try again
        </Act>
      )
    }
  >
    <AnalyticsTabs />
    <Listing<Refused, Static<typeof RefusedEvents>>
      label="Refused events"
      path={`${reportsPath}/refused`}
      rowsOf={({ items }) => items}
      columns={columns}
      empty="Every event that came was taken."
    />
  </Page>
);
