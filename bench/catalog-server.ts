/** Serves a page of products, and beside it a bare node:http server with the same bytes. Run by bench/catalog.ts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openShop, aProduct, anArticle, aSeller } from '../test/catalog/shop.ts';
import { engines } from '../test/databases.ts';

const PRODUCTS = 400;
const engine = engines.find(({ name }) => name === 'sqlite');
if (engine === undefined) throw new Error('SQLite is always there');
const shop = await openShop(engine);
await shop.feed('sellers', [aSeller]);
const ids = Array.from({ length: PRODUCTS }, (_, n) => n + 1);
await shop.feed(
  'products',
  ids.map((uid) => aProduct(uid)),
);
await shop.feed(
  'articles',
  ids.flatMap((uid) => ['M', 'L'].flatMap((size) => [1, 2, 3].map((store_id) => anArticle(uid, { size, store_id })))),
);
const path = '/service/application/catalog/v1.0/products?page_size=12&category=11&sort=price_asc';
const token = Buffer.from(`${shop.applicationId}:${shop.applicationToken}`).toString('base64');
const { payload } = await shop.ask(path.slice('/service/application/catalog/v1.0'.length));
await shop.app.listen({ host: '127.0.0.1', port: 0 });

const body = Buffer.from(payload);
const bare = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
});
bare.listen(0, '127.0.0.1', () => {
  const port = (server: { address: () => unknown }): number => (server.address() as AddressInfo).port;
  console.log(JSON.stringify({ path, token, bytes: body.length, ours: port(shop.app.server), bare: port(bare) }));
});
process.stdin.resume().once('end', () => process.exit(0));
