/**
 * Holds the port from the first moment of a start, so that a port that is taken is told before anything is set up, and
 * answers whoever comes too early: alive, and not ready.
 */
import { createServer } from 'node:http';
import { answerShed } from './limits/shed-answer.ts';

export type Place = { readonly host: string; readonly port: number };
export type HeldPort = {
  /** Lets go of it, for the server proper. */
  readonly release: () => Promise<void>;
};

const why = ({ host, port }: Place, { code }: NodeJS.ErrnoException): string => {
  if (code === 'EADDRINUSE') {
    return `Port ${port} of ${host} is in use by another process, perhaps this service. End it, or choose another port: PORT=${port + 1}`;
  }
  if (code === 'EACCES') return `Port ${port} may not be opened by this user. Choose one above 1023 with PORT.`;
  return `HOST=${host} is no address of this machine (${code ?? 'unknown'}). Set HOST to one of its own; 0.0.0.0 stands for all of them.`;
};

/** Nothing was set up yet when it rejects, with a sentence that says what to do. A port that the system chooses is not held. */
export const holdPort = (place: Place, newRequestId: () => string): Promise<HeldPort> => {
  if (place.port === 0) return Promise.resolve({ release: () => Promise.resolve() });
  const server = createServer((request, response) => {
    if (request.url === '/healthz') response.writeHead(200, { 'cache-control': 'no-store' }).end();
    else answerShed(request, response, newRequestId());
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(new Error(why(place, error), { cause: error })));
    server.listen(place, () =>
      resolve({
        release: () =>
          new Promise((released) => {
            server.close(() => released());
            server.closeAllConnections();
          }),
      }),
    );
  });
};
