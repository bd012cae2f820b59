/** A server on a test's node that logs nothing and sheds nobody; a test says who is asking. */
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { ServiceCaller } from '../../src/http/caller.ts';
import { createServer, type ServerOptions } from '../../src/http/server.ts';
import type { TestNode } from '../applications/new-node.ts';
import { sampleOptions } from './sample-server.ts';

export const quietServer = (
  { now, stopwatch }: TestNode,
  options: Partial<ServerOptions> & Pick<ServerOptions, 'identify'>,
): FastifyInstance =>
  createServer(sampleOptions({ clock: now, stopwatch, originAllowed: async () => false, ...options }));

/** A service client is taken for what it says it is. */
export const saidCaller = (headers: IncomingHttpHeaders): ServiceCaller => ({
  kind: 'service',
  clientId: 'client',
  organizationId: String(headers['x-organization']),
  permissions: String(headers['x-permissions'] ?? 'company/*').split(','),
});
