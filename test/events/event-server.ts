/** A server with the routes of events, two shops, senders of every kind, and a service client. */
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { applicationProof } from '../../src/applications/application-proof.ts';
import { changeApplication } from '../../src/applications/change-application.ts';
import { applicationById, applicationFinder } from '../../src/applications/find-application.ts';
import { system } from '../../src/applications/node.ts';
import { originIsListed } from '../../src/applications/origin-statements.ts';
import type { ApplicationChange } from '../../src/contract/applications/application-contract.ts';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import { type EventKeys, eventKeys } from '../../src/events/event-keys.ts';
import { eventRoutes } from '../../src/events/event-routes.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { newNode, type TestNode } from '../applications/new-node.ts';
import { newShop, type Shop } from '../applications/test-server.ts';
import type { Engine } from '../databases.ts';
import { quietServer, saidCaller } from '../http/quiet-server.ts';
import type { Json } from './samples.ts';

export const collectorUrl = '/service/application/webhook/v1.0/click-analytics/events';
export const configUrl = '/service/application/webhook/v1.0/click-analytics/config';
export const origin = 'https://shop.example';

type Sent = { readonly status: number; readonly body: EventVerdicts & Json; readonly headers: Json };
type StoredEvent = {
  readonly id: string;
  readonly slug: string;
  readonly flags: string;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly body: Json & { readonly payload: Json; readonly contains: readonly string[] };
};
export type EventServer = {
  readonly node: TestNode;
  readonly shop: Shop;
  readonly otherShop: Shop;
  readonly app: FastifyInstance;
  readonly keys: EventKeys;
  readonly metrics: () => string;
  readonly authorization: (shop: Shop) => string;
  /** Sends as the application, unless other headers are given. */
  readonly send: (batch: readonly unknown[], more?: Json, headers?: Record<string, string>) => Promise<Sent>;
  /** As a service client; paths are below the shop's events. */
  readonly call: (
    method: string,
    path: string,
    body?: unknown,
    permissions?: readonly string[],
    as?: Shop,
  ) => Promise<LightMyRequestResponse>;
  readonly stored: () => Promise<readonly StoredEvent[]>;
  readonly set: (events: NonNullable<ApplicationChange['events']>) => Promise<void>;
  readonly close: () => Promise<void>;
};

const parsed = (text: string): EventVerdicts & Json => JSON.parse(text) as EventVerdicts & Json;

export const eventServer = async (engine: Engine): Promise<EventServer> => {
  const node = await newNode(engine);
  const [shop, otherShop] = [await newShop(node), await newShop(node)];
  const metrics = createMetrics();
  const keys = eventKeys(new Uint8Array(32).fill(3));
  const prove = applicationProof(applicationFinder(node.db), node.now);
  const app = quietServer(node, {
    metrics,
    identify: async (request, access) => (access.kind === 'application' ? prove(request) : saidCaller(request.headers)),
    originAllowed: (from) => originIsListed(node.db, from),
  });
  await app.register(eventRoutes, {
    node,
    metrics,
    keys,
    proveApplication: prove,
    findApplication: applicationById(node.db),
  });
  await app.ready();

  const change = async ({ organizationId, companyId, applicationId }: Shop, to: ApplicationChange): Promise<void> => {
    const request = { ...system, remember: () => [], checkVersion: () => undefined };
    await changeApplication(node, { organizationId, companyId, applicationId }, to, request);
  };
  await change(shop, { origins: [origin] });
  const authorization = ({ applicationId, applicationToken }: Shop): string =>
    `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;

  return {
    node,
    shop,
    otherShop,
    app,
    keys,
    metrics: metrics.render,
    authorization,
    send: async (batch, more = {}, headers = { authorization: authorization(shop) }) => {
      const {
        statusCode,
        payload,
        headers: given,
      } = await app.inject({
        method: 'POST',
        url: collectorUrl,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify({ batch, sent_at: new Date(node.now()).toISOString(), ...more }),
      });
      return { status: statusCode, body: parsed(payload), headers: given };
    },
    call: (method, path, body, permissions = ['company/*'], as = shop) =>
      app.inject({
        method: method as 'GET',
        url: `/service/platform/webhook/v1.0/company/${shop.companyId}/application/${shop.applicationId}/events${path}`,
        headers: { 'x-organization': as.organizationId, 'x-permissions': permissions.join(',') },
        ...(body === undefined ? {} : { payload: body as object }),
      }),
    stored: async () => {
      const rows = await node.db.all<Omit<StoredEvent, 'body'> & { body: string }>(
        'select id, slug, flags, user_id, anonymous_id, body from event order by received_at, id limit 1000 offset 0',
      );
      return rows.map((row) => ({ ...row, body: JSON.parse(row.body) as StoredEvent['body'] }));
    },
    set: (events) => change(shop, { events }),
    close: async () => {
      await app.close();
      await node.close();
    },
  };
};
