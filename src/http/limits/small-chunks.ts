/**
 * A body in chunks of a few bytes. Each is a call of the parser, and a packet has ten thousand of them: a few hundred kilobytes took
 * the time of hundreds of requests. Programs write larger pieces; whoever goes on with small ones has his connection closed.
 */
import type { IncomingMessage } from 'node:http';
import { stopReading } from './stop-reading.ts';

/** So many may be as small as they like: the end of a stream, or one that is sent as it is made. */
const FEW = 256;
/** Of all together, on average. */
const LEAST_BYTES = 16;

export const closeOnSmallChunks = (request: IncomingMessage): void => {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let chunks = 0;
  let bytes = 0;
  request.push = (chunk: Uint8Array | null, encoding) => {
    chunks += 1;
    bytes += chunk?.length ?? 0;
    if (chunk === null || chunks <= FEW || bytes >= chunks * LEAST_BYTES) return push(chunk, encoding);
    stopReading(request.socket);
    return false;
  };
};
