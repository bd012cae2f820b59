/** How much room a write newly takes up in the database: carts and copies of them, and text beyond that of a small cart. Pure. */
import type { QuotaUse } from '../../quotas/quota-rules.ts';
import type { CartDocument, StoredCart } from './cart-document.ts';
import type { CartCommand } from './cart-record-store.ts';
import { documentText } from './document-text.ts';

/** As long as carts, commands and what takes these back are no larger, their number alone counts: most writes touch no other. */
const [SMALL_CART, SMALL_COMMAND, SMALL_UNDO] = [32_768, 50, 8_192];
/**
 * About so many characters a command keeps of each line that it changed, and what takes it back of the line as it was; whatever its
 * own data is beyond that counts.
 */
const [COMMAND_LINE, LINE_BEFORE] = [150, 500];

export type NewRoom = {
  readonly changes: readonly { readonly before: StoredCart | undefined; readonly after: StoredCart }[];
  readonly commands: readonly CartCommand[];
  readonly retired: readonly { readonly cart: StoredCart }[];
  readonly archived: readonly StoredCart[];
  /** What is kept of merges that were asked for, and under an Idempotency-Key of what became of each item. */
  readonly kept: readonly string[];
};

const beyondSmall = (text: string): number => Math.max(0, text.length - SMALL_CART);
const beyond = (document: CartDocument): number => beyondSmall(documentText(document));
const toldBy = ({ lines, undo }: CartCommand): number => {
  const before = undo === undefined ? 0 : JSON.stringify(undo).length;
  const many = Math.max(0, lines.length - SMALL_COMMAND) * COMMAND_LINE;
  return many + Math.max(0, before - Math.max(SMALL_UNDO, lines.length * LINE_BEFORE));
};
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A cart that goes out of use makes room for the one that takes its place: signing in is never refused. */
export const roomOf = ({ changes, commands, retired, archived, kept }: NewRoom): readonly QuotaUse[] => {
  const carts = changes.filter(({ before }) => before === undefined).length + archived.length - retired.length;
  const grown = changes.map(
    ({ before, after }) => beyond(after.document) - (before === undefined ? 0 : beyond(before.document)),
  );
  const copied = archived.map(({ document }) => beyond(document));
  const given = retired.map(({ cart }) => beyond(cart.document));
  const told = commands.map(toldBy);
  return [
    { quota: 'carts', amount: Math.max(0, carts) },
    {
      quota: 'bytes',
      amount: Math.max(0, sum(grown) + sum(copied) - sum(given)) + sum(told) + sum(kept.map(beyondSmall)),
    },
  ];
};
