/** One name per request, in the header x-request-id of the answer, in error bodies, log lines and the audit. */
import type { IncomingMessage } from 'node:http';
import { type RandomBytes, uuid7 } from '../../shared/identifiers.ts';
import type { Clock } from '../../shared/clock.ts';

/** An incoming id is kept when it is short and plain, so that a proxy's id can be followed through our log. */
const plain = /^[A-Za-z0-9._:/+=-]{8,128}$/;

/** So many names are drawn at once: to draw costs more than all the rest of a name. */
const AHEAD = 256;

const drawnAhead = (random: RandomBytes): RandomBytes => {
  let drawn = new Uint8Array();
  let at = 0;
  return (size) => {
    if (at + size > drawn.byteLength) {
      drawn = Uint8Array.from(random(size * AHEAD));
      at = 0;
    }
    at += size;
    return drawn.subarray(at - size, at);
  };
};

/** `traceIdIn` reads the trace that a caller is in; left out where there are no traces. */
export const requestIds = (
  clock: Clock,
  random: RandomBytes,
  traceIdIn: (headers: IncomingMessage['headers']) => string | undefined = () => undefined,
) => {
  const draw = drawnAhead(random);
  return ({ headers }: Pick<IncomingMessage, 'headers'>): string => {
    const given = headers['x-request-id'];
    return typeof given === 'string' && plain.test(given) ? given : (traceIdIn(headers) ?? uuid7(clock(), draw));
  };
};
