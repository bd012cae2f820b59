/** Bytes that are not quite HTTP, for a socket of their own. */
import type { Random } from '../../src/demo/random.ts';
import { oneOf, word } from './hostile-words.ts';

const CRLF = '\r\n';
const lines = (...all: readonly string[]): string => [...all, '', ''].join(CRLF);
const host = 'Host: 127.0.0.1';
const json = 'Content-Type: application/json';
const cart = '/service/application/cart/v1.0/detail';

type Make = (credential: string, random: Random) => string;

const frames: readonly Make[] = [
  () => 'nonsense',
  () => '\0\0\0\0',
  () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'GET /\r\n\r\n',
  () => lines('GET / HTTP/1.1'),
  () => lines('GET / HTTP/1.0'),
  () => lines('GET / HTTP/9.9', host),
  () => lines('GET / HTTP/1.1', host, host),
  () => lines('GET / HTTP/1.1', 'Host: a b', 'Host:'),
  () => lines('get / HTTP/1.1', host),
  () => lines('G\0T / HTTP/1.1', host),
  () => lines('OPTIONS * HTTP/1.1', host),
  () => lines('CONNECT 127.0.0.1:1 HTTP/1.1', host),
  () => lines('TRACE / HTTP/1.1', host, 'Max-Forwards: 0'),
  () => lines('GET http://x.invalid/docs HTTP/1.1', host),
  () => lines('GET http://[::1/ HTTP/1.1', host),
  () => lines('GET //x.invalid/docs HTTP/1.1', host),
  () => lines('GET /../../etc/passwd HTTP/1.1', host),
  () => lines('GET /docs#x HTTP/1.1', host),
  () => lines('GET /a b c HTTP/1.1', host),
  () => lines('GET /\xff\xfe?\xe2\x82=\xac HTTP/1.1', host),
  () => lines(`GET /${'a'.repeat(20_000)} HTTP/1.1`, host),
  () => lines(`GET /?${'a=1&'.repeat(3_500)} HTTP/1.1`, host),
  () => lines('GET /docs HTTP/1.1', host, `x: ${'a'.repeat(20_000)}`),
  () => lines('GET /docs HTTP/1.1', host, ...Array.from({ length: 3_000 }, (_, at) => `a${at}: b`)),
  () => lines('GET /docs HTTP/1.1', host, 'no colon'),
  () => lines('GET /docs HTTP/1.1', host, ' folded: x', '\tmore'),
  () => lines('GET /docs HTTP/1.1', host, 'a b: c'),
  () => lines('GET /docs HTTP/1.1', host, 'a: b\0c'),
  () => lines('GET /docs HTTP/1.1', host, 'a: b\rc'),
  () => `GET /docs HTTP/1.1\n${host}\n\n`,
  () => lines('GET /docs HTTP/1.1', host, 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Key: x'),
  () => lines('GET /docs HTTP/1.1', host, 'Expect: 100-continue'),
  () => lines('POST /demo/sign-in HTTP/1.1', host, json, 'Expect: something', 'Content-Length: 2') + '{}',
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: -1') + '{}',
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 1e3') + '{}',
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 99999999999999999999') + '{}',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 2', 'Content-Length: 3') + '{} ',
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 50') + '{}',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 2', 'Transfer-Encoding: chunked') +
    '0\r\n\r\n',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: gzip, chunked') + '2\r\n{}\r\n0\r\n\r\n',
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: x') + '{}',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: chunked') + 'zz\r\n{}\r\n0\r\n\r\n',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: chunked') + 'ffffffffffffffff\r\n{}',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: chunked') +
    '2;a=b\r\n{}\r\n0\r\nx: y\0\r\n\r\n',
  (credential) =>
    lines(`POST ${cart} HTTP/1.1`, host, credential, json, 'Transfer-Encoding: chunked') +
    `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  (credential) => lines(`POST ${cart} HTTP/1.1`, host, credential, json) + '{}',
  (credential) => lines(`GET ${cart} HTTP/1.1`, host, credential, json, 'Content-Length: 2') + '{}',
  (credential) => lines(`GET ${cart} HTTP/1.1`, host, credential).repeat(5),
  (credential) => lines(`HEAD ${cart} HTTP/1.1`, host, credential) + 'garbage',
  (credential, random) => lines(`GET ${cart}?id=${word(random)} HTTP/1.1`, host, credential),
  (credential, random) => lines(`GET ${cart} HTTP/1.1`, host, credential, `cookie: ${word(random)}`),
  (_, random) =>
    lines(`GET /oidc/auth?client_id=${word(random)} HTTP/1.1`, host, `authorization: Basic ${word(random)}`),
];

/** `credential` is a whole header line. */
export const frame = (credential: string, random: Random): Buffer => {
  const text = oneOf(random, frames)?.(credential, random) ?? '';
  const latin = Buffer.from(text, 'latin1');
  return random.chance(0.1) ? latin.subarray(0, random.between(0, latin.length)) : latin;
};
