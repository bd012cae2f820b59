/** Use cases: sign in by a one-time link, find out who a session belongs to, sign out. */
import { guardFailed } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { auditStatement } from './audit-statements.ts';
import type { Node } from './node.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findOperatorByLink,
  findSession,
  insertSession,
  type Operator,
  touchSession,
  useLink,
} from './operator-store.ts';
import { newSecret, secretHash } from './secret-hash.ts';

export const SESSION_LIFETIME = 7 * 24 * 60 * 60 * 1000;
export const SESSION_IDLE = 12 * 60 * 60 * 1000;
/** A session's last use is written at most this often. */
const TOUCH_INTERVAL = 60 * 1000;

/** Whom a link would sign in. Reading it does not use it up: mail programs open links before people do. */
export const linkOwner = ({ db, now }: Pick<Node, 'db' | 'now'>, linkToken: string): Promise<Operator | undefined> =>
  findOperatorByLink(db, secretHash(linkToken), now());

/** The session's secret, for the cookie. Of ten who use one link at once, one gets in. */
export const enterByLink = async (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  linkToken: string,
  requestId: string,
): Promise<string> => {
  const operator = await linkOwner(node, linkToken);
  if (operator === undefined) throw new Refusal('link_invalid');
  const at = node.now();
  const session = newSecret(node.random);
  try {
    await node.db.commit([
      useLink(secretHash(linkToken), at),
      deleteExpiredSessions(operator.id, at, at - SESSION_IDLE),
      insertSession({ hash: session.hash, operatorId: operator.id, at, expiresAt: at + SESSION_LIFETIME }),
      auditStatement(
        {
          actor: `operator:${operator.id}`,
          requestId,
          organizationId: operator.organizationId,
          action: 'operator.sign_in',
          subject: `operator/${operator.id}`,
          before: null,
          after: { by: 'one-time link' },
          at,
        },
        node.random,
      ),
    ]);
  } catch (error) {
    const lost = guardFailed(error, 'link') || guardFailed(error, 'operator_active');
    throw lost ? new Refusal('link_invalid', { cause: error }) : error;
  }
  return session.secret;
};

/** The operator a session's secret stands for, while it is neither too old nor idle for too long. */
export const sessionOperator = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  session: string,
): Promise<Operator | undefined> => {
  const at = now();
  const hash = secretHash(session);
  const found = await findSession(db, hash, at, at - SESSION_IDLE);
  if (found === undefined) return undefined;
  if (at - found.seenAt >= TOUCH_INTERVAL) await db.commit([touchSession(hash, at)]);
  return found.operator;
};

export const signOut = async ({ db }: Pick<Node, 'db'>, session: string): Promise<void> => {
  await db.commit([deleteSession(secretHash(session))]);
};
