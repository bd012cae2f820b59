/**
 * Closes a connection at once, and reads nothing more of the packet that it sent. A packet has room for thousands of requests, or of
 * chunks of a body, and Node goes through all of them in one turn of the loop, also when the connection is closed meanwhile.
 */
import type { Socket } from 'node:net';

type Parser = { onIncoming: unknown } & Record<number, unknown>;
type ParsedSocket = Socket & { readonly parser?: Parser | null };

/** What Node's parser takes for "no more HTTP from here on". */
const ENDS_HERE = 2;
/** Where it keeps whom it tells of a piece of a body. */
const ON_BODY = 3;

export const stopReading = (socket: ParsedSocket): void => {
  if (socket.destroyed) return;
  const { parser } = socket;
  socket.destroy();
  if (parser === undefined || parser === null) return;
  parser.onIncoming = () => ENDS_HERE;
  const told = parser[ON_BODY];
  if (typeof told !== 'function' || told.name !== 'parserOnBody') return;
  parser[ON_BODY] = undefined;
  // Parsers are used again, for connections of others.
  socket.once('close', () => {
    parser[ON_BODY] = told;
  });
};
