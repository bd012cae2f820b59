/**
 * What a connection gets that never became a request: bad HTTP, headers too large, too slow. Same shape as every other
 * error, and the connection is closed, because nobody knows where the next request on it would begin.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../shared/errors.ts';
import { errorBody } from '../error-body.ts';

const refusalFor = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('header_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout');
  return new Refusal('body_invalid', { details: [{ field: '', message: 'This is not a valid HTTP request.' }] });
};

const clientErrorAnswer = (code: string | undefined, requestId: string): string => {
  const refusal = refusalFor(code);
  const body = JSON.stringify(errorBody(refusal, requestId));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'connection: close',
    '',
    body,
  ].join('\r\n');
};

/** Set by node:http while an answer is being written; a second one into the same bytes would forge it. */
type AnsweringSocket = Socket & { readonly _httpMessage?: { readonly headersSent: boolean } | null };

export const clientErrorHandler =
  (newRequestId: () => string, count: (code: string) => void) =>
  (error: NodeJS.ErrnoException, socket: AnsweringSocket): void => {
    const answering = socket['_httpMessage']?.headersSent === true;
    if (error.code !== 'ECONNRESET' && socket.writable && !answering) {
      count(refusalFor(error.code).code);
      socket.write(clientErrorAnswer(error.code, newRequestId()));
    }
    socket.destroySoon();
  };
