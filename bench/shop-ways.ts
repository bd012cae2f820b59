/** What a storefront asks, each with its unit: a bare server that sends or takes as many bytes. */
import { randomBytes } from 'node:crypto';
import { uuid7 } from '../src/shared/identifiers.ts';
import { collectorUrl } from '../test/events/event-server.ts';
import { anEvent } from '../test/events/samples.ts';
import { cart, catalog, type DemoCarts } from './demo-carts.ts';
import type { Way } from './interleaved.ts';
import { median } from './quantiles.ts';
import { openLane, wire } from './raw-client.ts';
import { CARTS } from './settings.ts';

/** So many are read again and again; the others are written. */
const READ_CARTS = Math.min(1_000, CARTS / 2);
const SIZES_ASKED = 101;
const BATCH = 20;
const NO_ID = '00000000-0000-0000-0000-000000000000';

type Headers = Readonly<Record<string, string>>;
export type Place = { readonly port: number; readonly pid: number };
type Goal = readonly [sqlite: string, postgres: string];

export const wholeCart = `${cart}/v1.0/detail?i=true&b=true`;

export const reads = (shop: DemoCarts, method: string, path: string, more: Headers = {}): readonly Buffer[] =>
  shop.shoppers
    .slice(0, READ_CARTS)
    .map((shopper) => wire(method, path, { authorization: shop.authorization, 'x-anonymous-id': shopper, ...more }));

export const adds = ({ shoppers, items, authorization }: DemoCarts, path: string): readonly Buffer[] =>
  shoppers
    .slice(READ_CARTS)
    .map((shopper, at) =>
      wire(
        'POST',
        path,
        { authorization, 'x-anonymous-id': shopper, 'content-type': 'application/json' },
        JSON.stringify({ items: [{ ...items[at % items.length], quantity: 1 }] }),
      ),
    );

/** What the answers have that are asked for: the median of some. */
const usualBytes = async (requests: readonly Buffer[], port: number): Promise<number> => {
  const lane = await openLane(port);
  const sizes: number[] = [];
  for (const request of requests.slice(0, SIZES_ASKED)) {
    await lane.ask(request);
    sizes.push(lane.bytes());
  }
  lane.close();
  return median(sizes);
};

/** A way and its unit. */
const pair = async (way: Way, bare: Place): Promise<readonly Way[]> => {
  const bytes = await usualBytes(way.requests, way.port);
  const unit = `bare, ${bytes} bytes`;
  return [
    { ...bare, name: unit, requests: [wire('GET', `/${bytes}`, {})] },
    { ...way, of: unit },
  ];
};

/** Ids are new in every batch, as the emitter makes them; the parts between them stay. */
const eventBatch = ({ credentials: { application_id: applicationId } }: DemoCarts): (() => string) => {
  const often = ['product_view', 'product_view', 'add_to_cart', 'product_listing', 'product_search'] as const;
  const at = Date.now();
  const batch = Array.from({ length: BATCH }, (_, place) =>
    anEvent(often[place % often.length] ?? 'product_view', { applicationId, at, id: NO_ID }),
  );
  const parts = JSON.stringify({ batch, sent_at: new Date(at).toISOString() }).split(NO_ID);
  return () => parts.reduce((text, part) => `${text}${uuid7(Date.now(), randomBytes)}${part}`);
};

const events = (shop: DemoCarts, ours: Place, bare: Place): readonly Way[] => {
  const body = eventBatch(shop);
  const headers = { authorization: shop.authorization, 'content-type': 'application/json' };
  const fresh = (): Buffer => wire('POST', collectorUrl, headers, body());
  const unit = 'bare, parses the same batch';
  return [
    { ...bare, name: unit, requests: [], fresh },
    { ...ours, name: `events, batches of ${BATCH}`, requests: [], fresh, of: unit, wanted: '>= 0.45' },
  ];
};

