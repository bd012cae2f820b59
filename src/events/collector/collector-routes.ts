/**
 * Where storefronts send what happened. The sender is an application that shows its credential, or a page of it that shows the
 * application's write key: browsers that close a page cannot set headers. A write key counts only from the application's own
 * origins and can do nothing else.
 */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { KnownApplication } from '../../applications/find-application.ts';
import {
  batchBytes,
  CollectorConfig,
  EventBatch,
  eventBytes,
  EventsRefused,
  EventVerdicts,
  mostEvents,
} from '../../contract/events/event-collector-contract.ts';
import { collectEvents, type Collector } from './collect-events.ts';
import { weightOf } from './sender-share-rules.ts';
import { applicationOfKey, sameKey } from '../event-keys.ts';
import { applicationCaller } from '../../http/access.ts';
import type { Access, ApplicationCaller } from '../../http/caller.ts';
import { settingsAllow } from '../../http/cors.ts';
import type { Peers } from '../../http/workers/peers.ts';
import { shareOfAddress } from '../../http/limits/address-share-rules.ts';
import { slidingWindow } from '../../http/limits/sliding-window.ts';
import { takeByAddress } from '../../http/limits/take-by-address.ts';
import { operationTable } from '../../http/operation.ts';
import { type Checks, readJson } from '../../http/requests/strict-json.ts';
import type { Counter } from '../../http/watch/metrics.ts';
import type { Clock, Stopwatch } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  saveClickEvent: 'Send what shoppers did, up to a hundred events at once',
  getClickEventConfig: 'Read what a sender of events needs to know',
};

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a batch of events: its size, and what each event still has to be checked for. */
    sentJson: { readonly bytes: number; readonly checks: Checks } | undefined;
  }
}

export type CollectorOptions = {
  readonly collector: Collector;
  readonly now: Clock;
  readonly stopwatch: Stopwatch;
  readonly peers: Peers | undefined;
  readonly proveApplication: (request: FastifyRequest) => Promise<ApplicationCaller | undefined>;
  readonly findApplication: (id: string) => Promise<KnownApplication | undefined>;
  /** Events that senders say they had to give up. */
  readonly countLost: Counter;
};

const collectorPath = '/service/application/webhook/v1.0/click-analytics/events';
const configPath = '/service/application/webhook/v1.0/click-analytics/config';
const proofInside: Access = { kind: 'public' };
const tags = ['Events'];
const perMinute = { windowMs: 60_000, slices: 12, maximumKeys: 50_000 };

const credential = 'Send the credential of the application in the Authorization header, or its write_key.';

type SentBody = { readonly write_key?: string; readonly origin: string | undefined };
type Found = Pick<ApplicationCaller, 'applicationId' | 'companyId' | 'settings'>;

/** Says the same of a key that never was and of one that was replaced. */
const openWriteKey = async (
  { collector, findApplication }: CollectorOptions,
  { write_key: key, origin }: SentBody,
): Promise<Found> => {
  const id = key === undefined ? undefined : applicationOfKey(key);
  const found = id === undefined ? undefined : await findApplication(id);
  const wanted = found && collector.keys.writeKey(found.applicationId, found.settings.events.write_key_generation);
  if (key === undefined || found === undefined || wanted === undefined || !sameKey(key, wanted)) {
    throw new Refusal('token_invalid', { message: credential });
  }
  if (origin === undefined || !settingsAllow(found.settings, origin)) throw new Refusal('origin_refused');
  return found;
};

const operation = operationTable(proofInside, tags, words, {
  saveClickEvent: { body: EventBatch, response: { 200: EventVerdicts, 422: EventsRefused } },
});

const ofStorefronts = operationTable({ kind: 'application' }, tags, words, {
  getClickEventConfig: { response: { 200: CollectorConfig } },
});

export const collectorRoutes: FastifyPluginAsyncTypebox<CollectorOptions> = async (app, options) => {
  const { collector, now, stopwatch, peers, proveApplication, countLost } = options;
  const limiter = slidingWindow({ stopwatch, ...perMinute, shared: { name: 'events', peers } });
  const senders = slidingWindow({ stopwatch, ...perMinute, shared: { name: 'event senders', peers } });
  /** Until when there is no room for so many; undefined: there is, and it is taken. */
  const fullFor = ({ applicationId, settings: { events } }: Found, request: FastifyRequest, count: number) => {
    const { bytes = 0 } = request.sentJson ?? {};
    const share = shareOfAddress(events.events_per_minute);
    const own = takeByAddress(senders, { ip: request.ip, of: applicationId }, share, weightOf(count, bytes));
    const taken = own.allowed ? limiter.take(applicationId, events.events_per_minute, count) : own;
    return taken.allowed ? undefined : taken.resetMs;
  };

  app.decorateRequest('sentJson', undefined);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser(['application/json', 'text/plain'], { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      const { value, checks } = readJson(body);
      request.sentJson = { bytes: body.length, checks };
      done(null, value);
    } catch (error) {
      done(error as Error);
    }
  });

  app.post(
    collectorPath,
    {
      ...operation.saveClickEvent,
      bodyLimit: batchBytes,
      onRequest: async (request) => {
        if (request.headers.authorization === undefined) return;
        request.caller = await proveApplication(request);
        if (request.caller === undefined) throw new Refusal('token_invalid', { message: credential });
      },
    },
    async (request) => {
      const { batch, write_key, consent, dropped } = request.body;
      const sender: Found =
        request.caller?.kind === 'application'
          ? request.caller
          : await openWriteKey(options, { ...(write_key && { write_key }), origin: request.headers.origin });
      const { applicationId, companyId } = sender;
      const settings = sender.settings.events;
      const resetMs = fullFor(sender, request, batch.length);
      if (resetMs !== undefined) {
        const message = 'Too many events. Wait for the time in Retry-After.';
        throw new Refusal('rate_limited', { message, headers: { 'retry-after': String(Math.ceil(resetMs / 1000)) } });
      }
      if (dropped !== undefined && dropped > 0) countLost({}, dropped);
      const { bytes = 0, checks = { texts: true, names: true } } = request.sentJson ?? {};
      const verdicts = await collectEvents(
        collector,
        { applicationId, companyId, settings },
        { events: batch, bytes, checks, consent },
        now(),
      );
      if (settings.mode === 'strict' && verdicts.failed_count > 0)
        throw new Refusal('events_refused', { body: verdicts });
      return verdicts;
    },
  );

  app.get(configPath, ofStorefronts.getClickEventConfig, async (request) => {
    const { applicationId, settings } = applicationCaller(request);
    const { mode, cart_events, order_events, wishlist_events, consent } = settings.events;
    const { events_per_minute, write_key_generation } = settings.events;
    return {
      application_id: applicationId,
      collector: collectorPath,
      write_key: collector.keys.writeKey(applicationId, write_key_generation),
      mode,
      cart_events,
      order_events,
      wishlist_events,
      consent,
      limits: { batch_events: mostEvents, event_bytes: eventBytes, batch_bytes: batchBytes, events_per_minute },
    };
  });
};
