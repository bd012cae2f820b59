/** Refused events for service clients: why, how many, and try them again. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import { cursorPage, pageSize, readCursor } from '../../applications/cursor.ts';
import { authorOf } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  Redrive,
  Redriven,
  RedriveQuery,
  RefusedCounts,
  RefusedEvents,
  RefusedQuery,
} from '../../contract/events/event-admin-contract.ts';
import {
  applicationOf,
  type EventAdminOptions,
  eventsPath,
  eventTags,
  readEvents,
  writeEvents,
} from '../event-admin.ts';
import { redriveEvents } from './redrive-events.ts';
import { countRefused, listRefused, type RefusalFilter } from './refusal-store.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { sentInSlices } from '../../http/answers/json-in-slices.ts';
import { Refusal } from '../../shared/errors.ts';
import { inSlices } from '../../shared/slices.ts';

const words = {
  listRefusedEvents: 'List events that were refused, with the reasons, the oldest first',
  countRefusedEvents: 'Count refused events by name and reason',
  redriveRefusedEvents: 'Try refused events again, up to a hundred at once',
};

type Asked = { readonly reason?: string; readonly name?: string; readonly from?: string; readonly to?: string };
const filterOf = ({ reason, name, from, to }: Asked): RefusalFilter => ({
  code: reason,
  name,
  from: from === undefined ? undefined : Date.parse(from),
  to: to === undefined ? undefined : Date.parse(to),
});

const placeIn = (token: string | undefined) => readCursor<[number, string]>(token, ['number', 'string']);
const path = `${eventsPath}/refused`;
/** Each may be as large as an event may be. */
const EVENTS_A_TURN = 10;

const reading = operationTable(readEvents, eventTags, words, {
  listRefusedEvents: { params: ApplicationPath, querystring: RefusedQuery, response: { 200: RefusedEvents } },
  countRefusedEvents: { params: ApplicationPath, response: { 200: RefusedCounts } },
});
const writing = operationTable(writeEvents, eventTags, words, {
  redriveRefusedEvents: {
    params: ApplicationPath,
    querystring: RedriveQuery,
    body: Redrive,
    response: { 200: Redriven },
  },
});

export const refusalAdminRoutes: FastifyPluginAsyncTypebox<EventAdminOptions> = async (app, { node, keys }) => {
  app.get(path, reading.listRefusedEvents, async (request, reply) => {
    const { id } = await applicationOf(node, request, request.params);
    const size = pageSize(request.query);
    const after = placeIn(request.query.page_id);
    const found = await listRefused(node.db, id, { filter: filterOf(request.query), after, limit: size + 1 });
    const { rows, page } = cursorPage(found, size, (row) => [row.receivedAt, row.id]);
    const items = await inSlices(rows, EVENTS_A_TURN, (row) => ({
      id: row.id,
      event_id: row.eventId,
      name: row.name,
      received_on: isoTime(row.receivedAt),
      tries: row.tries,
      reasons: [...row.reasons],
      event: JSON.parse(row.body) as unknown,
    }));
    return sentInSlices(reply, { items: [...items], page });
  });

  app.get(`${path}/counts`, reading.countRefusedEvents, async (request) => {
    const { id } = await applicationOf(node, request, request.params);
    const counts = await countRefused(node.db, id);
    return { items: counts.map(({ name, code, count }) => ({ name, reason: code, count })) };
  });

  app.post(`${path}/redrive`, writing.redriveRefusedEvents, async (request) => {
    const { id, companyId, settings, place } = await applicationOf(node, request, request.params);
    const { ids } = request.body;
    const filter = { ...filterOf(request.body), ids };
    if (Object.values(filter).every((part) => part === undefined)) {
      const details = [{ field: 'ids', message: 'Say which: ids, reason, name, from or to.' }];
      throw new Refusal('body_invalid', { details });
    }
    const sender = { applicationId: id, companyId, settings: settings.events };
    const { next, ...counts } = await redriveEvents(node, keys, sender, {
      filter,
      after: placeIn(request.query.page_id),
      told: auditStatement(
        {
          ...authorOf(request),
          organizationId: place.organizationId,
          action: 'events.redrive',
          subject: `application/${id}`,
          before: null,
          after: request.body,
          at: node.now(),
        },
        node.random,
      ),
    });
    return {
      ...counts,
      has_more: next !== undefined,
      next: next === undefined ? null : Buffer.from(JSON.stringify(next)).toString('base64url'),
    };
  });
};
