/** The nodes that serve this installation, and what waits for them. */
import type { Static } from 'typebox';
import type { InstallationHealth, NodeState, Queue } from '../../../../src/contract/applications/node-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ago, moment } from '../../parts/times.ts';
import { installationPath } from '../../paths.ts';

type Health = Static<typeof InstallationHealth>;

const milliseconds = (value: number | null): string => (value === null ? '–' : `${count(Math.round(value))} ms`);

const nodeColumns: readonly Column<NodeState>[] = [
  {
    name: 'Node',
    show: ({ id, is_here }) => (
      <>
        <code>{id}</code>
        {is_here && <small>answered this page</small>}
      </>
    ),
  },
  { name: 'State', show: ({ is_late }) => <State of={is_late ? 'silent' : 'live'} /> },
  { name: 'Version', show: ({ version }) => version },
  { name: 'Runs since', show: ({ started_at }) => moment(started_at) },
  { name: 'Last heard of', show: ({ seen_at }) => ago(seen_at) },
  {
    name: 'Workers',
    show: ({ workers: { serving, count: all, restarts } }) =>
      `${serving} of ${all}${restarts > 0 ? `, ${restarts} started again` : ''}`,
  },
  {
    name: 'Database',
    show: ({ database: { engine, replicas = [] } }) => (
      <>
        {engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}
        {replicas.map(({ place, is_used, behind_ms }) => (
          <small key={place}>
            standby {place}: {is_used ? `at most ${milliseconds(behind_ms)} behind` : 'left out'}
          </small>
        ))}
      </>
    ),
  },
  { name: 'Waits for it', show: ({ database: { waiting } }) => count(waiting), isFigure: true },
  { name: 'A write takes', show: ({ database: { commit_ms } }) => milliseconds(commit_ms), isFigure: true },
  { name: 'Clock ahead by', show: ({ database: { clock_skew_ms } }) => milliseconds(clock_skew_ms), isFigure: true },
];

const queueNames: Readonly<Record<Queue['name'], string>> = {
  webhooks: 'Deliveries to webhooks',
  events: 'Events to be handed out',
  letters: 'Letters to be sent',
  imports: 'Files to be imported',
};
const queueColumns: readonly Column<Queue>[] = [
  { name: 'What', show: ({ name }) => queueNames[name] },
  {
    name: 'Wait',
    show: ({ name, waiting }) => (name === 'events' && waiting > 0 ? 'some' : count(waiting)),
    isFigure: true,
  },
  { name: 'The oldest since', show: ({ oldest_at }) => (oldest_at === null ? '–' : ago(oldest_at)) },
];

const Shown = ({ ready, nodes, queues }: Health) => (
  <>
    {!ready && (
      <Notice kind="warn">The database cannot be read, or takes no writes. Nodes answer 503 on /readyz.</Notice>
    )}
    <Panel title="Nodes">
      <Rows label="Nodes" rows={nodes} columns={nodeColumns} />
    </Panel>
    <Panel title="What waits">
      <Rows label="What waits" rows={queues} columns={queueColumns} />
    </Panel>
  </>
);

export const NodesPage = () => {
  const asked = useRead<Health>(`${installationPath}/health`);
  return (
    <RoomPage
      room="Settings"
      about="The machines that run the shop. Each tells every minute that it is well; one that is silent for three minutes was stopped, or cannot write."
      acts={
        <Act quiet run={async () => asked.again()}>
          Look again
        </Act>
      }
    >
      <Answered asked={asked}>{(health) => <Shown {...health} />}</Answered>
    </RoomPage>
  );
};
