/**
 * Holds the port from the first moment of a start, so that a port that is taken is told before anything is set up, and
 * answers whoever comes too early: alive, and not ready.
 */
import type { Server } from 'node:http';
import type { Door } from './door.ts';
import { shedAnswers } from './limits/shed-answer.ts';

export type Place = {
  readonly host: string;
  readonly port: number;
  /** Connections that may wait to be accepted; the system may allow fewer. */
  readonly backlog: number;
};
type Answering = {
  readonly newRequestId: () => string;
  /** `/shop` when the public address is https://example.com/shop. */
  readonly publicPath: string;
};
export type HeldPort = {
  /** Lets go of it, when nobody will serve there. */
  readonly release: () => Promise<void>;
};

const why = ({ host, port }: Place, { code }: NodeJS.ErrnoException): string => {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use by another process, perhaps this service. End it, or choose another port: PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`;
  return `HOST=${host} is no address of this machine (${code ?? 'unknown'}). Set HOST to one of its own; 0.0.0.0 stands for all of them.`;
};

/**
 * An app opens its server when it is ready. This one is open and stays so: to close it and open it again would reset what waits
 * to be accepted, and among workers leave a connection that is just being handed over in a queue that nobody empties any more.
 */
const listenOn = (server: Server): Server => {
  setImmediate(() => server.emit('listening'));
  return server;
};

/** Nothing was set up yet when it rejects, with a sentence that says what to do. */
export const holdPort = (
  place: Place,
  { server, answerBy }: Door,
  { newRequestId, publicPath }: Answering,
): Promise<HeldPort> => {
  const answerShed = shedAnswers(publicPath);
  answerBy((request, response) => {
    if (request.url === '/healthz') response.writeHead(200, { 'cache-control': 'no-store' }).end();
    else answerShed(request, response, newRequestId());
  });
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException): void => reject(new Error(why(place, error), { cause: error }));
    server.once('error', fail);
    server.listen(place, () => {
      server.off('error', fail);
      Object.assign(server, { listen: () => listenOn(server) });
      resolve({
        release: () =>
          new Promise((released) => {
            server.close(() => released());
            server.closeAllConnections();
          }),
      });
    });
  });
};
