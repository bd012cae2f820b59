/**
 * What a subscriber must not lose and nobody may read: the secrets that sign his deliveries and the values of his own headers,
 * sealed together. A new secret is used at once; the ones before it go on signing beside it for a while, so that a receiver
 * can change over without refusing anything.
 */
import type { Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import { open } from '../../db/sealing/seal.ts';
import { putSealed, sealPurpose } from '../../db/sealing/sealed-values.ts';
import type { SubscriberDocument } from './subscriber.ts';

export type LiveSecret = {
  readonly secret: string;
  /** Null: until another one takes its place. */
  readonly endsAt: number | null;
};
export type SubscriberSecrets = {
  /** Newest first. */
  readonly secrets: readonly [LiveSecret, ...LiveSecret[]];
  readonly headers: Readonly<Record<string, string>>;
};

const MOST_SECRETS = 5;
const NAME = 'secrets';
const ownerOf = (id: number): string => `webhook_subscriber/${id}`;

const isLive = ({ endsAt }: LiveSecret, now: number): boolean => endsAt === null || endsAt > now;

/** The secret takes the first place; what was live ends after `overlapMs`, or when it would have ended anyway. */
export const withSecret = (
  before: readonly LiveSecret[],
  secret: string,
  now: number,
  overlapMs: number,
): SubscriberSecrets['secrets'] => {
  const end = now + overlapMs;
  const ending = before
    .filter((one) => one.secret !== secret && isLive(one, now))
    .map((one) => ({ ...one, endsAt: one.endsAt === null ? end : Math.min(one.endsAt, end) }))
    .filter((one) => isLive(one, now));
  return [{ secret, endsAt: null }, ...ending.slice(0, MOST_SECRETS - 1)];
};

export const liveSecrets = ({ secrets }: SubscriberSecrets, now: number): readonly [string, ...string[]] => {
  const [first, ...others] = secrets;
  return [first.secret, ...others.filter((one) => isLive(one, now)).map(({ secret }) => secret)];
};

export const keepSecrets = (
  { keyring }: Pick<Node, 'keyring'>,
  id: number,
  secrets: SubscriberSecrets,
  at: number,
): Statement => putSealed(keyring, { owner: ownerOf(id), name: NAME, plaintext: JSON.stringify(secrets), at });

export type Receiver = {
  /** Of the subscriber. */
  readonly version: number;
  readonly url: string;
  readonly secrets: SubscriberSecrets;
};

/**
 * Where deliveries go, and what was given for that address: both of one moment. Asked for one after the other, a change between
 * them would send the secrets of the new address to the one before.
 */
export const readReceiver = async ({ db, keyring }: Pick<Node, 'db' | 'keyring'>, id: number): Promise<Receiver> => {
  const owner = ownerOf(id);
  const row = await db.one<{ version: number; document: string; sealed: string }>(
    `select s.version, s.document, v.sealed from webhook_subscriber s join sealed_value v on v.owner = ? and v.name = ?
      where s.id = ?`,
    [owner, NAME, id],
  );
  if (row === undefined) throw new Error(`subscriber ${id} has no secrets`);
  const { url } = JSON.parse(row.document) as SubscriberDocument;
  const secrets = JSON.parse(open(keyring, sealPurpose(owner, NAME), row.sealed)) as SubscriberSecrets;
  return { version: row.version, url, secrets };
};
