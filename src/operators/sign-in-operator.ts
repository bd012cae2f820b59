/** For areas whose pages need a signed-in operator, such as the consent page of the token service. */
import type { FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import { sessionCookie } from './operator-proof.ts';
import { liveSession } from './operator-session.ts';
import type { Operator } from './operator-store.ts';
import { localPath } from './sign-in-rules.ts';

export type CurrentSession = {
  readonly secret: string;
  readonly operator: Operator;
  /** When he signed in; milliseconds since 1970. */
  readonly openedAt: number;
};

/** The session a browser came with, while it lasts. */
export const currentSession = async (
  node: Pick<Node, 'db' | 'now'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<CurrentSession | undefined> => {
  const secret = sessionCookie(request);
  if (secret === undefined || secret === '') return undefined;
  const live = await liveSession(node, secret);
  return live && { secret, operator: live.operator, openedAt: live.openedAt };
};

/**
 * Where to send a browser whose operator has to sign in first. `returnTo` is `request.url`: without the public path.
 * Somebody who is signed in comes straight back; with `asks` he is asked all the same. What no sign-in would lead to is left
 * out: it may be anything, and longer than a header may be.
 */
export const signInAddress = (publicPath: string, returnTo: string, asks = false): string => {
  const goal = localPath(returnTo);
  const query = [
    ...(goal === undefined ? [] : [`return_to=${encodeURIComponent(goal)}`]),
    ...(asks ? ['as=another'] : []),
  ];
  return [`${publicPath}/console/sign-in`, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
};
