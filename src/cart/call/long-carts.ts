/**
 * Large carts in turn: of one customer, or of all guests of one network address, a few are priced at once. Each takes as much as
 * hundreds of small ones, so whoever asks for many of them at once waits for himself, and others do not wait for him.
 */
import type { InTurn } from '../../http/limits/in-turn.ts';
import { takesLong } from '../../http/limits/long-work.ts';

/** Does the work of pricing so many lines, in turn where they are many. */
export type LongCarts = <T>(lines: number, work: () => Promise<T>) => Promise<T>;

const FEW_LINES = 50;
const AT_ONCE = 4;

type Caller = {
  /** Undefined: somebody of the shop, who is known and not held. */
  readonly name: () => string | undefined;
  /** Ends with a digit by chance, which says in which of its lines the call stands. */
  readonly requestId: string;
  readonly isGone: () => boolean;
};

export const longCarts =
  (inTurn: InTurn, { name, requestId, isGone }: Caller): LongCarts =>
  (lines, work) => {
    if (lines <= FEW_LINES) return work();
    takesLong();
    const caller = name();
    if (caller === undefined) return work();
    return inTurn(`large carts of ${caller} ${Number.parseInt(requestId.slice(-1), 16) % AT_ONCE}`, work, isGone);
  };
