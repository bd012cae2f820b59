/**
 * How much of one network is parsed in a turn of the loop. Node reads every connection on which something came, before anybody can
 * be asked to wait: a thousand connections with some requests each were one turn of a seventh of a second. From whom so many came in a
 * turn, his other connections are left alone, and some of them are read in each turn after it. Nothing is lost: it waits in the sockets.
 */
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, networkKey } from './address-key.ts';

/** Requests in a turn: a few milliseconds. */
const MOST_PARSED = 256;
/** Connections that are read again in a turn. */
const READ_AGAIN = 32;
/** As many names and values of headers take as long as a request. */
const HEADERS = 32;
/** What cannot be read is answered at once, and closed: that takes as long as so many. */
const UNREADABLE = 16;

type Handle = { readonly reading: boolean; readonly readStop: () => void; readonly readStart: () => void };
/** Node has no word for this: a socket that is paused is read until its buffer is full, or is the parser's and not read by us. */
type ReadSocket = Socket & { readonly _handle?: Handle | null };
type Sender = { parsed: number; readonly sockets: Set<ReadSocket>; readonly unread: Set<ReadSocket> };

/** Is told of each request as it comes. */
export const readInTurns = (
  server: Server,
  isProxy: (address: string) => boolean,
): ((request: IncomingMessage) => void) => {
  const senders = new Map<string, Sender>();
  const senderOf = new WeakMap<Socket, Sender>();
  /** Of whom something came in this turn, or is left. */
  const inTurn = new Set<Sender>();

  const leaveUnread = ({ sockets, unread }: Sender): void => {
    for (const socket of sockets) {
      const { _handle: handle } = socket;
      handle?.readStop();
      unread.add(socket);
    }
  };
  const readAgain = ({ unread }: Sender): void => {
    for (const socket of unread.values().take(READ_AGAIN)) {
      unread.delete(socket);
      // Not those that Node itself stopped meanwhile: it goes on with them.
      const { _handle: handle } = socket;
      if (handle?.reading === true) handle.readStart();
    }
  };
  const goOn = (): void => {
    for (const sender of inTurn) {
      sender.parsed = 0;
      readAgain(sender);
      if (sender.unread.size === 0) inTurn.delete(sender);
    }
    if (inTurn.size > 0) setImmediate(goOn);
  };

  server.on('connection', (socket: ReadSocket) => {
    const { remoteAddress } = socket;
    // A proxy speaks for many, each of whom it lets wait for his answer.
    if (remoteAddress === undefined || isProxy(remoteAddress)) return;
    const key = networkKey(remoteAddress) ?? addressKey(remoteAddress);
    const sender = senders.get(key) ?? { parsed: 0, sockets: new Set(), unread: new Set() };
    senders.set(key, sender);
    senderOf.set(socket, sender);
    sender.sockets.add(socket);
    socket.once('close', () => {
      sender.sockets.delete(socket);
      sender.unread.delete(socket);
      if (sender.sockets.size === 0) senders.delete(key);
    });
  });

  const came = (socket: Socket, parsed: number): void => {
    const sender = senderOf.get(socket);
    if (sender === undefined) return;
    if (inTurn.size === 0) setImmediate(goOn);
    inTurn.add(sender);
    const before = sender.parsed;
    sender.parsed += parsed;
    if (before < MOST_PARSED && sender.parsed >= MOST_PARSED) leaveUnread(sender);
  };
  // The stream that is told is the connection.
  server.on('clientError', (_error, socket) => came(socket as Socket, UNREADABLE));
  return ({ socket, rawHeaders }) => came(socket, 1 + Math.floor(rawHeaders.length / HEADERS));
};
