/** Who changed what, before and after. */
import { useLocation } from 'preact-iso';
import type { Static } from 'typebox';
import type { AuditList } from '../../../../src/contract/applications/audit-contract.ts';
import { type Column, Listing } from '../../parts/listing.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { configurationPath } from '../../paths.ts';
import { session } from '../../session.ts';

type Entry = Static<typeof AuditList>['items'][number];

const actorName = (actor: string): string =>
  actor === `operator:${session.operator.id}` ? `${session.operator.name} (you)` : actor;

type Members = ReadonlyMap<string, unknown>;
const membersOf = (value: unknown): Members => {
  if (value === null || value === undefined) return new Map();
  return new Map(typeof value === 'object' ? Object.entries(value) : [['value', value]]);
};
const shown = (value: unknown): string => JSON.stringify(value, null, 1);

/** What changed, member by member. */
const Differences = ({ before, after }: Pick<Entry, 'before' | 'after'>) => {
  const [was, is] = [membersOf(before), membersOf(after)];
  const names = [...new Set([...was.keys(), ...is.keys()])];
  const changed = names.filter((name) => shown(was.get(name)) !== shown(is.get(name)));
  if (changed.length === 0) return null;
  return (
    <details>
      <summary>{changed.slice(0, 4).join(', ')}</summary>
      {changed.map((name) => (
        <div key={name} class="difference">
          <strong>{name}</strong>
          {was.has(name) && <del>{shown(was.get(name))}</del>}
          {is.has(name) && <ins>{shown(is.get(name))}</ins>}
        </div>
      ))}
    </details>
  );
};

const columns = (marked: string | undefined): readonly Column<Entry>[] => [
  {
    name: 'When',
    show: ({ created_at, request_id }) =>
      marked !== undefined && request_id === marked ? <mark>{moment(created_at)}</mark> : moment(created_at),
  },
  { name: 'Who', show: ({ actor }) => actorName(actor) },
  { name: 'What', show: ({ action }) => action },
  { name: 'Of', show: ({ subject }) => <code>{subject}</code> },
  { name: 'Changed', show: ({ before, after }) => <Differences before={before} after={after} /> },
];

export const AuditPage = () => {
  const { query } = useLocation();
  return (
    <RoomPage room="Settings">
      <Listing<Entry>
        label="Audit"
        path={`${configurationPath}/audit`}
        columns={columns(query['request_id'])}
        empty="Nothing was changed yet."
      />
    </RoomPage>
  );
};
