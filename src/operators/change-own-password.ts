/** Use case: somebody who is signed in sets or changes his own password, by a form or by a call. */
import type { FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import { secretHash } from '../applications/secret-hash.ts';
import { addressKey } from '../http/limits/address-key.ts';
import { Refusal } from '../shared/errors.ts';
import { openedByLink } from './operator-session.ts';
import { passwordMatches } from './password.ts';
import { setPassword } from './set-password.ts';
import { comparePassword, type SignInDesk } from './sign-in-desk.ts';
import { type CurrentSession, currentSession } from './sign-in-operator.ts';
import { type PasswordProof, passwordProof } from './sign-in-rules.ts';
import { findSessionState } from './sign-in-store.ts';
import { refusedRecord } from './sign-in-with-password.ts';

export type PasswordAsker = CurrentSession & { readonly passwordHash: string | null; readonly proof: PasswordProof };
export type GivenPasswords = { readonly current: string; readonly password: string };
type Attempt = { readonly node: Node; readonly desk: SignInDesk; readonly request: FastifyRequest };

/** Who asks, and what he has to prove; undefined without a session. */
export const passwordAsker = async (node: Node, request: FastifyRequest): Promise<PasswordAsker | undefined> => {
  const session = await currentSession(node, request);
  const state = session && (await findSessionState(node.db, secretHash(session.secret)));
  if (session === undefined || state === undefined) return undefined;
  const { openedAt, passwordHash } = state;
  const origin = { byLink: openedByLink(session.secret), openedAt, hasPassword: passwordHash !== null };
  return { ...session, passwordHash, proof: passwordProof(origin, node.now()) };
};

const requireCurrent = async (attempt: Attempt, asker: PasswordAsker, current: string): Promise<void> => {
  const { node, desk, request } = attempt;
  const { operator, passwordHash } = asker;
  const guesser = { account: operator.email, address: addressKey(request.ip) };
  const { found, notable } = await comparePassword(desk, guesser, async () =>
    (await passwordMatches(passwordHash, current)) ? true : undefined,
  );
  if (found) return;
  if (notable) {
    await node.db.commit([refusedRecord(node, operator, { address: guesser.address, requestId: request.id })]);
  }
  throw new Refusal('sign_in_refused', { message: 'The current password is not right.' });
};

/** The secret of the session that takes the old one's place. */
export const changeOwnPassword = async (
  attempt: Attempt,
  asker: PasswordAsker,
  { current, password }: GivenPasswords,
): Promise<string> => {
  const { node, desk, request } = attempt;
  if (asker.proof === 'new_link') throw new Refusal('sign_in_refused', { message: 'Ask for a new link first.' });
  if (asker.proof === 'current_password') await requireCurrent(attempt, asker, current);
  const author = { actor: `operator:${asker.operator.id}`, requestId: request.id };
  return setPassword(node, desk.queue, { operator: asker.operator, password }, author);
};
