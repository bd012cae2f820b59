import type { FastifyRequest } from 'fastify';
import { callerName, permittedCaller } from '../http/access.ts';
import type { Author } from './node.ts';

/** The caller of a request, as the audit will tell it. */
export const authorOf = (request: FastifyRequest): Author => ({
  actor: callerName(permittedCaller(request)),
  requestId: request.id,
});
