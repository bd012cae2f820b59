/** /console/password: a signed-in operator sets or changes his password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../http/limits/rate-limit.ts';
import { Refusal } from '../shared/errors.ts';
import { passwordProblems } from './operator-rules.ts';
import { openedByLink } from './operator-session.ts';
import { passwordMatches } from './password.ts';
import { secretHash } from '../applications/secret-hash.ts';
import { setPassword } from './set-password.ts';
import { answerPage, answerRefused } from './sign-in-answers.ts';
import { comparePassword } from './sign-in-desk.ts';
import { formTokenOf, requireFormToken, requireOwnPage, textOf } from './sign-in-form.ts';
import { type CurrentSession, currentSession, signInAddress } from './sign-in-operator.ts';
import { newLinkPage, type PasswordForm, passwordPage } from './sign-in-pages.ts';
import { type ConsoleContext, consoleRoute, FORM_LIMIT, sessionHeader } from './sign-in-routes.ts';
import { type PasswordProof, passwordProof } from './sign-in-rules.ts';
import { findSessionState } from './sign-in-store.ts';
import { refusedRecord } from './sign-in-with-password.ts';

type Asked = CurrentSession & { readonly passwordHash: string | null; readonly proof: PasswordProof };

const newPasswordProblem = (body: unknown): string | undefined => {
  const password = textOf(body, 'password');
  if (password !== textOf(body, 'repeated')) return 'The two new passwords are not the same.';
  return passwordProblems(password)[0]?.message;
};

const formOf = ({ secret, operator, passwordHash, proof }: Asked): PasswordForm => ({
  formToken: formTokenOf(secret),
  email: operator.email,
  hasPassword: passwordHash !== null,
  asksCurrent: proof === 'current_password',
});

export const passwordRoutes = (app: FastifyInstance, { node, desk, publicUrl, path, scope }: ConsoleContext): void => {
  const askedBy = async (request: FastifyRequest): Promise<Asked | undefined> => {
    const session = await currentSession(node, request);
    const state = session && (await findSessionState(node.db, secretHash(session.secret)));
    if (session === undefined || state === undefined) return undefined;
    const { openedAt, passwordHash } = state;
    const origin = { byLink: openedByLink(session.secret), openedAt, hasPassword: passwordHash !== null };
    return { ...session, passwordHash, proof: passwordProof(origin, node.now()) };
  };
  const toSignIn = (reply: FastifyReply): FastifyReply => reply.redirect(signInAddress(path, '/console/password'), 303);

  const requireCurrent = async (request: FastifyRequest, { operator, passwordHash }: Asked): Promise<void> => {
    const guesser = { account: operator.email, address: addressKey(request.ip) };
    const { found, notable } = await comparePassword(desk, guesser, async () =>
      (await passwordMatches(passwordHash, textOf(request.body, 'current_password'))) ? true : undefined,
    );
    if (found) return;
    if (notable) {
      await node.db.commit([refusedRecord(node, operator, { address: guesser.address, requestId: request.id })]);
    }
    throw new Refusal('sign_in_refused', { message: 'The current password is not right.' });
  };

  const change = async (request: FastifyRequest, asked: Asked): Promise<string> => {
    const message = newPasswordProblem(request.body);
    if (message !== undefined) throw new Refusal('operator_invalid', { message });
    if (asked.proof === 'current_password') await requireCurrent(request, asked);
    const author = { actor: `operator:${asked.operator.id}`, requestId: request.id };
    return setPassword(
      node,
      desk.queue,
      { operator: asked.operator, password: textOf(request.body, 'password') },
      author,
    );
  };

  app.get('/console/password', consoleRoute, async (request, reply) => {
    const asked = await askedBy(request);
    if (asked === undefined) return toSignIn(reply);
    return answerPage(reply, asked.proof === 'new_link' ? newLinkPage(path) : passwordPage(path, formOf(asked)));
  });

  app.post('/console/password', { ...consoleRoute, bodyLimit: FORM_LIMIT }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const asked = await askedBy(request);
    if (asked === undefined) return toSignIn(reply);
    requireFormToken(asked.secret, request.body);
    if (asked.proof === 'new_link') {
      return answerRefused(request, reply, new Refusal('sign_in_refused'), newLinkPage(path));
    }
    try {
      const session = await change(request, asked);
      return reply.header('set-cookie', sessionHeader(session, scope)).redirect(`${path}/console?password=saved`, 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return answerRefused(request, reply, error, passwordPage(path, { ...formOf(asked), problem: error.message }));
    }
  });
};
