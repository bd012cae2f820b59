/**
 * Use case: an operator signs in with e-mail address and password. An address nobody has, a deactivated operator, one
 * without a password and a wrong password are the same to whoever asks: the same answer after the same work.
 */
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import { type Node, system } from '../applications/node.ts';
import { emailProblems, normalEmail } from './operator-rules.ts';
import { planSignIn } from './operator-session.ts';
import { passwordMatches } from './password.ts';
import { comparePassword, type SignInDesk } from './sign-in-desk.ts';
import { type Account, findAccount, holdPassword } from './sign-in-store.ts';

export type GivenPassword = {
  readonly email: string;
  readonly password: string;
  /** Where it came from, as rate limits name it. */
  readonly address: string;
  readonly requestId: string;
  /** The name of a browser in which this account was signed in to before. */
  readonly browser?: string | undefined;
  /** The session the browser came with; it ends. */
  readonly presented?: string | undefined;
};
export type SignInOutcome =
  | { readonly session: string }
  /** `record` is to be written after the answer: the time it takes would tell that there is such an account. */
  | { readonly refusal: Refusal; readonly record: readonly Statement[] };

type Tools = Pick<Node, 'db' | 'now' | 'random'>;

/** Control characters pass for parts of an address and cannot be stored on every engine. */
const isAddress = (email: string): boolean => emailProblems(email).length === 0 && !/\p{Cc}/u.test(email);

/** For the audit: somebody tries passwords on this account. */
export const refusedRecord = (
  { now, random }: Pick<Node, 'now' | 'random'>,
  { id, organizationId }: Pick<Account, 'id' | 'organizationId'>,
  { address, requestId }: Pick<GivenPassword, 'address' | 'requestId'>,
): Statement =>
  auditStatement(
    {
      actor: system.actor,
      requestId,
      organizationId,
      action: 'operator.password_refused',
      subject: `operator/${id}`,
      before: null,
      after: { address },
      at: now(),
    },
    random,
  );

const openSession = async (node: Tools, account: Account, given: GivenPassword): Promise<string | undefined> => {
  const { requestId, presented } = given;
  const { secret, statements } = planSignIn(node, account, { by: 'password', requestId, presented });
  try {
    await node.db.commit([holdPassword(account), ...statements]);
    return secret;
  } catch (error) {
    // Deactivated, or the password changed, since it was compared.
    if (guardFailed(error, 'password_current') || guardFailed(error, 'operator_active')) return undefined;
    throw error;
  }
};

/** Throws `rate_limited` and `overloaded` before anything is looked at. */
export const signInWithPassword = async (
  node: Tools,
  desk: SignInDesk,
  given: GivenPassword,
): Promise<SignInOutcome> => {
  const typed = normalEmail(given.email);
  const email = isAddress(typed) ? typed : '';
  let account: Account | undefined;
  const counted = given.browser === undefined ? email : `${email} ${given.browser}`;
  const { found, notable } = await comparePassword(desk, { account: counted, address: given.address }, async () => {
    account = await findAccount(node.db, email);
    const matches = await passwordMatches(account?.passwordHash ?? null, given.password);
    return matches ? account : undefined;
  });
  const session = found && (await openSession(node, found, given));
  if (session !== undefined) return { session };
  const record = account !== undefined && notable ? [refusedRecord(node, account, given)] : [];
  return { refusal: new Refusal('sign_in_refused'), record };
};
