/** What a cart write and a cart read look like to the database: the statements the database benches run on every driver. */
import type { Statement } from '../src/db/database.ts';

export const CARTS = 2000;
export const tables: readonly string[] = [
  'create table bench_cart (id text primary key, version bigint not null, document text not null)',
  'create table bench_outbox (id text primary key, topic text not null, payload text not null)',
  'create table bench_idempotency (scope text not null, key text not null, document text not null, primary key (scope, key))',
];
const document = JSON.stringify({
  items: Array.from({ length: 10 }, (_, n) => ({ item_id: 1000 + n, size: 'M', quantity: n + 1 })),
});

export const insertCart = (n: number): Statement => ({
  sql: 'insert into bench_cart (id, version, document) values (?, ?, ?)',
  params: [`cart-${n}`, 1, document],
});
export const readCart = 'select id, version, document from bench_cart where id = ?';
export const someCart = (): string => `cart-${Math.floor(Math.random() * CARTS)}`;

let sequence = 0;
/** An accepted command: idempotency record, the cart, two rows of outbox. */
export const cartWrite = (): readonly Statement[] => {
  const id = `${process.pid}-${(sequence += 1)}`;
  return [
    {
      sql: 'insert into bench_idempotency (scope, key, document) values (?, ?, ?)',
      params: ['shop', id, '{"status":200}'],
      guard: { name: 'idempotency', rows: 1 },
    },
    {
      sql: 'update bench_cart set version = version + 1, document = ? where id = ?',
      params: [document, someCart()],
      guard: { name: 'cart_version', rows: 1 },
    },
    { sql: 'insert into bench_outbox (id, topic, payload) values (?, ?, ?)', params: [`${id}-a`, 'cart', document] },
    { sql: 'insert into bench_outbox (id, topic, payload) values (?, ?, ?)', params: [`${id}-b`, 'event', document] },
  ];
};
