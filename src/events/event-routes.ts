/** All routes of events, over one intake for the node. */
import type { FastifyPluginAsync } from 'fastify';
import type { Metrics } from '../http/watch/metrics.ts';
import type { Collector } from './collector/collect-events.ts';
import { type CollectorOptions, collectorRoutes } from './collector/collector-routes.ts';
import type { EventAdminOptions } from './event-admin.ts';
import { eventIntake } from './collector/event-intake.ts';
import type { CountAtOnce } from './funnels/count-at-once.ts';
import { insightAdminRoutes, type InsightOptions } from './funnels/insight-admin-routes.ts';
import { privacyAdminRoutes } from './privacy/privacy-admin-routes.ts';
import { refusalAdminRoutes } from './refusals/refusal-admin-routes.ts';
import { schemaRoutes } from './collector/schema-routes.ts';
import { tailAdminRoutes } from './tail/tail-admin-routes.ts';

export type EventRoutesOptions = EventAdminOptions &
  Pick<CollectorOptions, 'proveApplication' | 'findApplication'> &
  Pick<InsightOptions, 'old'> & {
    readonly metrics: Metrics;
    /** Left out where events are counted by the worker alone. */
    readonly counting?: CountAtOnce | undefined;
  };

const countersOf = (metrics: Metrics): Collector['counts'] => {
  const outcomes = metrics.counter('cartwright_events_total', 'Events that were sent, by what became of them.');
  const refusals = metrics.counter('cartwright_event_refusals_total', 'Refused events, by their first reason.');
  const dropped = metrics.counter('cartwright_event_fields_dropped_total', 'Unknown fields left out of events.');
  return {
    outcome: (outcome, by) => (by > 0 ? outcomes({ outcome }, by) : undefined),
    refusal: (code) => refusals({ code }),
    droppedFields: (by) => dropped({}, by),
  };
};

export const eventRoutes: FastifyPluginAsync<EventRoutesOptions> = async (app, options) => {
  const { node, keys, metrics, counting, proveApplication, findApplication } = options;
  const collector = { db: node.db, keys, intake: eventIntake(node.db, counting), counts: countersOf(metrics) };
  const countLost = metrics.counter('cartwright_events_lost_by_senders_total', 'Events that senders gave up.');
  const { now, stopwatch, peers } = node;
  await app.register(collectorRoutes, {
    collector,
    now,
    stopwatch,
    peers,
    proveApplication,
    findApplication,
    countLost,
  });
  await app.register(schemaRoutes);
  await app.register(refusalAdminRoutes, options);
  await app.register(privacyAdminRoutes, options);
  await app.register(insightAdminRoutes, options);
  await app.register(tailAdminRoutes, options);
};
