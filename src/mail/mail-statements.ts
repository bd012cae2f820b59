/** Letters as rows, for the batch of what they are about: there is never one without the other. */
import type { Database, Statement } from '../db/database.ts';
import type { Keyring } from '../db/sealing/keyring.ts';
import { putSealed } from '../db/sealing/sealed-values.ts';

export type Letter = Readonly<{ to: string; subject: string; text: string; html: string }>;
export type QueuedLetter = {
  /** Whoever queues it again under the same id queues nothing. */
  readonly id: string;
  readonly kind: string;
  readonly organizationId: string;
  /** The order that it is about, if it is about one. */
  readonly about?: string;
  readonly letter: Letter;
  readonly at: number;
};

export const LETTER = 'letter';
export const mailOwner = (id: string): string => `mail/${id}`;

/** A name below `.invalid` is promised to nobody (RFC 6761): the made-up people of a demo shop live there. */
export const hasMailbox = (to: string): boolean => !/\.invalid\.?$/i.test(to.trim());

/** Nothing for a letter that nobody could receive. */
export const queueLetter = (
  keyring: Keyring,
  { id, kind, organizationId, about, letter, at }: QueuedLetter,
): readonly Statement[] => {
  if (!hasMailbox(letter.to)) return [];
  return [
    {
      sql: `insert into mail (id, kind, organization_id, about, state, attempts, due_at, created_at, modified_at, problem)
            values (?, ?, ?, ?, 'waiting', 0, ?, ?, ?, '')`,
      params: [id, kind, organizationId, about ?? null, at, at, at],
      guard: { name: 'mail', rows: 1 },
    },
    putSealed(keyring, { owner: mailOwner(id), name: LETTER, plaintext: JSON.stringify(letter), at }),
  ];
};

export const isQueued = async (db: Database, id: string): Promise<boolean> =>
  (await db.one('select 1 as one from mail where id = ?', [id])) !== undefined;
