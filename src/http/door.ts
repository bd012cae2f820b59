/**
 * Where connections come in, with every limit that belongs to them and not to routes. It may be open long before there is
 * anybody behind it who can serve: whoever answers is exchanged, never the server, so that no connection is lost meanwhile.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import { bareAddress } from './limits/address-key.ts';
import { limitConnections, type OnRefused } from './limits/connection-limit.ts';
import { oneAtATime } from './limits/one-at-a-time.ts';
import { readInTurns } from './limits/reading-turns.ts';
import { closeOnSmallChunks } from './limits/small-chunks.ts';
import { closeUnread } from './limits/unread-body.ts';
import { addressList } from './outgoing/ip-address.ts';

export type ServerLimits = {
  /** For a whole request to arrive, so that a slow body cannot hold a socket. */
  readonly requestTimeoutMs: number;
  readonly headersTimeoutMs: number;
  /** For the sender of a body that is not read to find his answer. */
  readonly lingerMs: number;
  /** How often the two above are checked. */
  readonly checkingIntervalMs: number;
  /** For a socket on which nothing happens. */
  readonly connectionTimeoutMs: number;
  /** Longer than a proxy keeps its connections, else it meets ones that we just closed. */
  readonly keepAliveTimeoutMs: number;
  /** Then the connection is made anew, so that load balancers can spread it. */
  readonly maxRequestsPerSocket: number;
  readonly maxConnections: number;
  readonly connectionsPerAddress: number;
  /** Of bodies that are still coming, of all and of one address (arriving-bodies.ts). */
  readonly bodyBytes: number;
  readonly bodyBytesPerAddress: number;
  readonly maxHeaderBytes: number;
  /** A route may set its own `bodyLimit`. */
  readonly bodyLimitBytes: number;
};

export const defaultLimits: ServerLimits = {
  requestTimeoutMs: 15_000,
  headersTimeoutMs: 10_000,
  lingerMs: 1_000,
  checkingIntervalMs: 2_000,
  connectionTimeoutMs: 30_000,
  keepAliveTimeoutMs: 75_000,
  maxRequestsPerSocket: 10_000,
  maxConnections: 10_000,
  connectionsPerAddress: 2_500,
  bodyBytes: 268_435_456,
  bodyBytesPerAddress: 67_108_864,
  maxHeaderBytes: 16_384,
  bodyLimitBytes: 65_536,
};

export type Door = {
  readonly server: Server;
  readonly limits: ServerLimits;
  readonly isProxy: (address: string) => boolean;
  /** How many connections are open. */
  readonly connections: () => number;
  /** Who is told, from now on, of connections that were refused. */
  readonly onRefused: (told: OnRefused) => void;
  /** Who answers from now on, on connections that are open already as well. */
  readonly answerBy: (listener: RequestListener) => void;
};

export type DoorOptions = {
  readonly limits?: Partial<ServerLimits> | undefined;
  /** Addresses or networks whose X-Forwarded-For is believed; nobody's when left out. */
  readonly trustedProxies?: readonly string[] | undefined;
};

export const createDoor = (options: DoorOptions): Door => {
  const limits = { ...defaultLimits, ...options.limits };
  const isListed = addressList(options.trustedProxies ?? []);
  const isProxy = (address: string): boolean => isListed(bareAddress(address));
  let refused: OnRefused = () => undefined;
  let answer: RequestListener = (_request, response) => void response.writeHead(503).end();
  const server = createServer({
    headersTimeout: limits.headersTimeoutMs,
    requestTimeout: 0, // body-timeout.ts
    connectionsCheckingInterval: limits.checkingIntervalMs,
    keepAliveTimeout: limits.keepAliveTimeoutMs,
    maxHeaderSize: limits.maxHeaderBytes,
    requireHostHeader: false, // server.ts
  });
  server.setTimeout(limits.connectionTimeoutMs);
  server.maxRequestsPerSocket = limits.maxRequestsPerSocket;
  const connections = limitConnections(server, {
    most: limits.maxConnections,
    perAddress: limits.connectionsPerAddress,
    isProxy,
    onRefused: (by) => refused(by),
  });
  const serve = oneAtATime((request, response) => {
    closeUnread(request, response, limits.lingerMs);
    answer(request, response);
  });
  const came = readInTurns(server, isProxy);
  const take: RequestListener = (request, response) => {
    came(request);
    closeOnSmallChunks(request);
    serve(request, response);
  };
  server.on('request', take);
  // Node would answer by itself, each of hundreds that came in one packet.
  server.on('checkExpectation', take);
  return {
    server,
    limits,
    isProxy,
    connections: connections.open,
    onRefused: (told) => {
      refused = told;
    },
    answerBy: (listener) => {
      answer = listener;
    },
  };
};
