/**
 * Numbers for carts, handed out in blocks: a node asks the database once for many and gives them out from memory. Numbers
 * of a block that a node did not use before it stopped are lost, which costs nothing: within 31 bits there are two thousand million.
 */
import type { Database } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';

/** Whether a text can be a cart's number; an `id` of 24 hex digits never is. */
export const isCartNumber = (text: string): boolean => /^\d{1,10}$/.test(text) && Number(text) <= LAST;

export type CartNumbers = () => Promise<string>;

const BLOCK = 1_000;
const FIRST = 1_000;
const LAST = 2 ** 31 - 1;

const takeBlock = async (db: Database, size: number): Promise<number> => {
  const [result] = await db.commit([
    {
      sql: `insert into counter (name, value) values ('cart', ?)
        on conflict (name) do update set value = counter.value + ? returning value`,
      params: [FIRST + size, size],
    },
  ]);
  return Number(result?.rows[0]?.['value']) - size;
};

export const cartNumbers = (db: Database, size = BLOCK): CartNumbers => {
  const block = { next: 0, end: 0 };
  let asking: Promise<void> | undefined;
  const refill = async (): Promise<void> => {
    block.next = await takeBlock(db, size);
    block.end = block.next + size;
  };
  return async () => {
    while (block.next >= block.end) {
      asking ??= refill().finally(() => {
        asking = undefined;
      });
      await asking;
    }
    const number = block.next;
    block.next += 1;
    if (number > LAST) throw new Refusal('overloaded', { logged: { why: 'numbers of carts are used up' } });
    return String(number);
  };
};
