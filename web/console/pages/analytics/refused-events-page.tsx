/** Events that were not taken, why, and trying them again once the reason is gone. */
import type { Static } from 'typebox';
import type { Redriven, RefusedCounts, RefusedEvents } from '../../../../src/contract/events/event-admin-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { useRead } from '../../parts/answered.tsx';
import { moment } from '../../parts/times.ts';
import { reportsPath } from '../../paths.ts';
import { may } from '../../session.ts';

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

export const RefusedEventsPage = () => {
  const { answer } = useRead<Static<typeof RefusedCounts>>(`${reportsPath}/refused/counts`);
  const isAny = answer?.items.some((row) => row.count > 0) ?? false;
  return (
    <RoomPage
      room="Analytics"
      about="Events that a page or a program sent and that could not be taken, each with the reason."
      acts={
        isAny &&
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
      <Listing<Refused>
        label="Refused events"
        path={`${reportsPath}/refused`}
        columns={columns}
        emptyTitle="All events were taken"
        empty="One that cannot be taken stands here with the reason, and can be tried again once that is gone."
      />
    </RoomPage>
  );
};
