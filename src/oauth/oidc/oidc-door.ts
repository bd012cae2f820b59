/**
 * How a request gets from our server to oidc-provider, which is a program of its own: as a request with the public
 * address, a body that was read within our limits, and a note of where it came in.
 */
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whom an SDK's path names: the client must belong to that organization, or to that company's. */
export type PathOwner = { readonly organizationId: string } | { readonly companyId: number };

export type Door = {
  readonly request: Pick<FastifyRequest, 'id' | 'ip' | 'log'>;
  /** Undefined at the standard addresses. */
  readonly owner: PathOwner | undefined;
  /** It came in at an SDK's address for offline tokens. */
  readonly offline: boolean;
};

/** Where the door stands on the request that the library gets. */
const door = Symbol('door');
type AtDoor = { readonly [door]?: Door };

/** The door of the request that a context of the library is about. */
export const doorOf = (context: { readonly req: object } | undefined): Door | undefined => {
  const request: AtDoor | undefined = context?.req;
  return request?.[door];
};

export type HandedOver = {
  /** Below the mount, such as `/token?…`. */
  readonly path: string;
  /** The form, for a POST. */
  readonly form?: string | undefined;
  readonly owner?: PathOwner;
  readonly offline?: boolean;
};
export type LibraryHandler = (request: IncomingMessage, response: FastifyReply['raw']) => unknown;

/** The library believes these and derives every address from them, whatever the caller wrote into his request. */
const publicHeaders = (issuer: URL): Record<string, string> => ({
  host: issuer.host,
  'x-forwarded-host': issuer.host,
  'x-forwarded-proto': issuer.protocol.slice(0, -1),
});

const libraryRequest = ({ raw }: FastifyRequest, issuer: URL, { path, form }: HandedOver): IncomingMessage => {
  const { 'transfer-encoding': _, ...headers } = raw.headers;
  const body = form === undefined ? [] : [Buffer.from(form)];
  const bodyHeaders = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body[0]?.length ?? 0),
  };
  const { method, socket, httpVersion, httpVersionMajor, httpVersionMinor } = raw;
  return Object.assign(Readable.from(body), {
    method,
    socket,
    httpVersion,
    httpVersionMajor,
    httpVersionMinor,
    url: path,
    originalUrl: `${issuer.pathname}${path}`,
    headers: { ...headers, ...publicHeaders(issuer), ...(form === undefined ? {} : bodyHeaders) },
  }) as unknown as IncomingMessage;
};

/** The library answers; what our hooks have put on the reply by now goes with it. */
export const handOver = async (
  handler: LibraryHandler,
  issuer: URL,
  {
    request,
    reply,
    handed,
  }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly handed: HandedOver },
): Promise<void> => {
  const here: Door = { request, owner: handed.owner, offline: handed.offline ?? false };
  const inner = Object.assign(libraryRequest(request, issuer, handed), { [door]: here });
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) reply.raw.setHeader(name, value);
  }
  await handler(inner, reply.raw);
};
