/** Numbers of carts, which may be shown to others: within 31 bits, and following from the cart's `id`. Pure. */
import { createHash } from 'node:crypto';

const FIRST = 1_000;
const LAST = 2 ** 31 - 1;

/** Whether a text can be a cart's number; an `id` of 24 hex digits never is. */
export const isCartNumber = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= LAST;

/** Numbers that a cart can have, the one it gets unless another cart has it first; each attempt gives more of them. */
export const numbersFor = (id: string, attempt: number): readonly number[] => {
  const hash = createHash('sha256').update(`cart number\n${id}\n${attempt}`).digest();
  return [0, 4, 8, 12].map((at) => FIRST + (hash.readUInt32BE(at) % (LAST - FIRST + 1)));
};
