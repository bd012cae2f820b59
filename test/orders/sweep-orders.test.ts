import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredOrder } from '../../src/orders/order-document.ts';
import { sweepOrders } from '../../src/orders/sweep-orders.ts';

const waiting = Array.from({ length: 120 }, (_, at) => ({ id: `o-${String(at).padStart(3, '0')}` }) as StoredOrder);
const behind = async (limit: number, after: StoredOrder | undefined): Promise<readonly StoredOrder[]> =>
  waiting.filter(({ id }) => after === undefined || id > after.id).slice(0, limit);

test('orders that fail keep nobody waiting, however many stand in front', async () => {
  const done: string[] = [];
  const sweep = sweepOrders(behind, async ({ id }) => {
    if (id < 'o-060') throw new Error(id);
    done.push(id);
  });
  const isTold = (error: unknown): boolean => error instanceof AggregateError && error.errors.length === 60;
  await assert.rejects(sweep, isTold);
  assert.equal(done.length, 60);
});

test('a sweep says how many it looked at', async () => {
  assert.equal(await sweepOrders(behind, async () => {}), 120);
});
