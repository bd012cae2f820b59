/** A catalogue with something of every kind in it, and a merchant who works on it record by record. */
import type { LightMyRequestResponse } from 'fastify';
import type { Row } from '../../src/db/database.ts';
import type { Engine } from '../databases.ts';
import { anArticle, aProduct, aSeller, type CatalogShop, feedPath, openShop } from './shop.ts';

export const aStore = (uid: number, more: object = {}) => ({
  uid,
  name: `Store ${uid}`,
  store_code: `S${uid}`,
  city: 'Mumbai',
  area_code: '400001',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: { monday: [{ opens: '09:00', closes: '18:00' }] },
  ...more,
});
const anArea = (area: string, more: object = {}) => ({ area, country: 'IN', time_zone: 'Asia/Kolkata', ...more });
export const aLane = (store_uid: number, area: string) => ({
  store_uid,
  area,
  journeys: { standard: { unit: 'days', min: 1, max: 3 } },
});
export type Answer = { readonly status: number; readonly body: Row; readonly etag: string };

export const openRecords = async (engine: Engine) => {
  const shop: CatalogShop = await openShop(engine);
  const call = async (method: 'GET' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown, headers = {}) => {
    shop.node.clock.at += 1;
    const answer: LightMyRequestResponse = await shop.owner({
      method,
      url: feedPath(shop.companyId, path),
      headers,
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, body: answer.json(), etag: String(answer.headers['etag']) } satisfies Answer;
  };
  const items = async (path: string): Promise<readonly Row[]> =>
    (await call('GET', path)).body['items'] as readonly Row[];
  const problem = ({ status, body }: Answer): string => {
    const [detail] = (body['details'] as readonly { field: string }[] | undefined) ?? [];
    return `${status} ${String(body['error_code'])} ${detail?.field ?? ''}`.trim();
  };
  const lastAudit = async (): Promise<Row> => {
    const rows = await shop.node.db.all<{ action: string; subject: string; document: string }>(
      'select action, subject, document from audit order by created_at desc, id desc limit 1',
    );
    return { ...rows[0], ...(JSON.parse(rows[0]?.document ?? '{}') as Row) };
  };

  await shop.feed('sellers', [aSeller, { uid: 2, name: 'Índigo Öl', gstin: '27AAAPL1234C1Z5' }]);
  await shop.feed('stores', [aStore(1), aStore(2, { name: 'Bandra West' }), aStore(3)]);
  await shop.feed('areas', [
    anArea('400*', { city: 'Mumbai', zones: [7] }),
    anArea('400001', { zones: [7, 8] }),
    anArea('*'),
  ]);
  await shop.feed('lanes', [aLane(1, '400*'), aLane(1, '400001'), aLane(2, '*')]);
  await shop.feed('exchange-rates', [{ from: 'INR', to: 'USD', rate: '0.0119' }]);
  await shop.feed(
    'products',
    Array.from({ length: 12 }, (_, n) => aProduct(n + 1, n === 4 ? { name: 'Clay pot', tags: ['garden'] } : {})),
  );
  await shop.feed('articles', [
    ...[1, 2, 3].map((store_id) => anArticle(1, { store_id, quantity: store_id * 10 })),
    anArticle(2, { is_active: false }),
    anArticle(3, {
      custom_order: { is_custom_order: true, manufacturing_time: 2, manufacturing_time_unit: 'days' },
      quantity: 0,
    }),
  ]);
  return { shop, call, items, problem, lastAudit };
};
