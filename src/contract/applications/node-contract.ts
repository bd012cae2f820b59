/** How the nodes of an installation are, for who runs it. */
import { type Static, Type } from 'typebox';
import { DateTime, Nullable } from '../primitives.ts';

const NodeState = Type.Object(
  {
    id: Type.String({ description: 'Its machine, and its number there.' }),
    version: Type.String({ description: 'Of the program.' }),
    started_at: DateTime,
    seen_at: Type.String({ format: 'date-time', description: 'When it last told of itself: every minute.' }),
    is_late: Type.Boolean({
      description: 'It has not told of itself for three minutes: it was stopped or killed, or cannot write.',
    }),
    is_here: Type.Boolean({ description: 'It is the one that answers this.' }),
    workers: Type.Object({
      count: Type.Integer({ description: 'Processes it has when all of them run.' }),
      serving: Type.Integer({ description: 'How many serve.' }),
      restarts: Type.Integer({ description: 'How often one was started again.' }),
    }),
    database: Type.Object({
      engine: Type.String({ description: 'sqlite or postgres.' }),
      waiting: Type.Integer({ description: 'Batches or callers that wait.' }),
      commit_ms: Nullable(Type.Number({ description: 'Median time of recent durable writes; null before the first.' })),
      clock_skew_ms: Type.Number({ description: 'How far its clock is ahead of the database’s.' }),
      replicas: Type.Optional(
        Type.Array(
          Type.Object({
            place: Type.String({ description: 'Its host and port.' }),
            is_used: Type.Boolean({ description: 'Whether it answers reads that may be old.' }),
            behind_ms: Nullable(
              Type.Number({
                description: 'How far it is behind at most; null: that is not known, or it is no standby.',
              }),
            ),
          }),
          { description: 'Standbys, as this node finds them; left out where there are none.' },
        ),
      ),
    }),
  },
  { title: 'NodeState' },
);
export type NodeState = Static<typeof NodeState>;

const Queue = Type.Object(
  {
    name: Type.Enum(['webhooks', 'events', 'letters', 'imports'], {
      description: 'Deliveries to webhooks; events to be handed out; letters to be sent; files to be imported.',
    }),
    waiting: Type.Integer({ description: 'How many wait; of events, whether any does.' }),
    oldest_at: Nullable(Type.String({ format: 'date-time', description: 'Since when the oldest of them has waited.' })),
  },
  { title: 'WorkQueue' },
);
export type Queue = Static<typeof Queue>;

export const InstallationHealth = Type.Object(
  {
    version: Type.String({ description: 'Of the program that answers.' }),
    ready: Type.Boolean({ description: 'Whether the database can be read and takes writes, as this node finds it.' }),
    nodes: Type.Array(NodeState, { description: 'Those that told of themselves within the hour, the newest first.' }),
    queues: Type.Array(Queue, { description: 'Work that waits for any of them.' }),
  },
  { title: 'InstallationHealth' },
);
