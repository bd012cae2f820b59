/** /console/password: a signed-in operator sets or changes his password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../shared/errors.ts';
import { changeOwnPassword, type PasswordAsker, passwordAsker } from './change-own-password.ts';
import { passwordProblems } from './operator-rules.ts';
import { answerPage, answerRefused } from './sign-in-answers.ts';
import { formTokenOf, requireFormToken, requireOwnPage, textOf } from './sign-in-form.ts';
import { signInAddress } from './sign-in-operator.ts';
import { newLinkPage, type PasswordForm, passwordPage } from './sign-in-pages.ts';
import { type ConsoleContext, consoleRoute, FORM_LIMIT, sessionHeader } from './sign-in-routes.ts';

const newPasswordProblem = (body: unknown): string | undefined => {
  const password = textOf(body, 'password');
  if (password !== textOf(body, 'repeated')) return 'The two new passwords are not the same.';
  return passwordProblems(password)[0]?.message;
};

const formOf = ({ secret, operator, passwordHash, proof }: PasswordAsker): PasswordForm => ({
  formToken: formTokenOf(secret),
  email: operator.email,
  hasPassword: passwordHash !== null,
  asksCurrent: proof === 'current_password',
});

export const passwordRoutes = (app: FastifyInstance, { node, desk, publicUrl, path, scope }: ConsoleContext): void => {
  const toSignIn = (reply: FastifyReply): FastifyReply => reply.redirect(signInAddress(path, '/console/password'), 303);

  const change = async (request: FastifyRequest, asked: PasswordAsker): Promise<string> => {
    const message = newPasswordProblem(request.body);
    if (message !== undefined) throw new Refusal('operator_invalid', { message });
    const given = { current: textOf(request.body, 'current_password'), password: textOf(request.body, 'password') };
    return changeOwnPassword({ node, desk, request }, asked, given);
  };

  app.get('/console/password', consoleRoute, async (request, reply) => {
    const asked = await passwordAsker(node, request);
    if (asked === undefined) return toSignIn(reply);
    return answerPage(reply, asked.proof === 'new_link' ? newLinkPage(path) : passwordPage(path, formOf(asked)));
  });

  app.post('/console/password', { ...consoleRoute, bodyLimit: FORM_LIMIT }, async (request, reply) => {
    requireOwnPage(request, publicUrl);
    const asked = await passwordAsker(node, request);
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
