/** For areas whose pages need a signed-in operator, such as the consent page of the token service. */
import type { FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import { sessionCookie } from './operator-proof.ts';
import { liveSession } from './operator-session.ts';
import type { Operator } from './operator-store.ts';

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
 * Somebody who is signed in comes straight back; with `asks` he is asked all the same.
 */
export const signInAddress = (publicPath: string, returnTo: string, asks = false): string =>
  `${publicPath}/console/sign-in?return_to=${encodeURIComponent(returnTo)}${asks ? '&as=another' : ''}`;
