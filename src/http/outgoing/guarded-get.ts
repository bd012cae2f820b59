/** Reads a small document from an address that somebody else wrote down. Whatever goes wrong is an Error that says what. */
import { type GuardedRequest, guardedRequest } from './guarded-request.ts';

export type GuardedGet = Pick<GuardedRequest, 'policy' | 'resolve' | 'timeoutMs' | 'maxBytes'>;

/** The body of a 200 answer. */
export const guardedGet = async (url: string, limits: GuardedGet): Promise<Buffer> => {
  const { status, body, isCut } = await guardedRequest(url, limits);
  if (status !== 200) throw new Error(`answered ${status}`);
  if (isCut) throw new Error(`answered more than ${limits.maxBytes} bytes`);
  return body;
};
