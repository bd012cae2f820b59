/** The 503 of a request that was shed, written without any of the machinery it was to be kept from. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody, overloaded } from '../error-body.ts';
import { hasBody } from './unread-body.ts';

const refusal = overloaded();

export const answerShed = (request: IncomingMessage, response: ServerResponse, requestId: string): void => {
  const body = JSON.stringify(errorBody(refusal, requestId));
  response.writeHead(refusal.status, {
    ...refusal.options.headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    // Its body may still be under way: unread-body.ts.
    ...(request.complete || !hasBody(request) ? {} : { connection: 'close' }),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
};
