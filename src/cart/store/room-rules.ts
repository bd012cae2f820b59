/** How much room a write newly takes up in the database: carts and copies of them, and text beyond that of a small cart. Pure. */
import type { QuotaUse } from '../../quotas/quota-rules.ts';
import type { CartDocument, StoredCart } from './cart-document.ts';
import type { CartCommand } from './cart-record-store.ts';
import { documentText } from './document-text.ts';

/**
 * As long as carts, commands and what takes these back are no larger, the number of carts alone counts: most writes touch no other.
 * Of commands, and of what is kept under a key, there may be as many as an address sends requests, so they are small with some ten
 * lines or items already.
 */
const [SMALL_CART, SMALL_COMMAND, SMALL_UNDO, SMALL_RECORD] = [32_768, 10, 8_192, 4_096];
/**
 * About so many characters a command keeps of each line that it changed, and what takes it back of the line as it was; whatever its
 * own data is beyond that counts.
 */
const [COMMAND_LINE, LINE_BEFORE] = [150, 500];
/** About so many the event of a changed cart has of each of its lines, and an event of one line. */
const [TOLD_LINE, TOLD_CLICK] = [90, 1_000];

/** How much a command changed: so many lines, and so many characters that take it back. */
export type CommandSize = { readonly lines: number; readonly undo: number };

export const sizeOfCommand = ({ lines, undo }: CartCommand): CommandSize => ({
  lines: lines.length,
  undo: undo === undefined ? 0 : JSON.stringify(undo).length,
});

export type NewRoom = {
  readonly changes: readonly { readonly before: StoredCart | undefined; readonly after: StoredCart }[];
  readonly commands: readonly CommandSize[];
  readonly retired: readonly { readonly cart: StoredCart }[];
  readonly archived: readonly StoredCart[];
  /** What is kept of merges that were asked for. */
  readonly merged: readonly string[];
  /** What is kept under an Idempotency-Key of what became of each item. */
  readonly remembered: readonly string[];
  /** Whether an event tells each line that a command changed. */
  readonly tellsLines: boolean;
  /** Nobody asked for what signing in does: what it tells is no reason to refuse it. */
  readonly isAsked: boolean;
};

const over = (small: number, text: string): number => Math.max(0, text.length - small);
const beyond = (document: CartDocument): number => over(SMALL_CART, documentText(document));
const toldBy = ({ lines, undo }: CommandSize, perLine: number): number => {
  const many = Math.max(0, lines - SMALL_COMMAND) * perLine;
  return many + Math.max(0, undo - Math.max(SMALL_UNDO, lines * LINE_BEFORE));
};
/** Every change tells all that is in the cart. */
const toldOf = ({ lines }: CartDocument): number => Math.max(0, lines.length * TOLD_LINE - SMALL_RECORD);
const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** A cart that goes out of use makes room for the one that takes its place: signing in is never refused. */
export const roomOf = (room: NewRoom): readonly QuotaUse[] => {
  const { changes, commands, retired, archived, merged, remembered, tellsLines, isAsked } = room;
  const carts = changes.filter(({ before }) => before === undefined).length + archived.length - retired.length;
  const grown = changes.map(
    ({ before, after }) => beyond(after.document) - (before === undefined ? 0 : beyond(before.document)),
  );
  const copied = archived.map(({ document }) => beyond(document));
  const given = retired.map(({ cart }) => beyond(cart.document));
  const perLine = COMMAND_LINE + (tellsLines ? TOLD_CLICK : 0);
  const told = [
    ...commands.map((command) => toldBy(command, perLine)),
    ...changes.map(({ after }) => toldOf(after.document)),
  ];
  const kept = [
    ...merged.map((text) => over(SMALL_CART, text)),
    ...remembered.map((text) => over(SMALL_RECORD, text)),
    ...(isAsked ? told : []),
  ];
  return [
    { quota: 'carts', amount: Math.max(0, carts) },
    { quota: 'bytes', amount: Math.max(0, sum(grown) + sum(copied) - sum(given)) + sum(kept) },
  ];
};
