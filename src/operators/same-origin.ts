/**
 * Whether a request that a browser sends with the operator's cookie comes from our own pages. SameSite=Strict keeps other
 * sites out already; this also keeps out a neighbour under the same domain.
 */
import type { FastifyRequest } from 'fastify';

type Headers = FastifyRequest['headers'];

/** `publicUrl` is undefined where nobody configured one: then the Host header says where the browser thinks it is. */
export const isSameOrigin = (headers: Headers, publicUrl: URL | undefined): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  // Browsers leave Sec-Fetch-Site out on plain http, except to this machine.
  const origin = URL.parse(headers.origin ?? '');
  if (origin === null) return false;
  return publicUrl === undefined ? origin.host === headers.host : origin.origin === publicUrl.origin;
};
