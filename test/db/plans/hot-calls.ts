/** What a busy shop does all day, each call once, and the statements that it makes. */
import type { Node } from '../../../src/applications/node.ts';
import { sweepsOf } from '../../../src/sweeps.ts';
import type { Engine } from '../../databases.ts';
import type { Call } from '../../calls.ts';
import { openShippedShop, type ShippedShop } from '../../demo/shipped-shop.ts';
import { collectorUrl } from '../../events/event-server.ts';
import { anEvent } from '../../events/samples.ts';
import { type AskedStatement, recordingEngine } from '../../recorded-statements.ts';

const shop = '/service/application';
const whole = `${shop}/cart/v1.0/detail?i=true&b=true`;
type Wanted = { readonly item_id: unknown; readonly item_size: unknown; readonly quantity: number };

const anItem = async (visitor: Call): Promise<readonly Wanted[]> => {
  const listing = await visitor('GET', `${shop}/catalog/v1.0/products?page_size=12`);
  const [first] = listing.body['items'] as readonly { readonly slug: string }[];
  const { body } = await visitor('GET', `${shop}/catalog/v1.0/products/${first?.slug}`);
  const sizes = body['sizes'] as readonly { readonly value: string; readonly quantity: number }[];
  return [{ item_id: body['uid'], item_size: sizes.find(({ quantity }) => quantity > 0)?.value, quantity: 1 }];
};

const shopping = async (visitor: Call): Promise<void> => {
  const items = await anItem(visitor);
  const steps: readonly (readonly [method: string, path: string, body?: unknown])[] = [
    ['POST', whole, { items }],
    ['GET', whole],
    ['GET', `${shop}/cart/v3.0/detail-light`],
    ['GET', `${shop}/cart/v1.0/basic`],
    ['GET', `${shop}/cart/v2.0/basic`],
    ['HEAD', `${shop}/cart/v1.0/detail`],
    ['POST', `${shop}/cart/v2.0/detail`, { items }],
    ['PUT', `${shop}/cart/v1.0/detail?i=true&b=true`, { operation: 'update_item', items }],
    ['GET', `${shop}/catalog/v1.0/follow/products/`],
    ['POST', `${shop}/cart/v1.0/checkout`, { payment_mode: 'COD', delivery_address: { area_code: '400001' } }],
    ['GET', `${shop}/order/v1.0/orders`],
  ];
  for (const [method, path, body] of steps) await visitor(method, path, body);
};

/** Sent by storefronts, and read by the merchant's own programs. */
const besides = async ({ call, service, credentials, node }: ShippedShop): Promise<void> => {
  const applicationId = credentials.application_id;
  const at = node.now();
  const [view, add] = [anEvent('product_view', { applicationId, at }), anEvent('add_to_cart', { applicationId, at })];
  const batch = [view, add, { ...add, contains: [] }];
  await call('POST', collectorUrl, { batch, sent_at: new Date(at).toISOString() });
  await service('PUT', '/service/platform/catalog/v1.0/company/{company}/inventory', {
    items: [{ uid: '1_M_1', quantity: 5 }],
  });
  await service('GET', '/service/platform/order/v1.0/company/{company}/orders-listing');
};

const sweeping = async (node: Node): Promise<void> => {
  for (const { run } of sweepsOf(node)) await run(node.now());
};

export type HotStatements = {
  readonly asked: readonly AskedStatement[];
  readonly shop: ShippedShop;
};

/** Each statement once, as it was first made. */
export const hotStatements = async (on: Engine): Promise<HotStatements> => {
  const { engine, asked } = recordingEngine(on);
  const open = await openShippedShop(engine);
  asked.splice(0);
  await shopping(open.visitor());
  await shopping(await open.customer('demo-asha'));
  await besides(open);
  await sweeping(open.node);
  const first = new Map(asked.toReversed().map((one) => [one.sql, one]));
  return { asked: [...first.values()], shop: open };
};
