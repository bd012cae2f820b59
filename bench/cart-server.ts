/** Serves carts with five lines under three offers, and beside them a bare node:http server with the same bytes. Run by bench/cart.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askedEngine } from './served.ts';
import { openCartServer } from '../test/cart/cart-server.ts';

const SHOPPERS = 32;
const engine = askedEngine(process.argv);

const server = await openCartServer(engine);
const items = [1, 2, 3, 4, 5];
for (const item of items) await server.shop.sell(item, [{ quantity: 900_000_000 }]);
const percent = (value: number, itemId: number) => ({
  promotion_type: 'percentage',
  buy_rules: { 'rule#1': { item_id: [itemId], cart_quantity: { greater_than_equals: 1 } } },
  discount_rules: [
    {
      buy_condition: '( rule#1 )',
      discount_type: 'percentage',
      item_criteria: { item_id: [itemId] },
      offer: { discount_percentage: value },
    },
  ],
  display_meta: { name: `${value}% off` },
});
for (const item of [1, 2, 3]) await server.shop.promotion(percent(item * 5, item));

const detail = '/v1.0/detail?i=true&b=true';
const shoppers: string[] = [];
let body = '';
for (let at = 0; at < SHOPPERS; at += 1) {
  const visitor = server.visitor();
  await visitor('POST', detail, { items: items.map((item_id) => ({ item_id, item_size: 'M', quantity: 2 })) });
  shoppers.push(visitor.known()['x-anonymous-id'] ?? '');
  body = JSON.stringify((await visitor('GET', detail)).body);
}
await server.app.listen({ host: '127.0.0.1', port: 0 });
const bytes = Buffer.from(body);
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': bytes.length });
  response.end(bytes);
});
bare.listen(0, '127.0.0.1', () => {
  const port = (of: { address: () => unknown }): number => (of.address() as AddressInfo).port;
  const { applicationId, applicationToken } = server.shop;
  const token = Buffer.from(`${applicationId}:${applicationToken}`).toString('base64');
  console.log(
    JSON.stringify({ token, shoppers, bytes: bytes.length, ours: port(server.app.server), bare: port(bare) }),
  );
});
process.stdin.resume().once('end', () => process.exit(0));
