/**
 * Shoppers at an installation of several nodes: some add to carts, two at a time to each cart, some order with one coupon that all
 * share. Whatever is killed or paused meanwhile, in the end a cart holds as many units as were acknowledged, and orders,
 * stock, uses and money of the coupon are those of the acknowledged orders: none is lost, none is there twice.
 */
import type { Database } from '../../src/db/database.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { newShoppers } from '../faults/crash-load.ts';
import { cartPath, checkout, type Doors, inspectStored, wanted } from '../faults/crash-orders.ts';
import { askPatiently, type Patience } from './patient-client.ts';

export type LoadSize = { readonly carts: number; readonly orderers: number };

const CLIENTS_OF_A_CART = 2;
const detail = `${cartPath}/v1.0/detail?i=true`;
const oneUnit = { items: [{ item_id: 1, item_size: 'M' }] };

export const shoppersLoad = async (patience: Patience, doors: Doors, size: LoadSize) => {
  const { carts, orderers } = size;
  const tokens = await newShoppers(patience.url, doors.authorization, carts + orderers);
  /** What did not hold, in sentences. */
  const broken: string[] = [];
  const added = new Map<string, number>();
  const orders = new Set<string>();
  /** Calls that were repeated at least once, and how long the longest of them took. */
  let repeated = 0;
  let longestMs = 0;
  const reasons: string[] = [];

  const ask = async <T>(token: string, path: string, body?: object, key?: string): Promise<T> => {
    const headers = { authorization: doors.authorization, 'x-anonymous-id': token };
    const asked = { path, headers, ...(body === undefined ? {} : { body }), ...(key === undefined ? {} : { key }) };
    const answer = await askPatiently<T>(patience, asked);
    if (answer.repeats > 0) {
      repeated += 1;
      reasons.push(`${path}: ${answer.why}`);
    }
    longestMs = Math.max(longestMs, answer.waitedMs);
    return answer.body;
  };
  const add = async (token: string, key: string): Promise<void> => {
    const { success } = await ask<{ success?: boolean }>(token, detail, oneUnit, key);
    if (success === true) added.set(token, (added.get(token) ?? 0) + 1);
    else broken.push(`${key} was answered and not done`);
  };
  const order = async (token: string, at: number, key: string): Promise<void> => {
    await ask(token, `${cartPath}/v3.0/sync`, wanted);
    const made = await ask<{ order_id?: string }>(token, `${cartPath}/v1.0/checkout`, checkout(at), key);
    if (made.order_id === undefined) broken.push(`${key} was answered without an order`);
    else if (orders.has(made.order_id)) broken.push(`${made.order_id} was the answer to two keys`);
    else orders.add(made.order_id);
  };

  /** Each client works on until `isOver`; what it sees of failures is kept. */
  const run = async (isOver: () => boolean): Promise<void> => {
    const client = async (name: string, work: (key: string) => Promise<void>): Promise<void> => {
      for (let turn = 0; !isOver(); turn += 1) {
        await work(`${name}-turn-${turn}`).catch((error: Error) => void broken.push(error.message));
      }
    };
    await Promise.all(
      tokens.flatMap((token, at) =>
        at < carts
          ? Array.from({ length: CLIENTS_OF_A_CART }, (_, n) =>
              client(`units-of-cart-${at}-${n}`, (key) => add(token, key)),
            )
          : [client(`orders-of-shopper-${at}`, (key) => order(token, at, key))],
      ),
    );
  };

  const inspect = async (db: Database) => {
    for (const [token, units] of added) {
      const { items = [] } = await ask<CartDetail>(token, detail);
      const held = items.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
      if (held !== units) broken.push(`a cart has ${held} units of ${units} that were acknowledged`);
    }
    broken.push(...(await inspectStored(db, orders)).broken);
    const adds = [...added.values()].reduce((sum, units) => sum + units, 0);
    return { adds, orders: orders.size, repeated, reasons, longestMs, broken };
  };
  return { run, inspect, done: () => [...added.values()].reduce((sum, units) => sum + units, orders.size) };
};
