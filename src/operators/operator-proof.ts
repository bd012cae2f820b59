/** The cookie `cw_session`, the proof of an operator who has signed in to the console. */
import type { FastifyRequest } from 'fastify';
import type { OperatorCaller } from '../http/caller.ts';
import { type CookieScope, parseCookies } from '../http/requests/cookies.ts';
import { Refusal } from '../shared/errors.ts';
import type { Node } from '../applications/node.ts';
import { sessionOperator } from './operator-session.ts';
import type { Operator } from './operator-store.ts';
import { isSameOrigin } from './same-origin.ts';

export const SESSION_COOKIE = 'cw_session';

export const sessionCookie = ({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined =>
  parseCookies(headers.cookie).get(SESSION_COOKIE);

export const sessionScope = (publicUrl: URL | undefined): CookieScope => ({
  secure: publicUrl?.protocol === 'https:',
  sameSite: 'Strict',
});

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

const operatorCaller = ({ id, organizationId, permissions }: Operator): OperatorCaller => ({
  kind: 'operator',
  operatorId: id,
  organizationId,
  permissions,
});

/** The operator a request proves, undefined without the cookie. A browser adds cookies by itself: a write must be from our pages. */
export const operatorProof =
  (node: Pick<Node, 'db' | 'now'>, publicUrl: URL | undefined) =>
  async (request: Pick<FastifyRequest, 'headers' | 'method'>): Promise<OperatorCaller | undefined> => {
    const session = sessionCookie(request);
    if (session === undefined || session === '') return undefined;
    const operator = await sessionOperator(node, session);
    if (operator === undefined) throw new Refusal('session_invalid');
    if (!READS.has(request.method) && !isSameOrigin(request.headers, publicUrl)) {
      throw new Refusal('origin_refused', {
        message: 'A signed-in operator changes things from the console’s own pages.',
      });
    }
    return operatorCaller(operator);
  };
