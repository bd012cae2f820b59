/** The 503 of a request that was shed, written without any of the machinery it was to be kept from. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { errorBody, overloaded } from '../error-body.ts';
import { brokenPage, wantsPage } from '../pages/missing-page.ts';
import { pageHeaders, renderPage } from '../pages/page.ts';
import { hasBody } from './unread-body.ts';

const refusal = overloaded();
const ofPage = { ...pageHeaders(undefined), 'content-type': 'text/html; charset=utf-8' };
const ofJson = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

type AnswerShed = (request: IncomingMessage, response: ServerResponse, requestId: string) => void;

export const shedAnswers = (publicPath: string): AnswerShed => {
  // For people, the same for all of them.
  const page = renderPage(brokenPage(publicPath, refusal.message));
  return (request, response, requestId) => {
    const isForPeople = wantsPage(request);
    const body = isForPeople ? page : JSON.stringify(errorBody(refusal, requestId));
    response.writeHead(refusal.status, {
      ...refusal.options.headers,
      ...(isForPeople ? ofPage : ofJson),
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      'cache-control': 'no-store',
      // Its body may still be under way: unread-body.ts.
      ...(request.complete || !hasBody(request) ? {} : { connection: 'close' }),
    });
    response.end(request.method === 'HEAD' ? undefined : body);
  };
};
