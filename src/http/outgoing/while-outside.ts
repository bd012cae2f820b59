/**
 * What a request does while it waits for somebody outside: a payment provider, a receiver, a name server. Nothing is done for it here
 * meanwhile, so its place among those in progress is for others (http/limits/overload.ts): a hundred that wait for a provider who says
 * nothing would otherwise keep everybody from a node that has nothing to do.
 *
 * Every call of an address that somebody else wrote down goes through it (guarded-request.ts). Whoever waits in line for such a call, or
 * shares that of another, says so himself. One within another is one, and ends no later: what goes on when nobody waits for it any more, such
 * as a look-up behind a call that was too slow, is not among them.
 */
import { stepsOut } from '../limits/long-work.ts';

export const whileOutside = async <T>(wait: () => Promise<T>): Promise<T> => {
  const comesBack = stepsOut();
  try {
    return await wait();
  } finally {
    comesBack?.();
  }
};
