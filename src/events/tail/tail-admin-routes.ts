/** The live tail of events for service clients and operators, as server-sent events. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Readable } from 'node:stream';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import { ErrorBody, FileAnswer } from '../../contract/primitives.ts';
import { TailHeaders, TailQuery } from '../../contract/events/tail-contract.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { applicationOf, eventsPath, eventTags, readEvents } from '../event-admin.ts';
import { openTail } from './tail-hub.ts';
import { placeOf } from './tail-rules.ts';

const EventStream = FileAnswer<Readable>('Messages good, bad, skipped and end, each with JSON.', 'text/event-stream');

export const tailAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node; readonly metrics: Metrics }> = async (
  app,
  { node, metrics },
) => {
  const tail = openTail(node.db, node.now, (error) => app.log.error({ err: error }, 'the live tail could not look'));
  metrics.gauge('cartwright_tail_listeners', 'Listeners of the live tail of events.', tail.listeners);
  // Streams would keep the server from closing for as long as they are listened to.
  app.addHook('preClose', () => tail.close());

  app.get(
    `${eventsPath}/tail`,
    {
      config: { access: readEvents },
      schema: {
        operationId: 'tailEvents',
        tags: eventTags,
        summary: 'Listen to events as they come in, stored and refused ones',
        params: ApplicationPath,
        querystring: TailQuery,
        headers: TailHeaders,
        response: { 200: EventStream, '4xx': ErrorBody },
      },
    },
    async (request, reply) => {
      const { id } = await applicationOf(node, request, request.params);
      const { stream } = tail.listen(id, request.query, placeOf(request.headers['last-event-id']), () =>
        app.mayStill(request),
      );
      reply.type('text/event-stream; charset=utf-8');
      reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
      return stream;
    },
  );
};
