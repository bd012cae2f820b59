/**
 * What a connection gets that never became a request: bad HTTP, headers too large, too slow. Same shape as every other
 * error, and the connection is closed, because nobody knows where the next request on it would begin.
 */
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { Refusal } from '../../shared/errors.ts';
import { errorBody } from '../error-body.ts';

type ClientError = NodeJS.ErrnoException & { readonly rawPacket?: unknown };

/** Set by node:http from a request until its answer is written; a second one into the same bytes would forge it. */
type AnsweringSocket = Socket & {
  readonly _httpMessage?: Pick<ServerResponse, 'headersSent' | 'req'> | null;
};

const refusalFor = (error: ClientError): Refusal => {
  // Of ours: a body that is not waited for any longer.
  if (error instanceof Refusal) return error;
  const { code } = error;
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('header_too_large');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new Refusal('request_timeout');
  return new Refusal('body_invalid', { details: [{ field: '', message: 'This is not a valid HTTP request.' }] });
};

/** As far as can be seen: of a request that is being answered, or the packet that could not be read is the one that it begins with. */
const isHead = ({ rawPacket }: ClientError, { _httpMessage: answering }: AnsweringSocket): boolean =>
  answering?.req.method === 'HEAD' ||
  (rawPacket instanceof Uint8Array && Buffer.from(rawPacket.subarray(0, 5)).toString('latin1') === 'HEAD ');

const clientErrorAnswer = (error: ClientError, socket: AnsweringSocket, requestId: string): string => {
  const refusal = refusalFor(error);
  const body = JSON.stringify(errorBody(refusal, requestId));
  return [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    ...Object.entries(refusal.options.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    '',
    isHead(error, socket) ? '' : body,
  ].join('\r\n');
};

export const clientErrorHandler =
  (newRequestId: () => string, count: (code: string) => void) =>
  (error: ClientError, socket: AnsweringSocket): void => {
    const answering = socket['_httpMessage']?.headersSent === true;
    if (error.code !== 'ECONNRESET' && socket.writable && !answering) {
      count(refusalFor(error).code);
      socket.write(clientErrorAnswer(error, socket, newRequestId()));
    }
    socket.destroySoon();
  };