const tokens = ({ credentials }: DemoCarts, ours: Place): Way => {
  const basic = Buffer.from(`${credentials.client_id}:${credentials.client_secret}`).toString('base64');
  const headers = { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' };
  return {
    ...ours,
    name: 'token issued',
    requests: [wire('POST', '/oidc/token', headers, 'grant_type=client_credentials')],
  };
};

/** The fixed part of every request: one that asks for nothing, and one that only has to show which application it is of. */
const fixedPath = (shop: DemoCarts, ours: Place, token: string): readonly Way[] => {
  const { authorization } = shop;
  const application = wire('GET', '/service/application/configuration/v1.0/application', { authorization });
  const company = `/service/platform/configuration/v1.0/company/${shop.credentials.company_id}/application`;
  const probe = { ...ours, name: '/healthz', requests: [wire('GET', '/healthz', {})] };
  return [
    probe,
    {
      ...ours,
      name: 'kept, basic v2, against /healthz',
      requests: reads(shop, 'GET', `${cart}/v2.0/basic`),
      of: probe.name,
      by: 'cpu',
      wanted: '<= 1.5',
    },
    { ...ours, name: 'an application’s name, not kept', requests: [application], of: probe.name, by: 'cpu' },
    {
      ...ours,
      name: 'token checked, applications listed',
      requests: [wire('GET', company, { authorization: `Bearer ${token}` })],
      of: probe.name,
      by: 'cpu',
    },
  ];
};

/** What explaining costs, which no answer is kept of, against a read of the same carts: all their numbers, and one. */
const explained = (shop: DemoCarts, ours: Place, of: string): readonly Way[] =>
  [
    ['every number', ''],
    ['the total', '?path=breakup_values.raw.total'],
  ].map(([what, query]) => ({
    ...ours,
    name: `explain, ${what}, against ${of}`,
    requests: reads(shop, 'GET', `${cart}/v1.0/detail/explain${query}`),
    of,
    by: 'cpu',
  }));

export type Asked = { readonly shop: DemoCarts; readonly ours: Place; readonly bare: Place; readonly token: string };

export const keptWays = async ({ shop, ours, bare, token }: Asked, isPostgres: boolean): Promise<readonly Way[]> => {
  const goal = ([sqlite, postgres]: Goal): string => (isPostgres ? postgres : sqlite);
  const read = (name: string, path: string, wanted: string): Promise<readonly Way[]> =>
    pair({ ...ours, name, requests: reads(shop, 'GET', path), wanted, warmsAll: true }, bare);
  const { authorization } = shop;
  const catalogue = (name: string, path: string): Promise<readonly Way[]> =>
    pair({ ...ours, name, requests: [wire('GET', path, { authorization })], wanted: '>= 0.55' }, bare);
  const head = { ...ours, hasBody: false, wanted: '>= 0.50', warmsAll: true };
  const [unit, ...whole] = await read('read, lines and breakup', wholeCart, goal(['>= 0.50', '>= 0.40']));
  const add = (name: string, path: string, wanted: string): Way => ({
    ...ours,
    name,
    requests: adds(shop, path),
    ...(unit === undefined ? {} : { of: unit.name }),
    ...(isPostgres ? {} : { wanted }), // there pgbench is the unit
  });
  return [
    ...(unit === undefined ? [] : [unit, ...whole]),
    ...(await read('detail-light', `${cart}/v3.0/detail-light`, '>= 0.50')),
    ...(await read('basic', `${cart}/v1.0/basic`, '>= 0.50')),
    ...(await read('basic, v2', `${cart}/v2.0/basic`, '>= 0.50')),
    { ...bare, name: 'a bare HEAD', requests: [wire('HEAD', '/0', {})], hasBody: false },
    { ...head, name: 'HEAD', requests: reads(shop, 'HEAD', `${cart}/v1.0/detail`), of: 'a bare HEAD' },
    { ...bare, name: 'a bare 304', requests: [wire('GET', '/0', { 'if-none-match': '"1"' })] },
    { ...head, name: '304', requests: reads(shop, 'GET', wholeCart, { 'if-none-match': '*' }), of: 'a bare 304' },
    ...(await catalogue('listing', `${catalog}?page_size=12`)),
    ...(await catalogue('product page', `${catalog}/${shop.slug}`)),
    add('add, answered in full', wholeCart, '>= 0.08'),
    add('add, v2', `${cart}/v2.0/detail`, '>= 0.20'),
    ...events(shop, ours, bare),
    tokens(shop, ours),
    ...fixedPath(shop, ours, token),
    ...explained(shop, ours, 'read, lines and breakup'),
  ];
};

export const computedWays = async ({ shop, ours, bare }: Asked, isPostgres: boolean): Promise<readonly Way[]> => {
  const read: Way = {
    ...ours,
    name: 'read, lines and breakup, none kept',
    requests: reads(shop, 'GET', wholeCart),
    wanted: isPostgres ? '>= 0.06' : '>= 0.08',
  };
  return [...(await pair(read, bare)), ...explained(shop, ours, read.name)];
};
