/** Sending events to a webhook again: those that were given up, or all of some days, also from before it was there. */
import { useState } from 'preact/hooks';
import type { Replayed, ReplayRequest } from '../../../../src/contract/events/webhook-delivery-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { type Choices, Select, Text } from '../../parts/field.tsx';
import { fromField, toField } from '../../parts/times.ts';

const WEEK_MS = 7 * 86_400_000;
const DAY_MS = 86_400_000;
const before = (ms: number): string => new Date(Date.now() - ms).toISOString();

const choices: Choices = [
  ['failed', 'What was given up in the last week'],
  ['all', 'All that happened in a time'],
];

/** A call takes only so many: it is asked until there are none left. */
const replayed = async (path: string, body: ReplayRequest): Promise<number> => {
  let queued = 0;
  let page: string | null = '';
  while (page !== null) {
    const answer: Replayed = await change<Replayed>('POST', `${path}/replay`, 'Queued again', {
      body,
      query: { page_id: page },
    });
    queued += answer.queued;
    page = answer.next;
  }
  return queued;
};

type ReplayProps = { readonly path: string; readonly tell: (said: string) => void };

export const ReplayAct = ({ path, tell }: ReplayProps) => {
  const [which, setWhich] = useState('failed');
  const [from, setFrom] = useState(() => toField(before(DAY_MS)));
  const [to, setTo] = useState('');
  const body = (): ReplayRequest => {
    if (which === 'failed') return { failed_since: before(WEEK_MS) };
    const end = fromField(to);
    return { from: fromField(from) ?? before(DAY_MS), ...(end === undefined ? {} : { to: end }) };
  };
  return (
    <Act
      quiet
      ask="Send events again"
      fields={
        <>
          <Select name="Which events" value={which} choices={choices} onChange={setWhich} />
          {which === 'all' && (
            <>
              <Text name="From" type="datetime-local" value={from} onChange={setFrom} required />
              <Text name="Until" type="datetime-local" value={to} onChange={setTo} hint="Until now when it is empty" />
            </>
          )}
        </>
      }
      run={async () => {
        const queued = await replayed(path, body());
        tell(queued === 1 ? 'One event waits for delivery again.' : `${count(queued)} events wait for delivery again.`);
      }}
    >
      Send again
    </Act>
  );
};
