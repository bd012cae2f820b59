/** Use cases: sign in by a one-time link, find out who a session belongs to, sign out. */
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Node } from '../applications/node.ts';
import { coversPermission } from '../http/permissions.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  type FoundSession,
  findLink,
  findSession,
  insertSession,
  type Issuing,
  issuingNow,
  joinStatement,
  type Operator,
  touchSession,
  useLink,
} from './operator-store.ts';
import { newSecret, secretHash } from '../applications/secret-hash.ts';

export const SESSION_LIFETIME = 7 * 24 * 60 * 60 * 1000;
export const SESSION_IDLE = 12 * 60 * 60 * 1000;
/** A session's last use is written at most this often. */
const TOUCH_INTERVAL = 60 * 1000;

/** How a session was opened is part of its secret, which only we make: one cannot pass for the other. */
const BY_PASSWORD = 'p.';
export const openedByLink = (session: string): boolean => !session.startsWith(BY_PASSWORD);

/**
 * Whom a link would sign in. Reading it does not use it up: mail programs open links before people do. Whoever issued it has
 * seen it, so it never opens more than he may do: not when its operator has got another role since, nor when he lost his own.
 */
export const linkOwner = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  linkToken: string,
): Promise<Operator | undefined> => {
  const link = await findLink(db, secretHash(linkToken), now());
  if (link === undefined) return undefined;
  const { operator, issuedBy, most } = link;
  const opens = (permissions: readonly string[]): boolean =>
    operator.permissions.every((permission) => coversPermission(permissions, permission));
  if (!opens(most)) return undefined;
  const issuers = await Promise.all(issuedBy.map((name) => issuingNow(db, name)));
  const mayStill = (issuer: Issuing | undefined): boolean =>
    issuer === undefined ||
    (issuer.organizationId === operator.organizationId ? opens(issuer.permissions) : issuer.permissions.length > 0);
  return issuers.every(mayStill) ? operator : undefined;
};

type Person = Pick<Operator, 'id' | 'organizationId'>;

const sessionAudit = (
  { random }: Pick<Node, 'random'>,
  { id, organizationId }: Person,
  told: { readonly action: string; readonly after: unknown; readonly requestId: string; readonly at: number },
): Statement =>
  auditStatement({ actor: `operator:${id}`, organizationId, subject: `operator/${id}`, before: null, ...told }, random);

export type OpenedBy = 'one-time link' | 'password';

/** A new secret and the row that makes it a session. Guard `operator_active`. */
export const openSession = (
  { now, random }: Pick<Node, 'now' | 'random'>,
  operatorId: string,
  by: OpenedBy,
): { readonly secret: string; readonly insert: Statement } => {
  const at = now();
  const { secret, hash } = newSecret(random, by === 'password' ? BY_PASSWORD : '');
  return { secret, insert: insertSession({ hash, operatorId, at, expiresAt: at + SESSION_LIFETIME }) };
};

export type SignIn = {
  readonly by: OpenedBy;
  readonly requestId: string;
  /** The session the browser came with, whoever's it is: it ends, so that nobody goes on under a secret he was given. */
  readonly presented?: string | undefined;
};

/** A session and what belongs to its beginning, for the batch of what proved the operator. */
export const planSignIn = (
  node: Pick<Node, 'now' | 'random'>,
  operator: Person,
  { by, requestId, presented }: SignIn,
): { readonly secret: string; readonly statements: readonly Statement[] } => {
  const at = node.now();
  const { secret, insert } = openSession(node, operator.id, by);
  return {
    secret,
    statements: [
      deleteExpiredSessions(operator.id, at, at - SESSION_IDLE),
      ...(presented === undefined ? [] : [deleteSession(secretHash(presented))]),
      insert,
      joinStatement(operator.id, at),
      sessionAudit(node, operator, { action: 'operator.sign_in', after: { by }, requestId, at }),
    ],
  };
};

/** The session's secret, for the cookie. Of ten who use one link at once, one gets in. */
export const enterByLink = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  linkToken: string,
  requestId: string,
  presented?: string,
): Promise<string> => {
  const operator = await linkOwner(node, linkToken);
  if (operator === undefined) throw new Refusal('link_invalid');
  const { secret, statements } = planSignIn(node, operator, { by: 'one-time link', requestId, presented });
  try {
    await node.db.commit([useLink(secretHash(linkToken), node.now()), ...statements]);
  } catch (error) {
    const lost = guardFailed(error, 'link') || guardFailed(error, 'operator_active');
    throw lost ? new Refusal('link_invalid', { cause: error }) : error;
  }
  return secret;
};

/** Whom a session's secret stands for, and since when; while it is neither too old nor idle for too long. */
export const liveSession = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  session: string,
): Promise<Pick<FoundSession, 'operator' | 'openedAt'> | undefined> => {
  const at = now();
  const hash = secretHash(session);
  const found = await findSession(db, hash, at, at - SESSION_IDLE);
  if (found === undefined) return undefined;
  if (at - found.seenAt >= TOUCH_INTERVAL) await db.commit([touchSession(hash, at)]);
  return found;
};

export const sessionOperator = async (node: Pick<Node, 'db' | 'now'>, session: string): Promise<Operator | undefined> =>
  (await liveSession(node, session))?.operator;

/** A session that has ended by itself is nothing to tell the audit about. */
export const signOut = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  session: string,
  requestId: string,
): Promise<void> => {
  const at = node.now();
  const hash = secretHash(session);
  const found = await findSession(node.db, hash, at, at - SESSION_IDLE);
  const told = { action: 'operator.sign_out', after: null, requestId, at };
  await node.db.commit([
    deleteSession(hash),
    ...(found === undefined ? [] : [sessionAudit(node, found.operator, told)]),
  ]);
};
