/**
 * Keys that sign ID tokens (ES256), made on first use. A rotation publishes the new key at once and lets it sign some
 * minutes later, when every node and every reader has had time to fetch it; the old one stays published until nothing it
 * signed can be valid. Private halves are sealed.
 */
import { generateKeyPairSync } from 'node:crypto';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Author, Node } from '../../applications/node.ts';
import { onlyOrganization } from '../../applications/organization-store.ts';
import type { Statement } from '../../db/database.ts';
import { createSealed, dropSealed, readSealed } from '../../db/sealing/sealed-values.ts';

const OWNER = 'signing_key';
export const ID_TOKEN_SECONDS = 3600;
export const KEY_WARM_UP_MS = 5 * 60 * 1000;

export type KeyRow = { readonly kid: string; readonly signs_from: number };

/** Youngest first. */
const byAge = (keys: readonly KeyRow[]): readonly KeyRow[] =>
  keys.toSorted((left, right) => right.signs_from - left.signs_from || (left.kid < right.kid ? -1 : 1));

/** Keys to publish, the one that signs first. */
export const keysInUse = (keys: readonly KeyRow[], now: number): readonly KeyRow[] => {
  const sorted = byAge(keys);
  const isNeeded = (_: KeyRow, at: number): boolean => {
    const successor = sorted[at - 1];
    return successor === undefined || now < successor.signs_from + ID_TOKEN_SECONDS * 1000 + KEY_WARM_UP_MS;
  };
  const needed = sorted.filter(isNeeded);
  const signing = needed.find(({ signs_from }) => signs_from <= now) ?? needed.at(-1);
  return signing === undefined ? [] : [signing, ...needed.filter((key) => key !== signing)];
};

const readKeys = (db: Node['db']): Promise<readonly KeyRow[]> =>
  db.all<KeyRow>('select kid, signs_from from signing_key order by signs_from desc, kid limit 100');

type NewKey = { readonly kid: string; readonly statements: readonly Statement[] };

const newKey = async ({ keyring }: Pick<Node, 'keyring'>, signsFrom: number, at: number): Promise<NewKey> => {
  const jwk = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }) as JWK;
  const kid = await calculateJwkThumbprint(jwk);
  const plaintext = JSON.stringify({ ...jwk, kid, use: 'sig', alg: 'ES256' });
  return {
    kid,
    statements: [
      createSealed(keyring, { owner: OWNER, name: kid, plaintext, at }),
      {
        sql: 'insert into signing_key (kid, signs_from, created_at) values (?, ?, ?)',
        params: [kid, signsFrom, at],
      },
    ],
  };
};

/** Private keys, the one that signs first. Two nodes that start at once may make one each; both are published. */
export const signingKeys = async (node: Node): Promise<readonly JWK[]> => {
  const { db, keyring, now } = node;
  if ((await readKeys(db)).length === 0) {
    const at = now();
    await db.commit((await newKey(node, at, at)).statements);
  }
  const kids = keysInUse(await readKeys(db), now()).map(({ kid }) => kid);
  const sealed = await Promise.all(kids.map((kid) => readSealed(db, keyring, OWNER, kid)));
  return sealed.flatMap((text) => (text === undefined ? [] : [JSON.parse(text) as JWK]));
};

export type KeyRotation = { readonly kid: string; readonly signsFrom: number };

/** Running nodes pick the new key up by themselves, well before it signs. */
export const rotateSigningKey = async (node: Node, author: Author): Promise<KeyRotation> => {
  const { db, now, random } = node;
  const at = now();
  const keys = await readKeys(db);
  const kept = new Set(keysInUse(keys, at).map(({ kid }) => kid));
  const gone = keys.filter(({ kid }) => !kept.has(kid));
  const signsFrom = at + KEY_WARM_UP_MS;
  const made = await newKey(node, signsFrom, at);
  await db.commit([
    ...made.statements,
    ...gone.flatMap(({ kid }) => [
      { sql: 'delete from signing_key where kid = ?', params: [kid] },
      dropSealed(OWNER, kid),
    ]),
    auditStatement(
      {
        ...author,
        organizationId: (await onlyOrganization(db)) ?? 'installation',
        action: 'signing_key.rotate',
        subject: `signing_key/${made.kid}`,
        before: null,
        after: { signs_from: signsFrom, removed: gone.map(({ kid }) => kid) },
        at,
      },
      random,
    ),
  ]);
  return { kid: made.kid, signsFrom };
};
