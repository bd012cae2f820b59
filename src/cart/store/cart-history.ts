/** What a command did to a cart, as its history tells it. Pure. */
import type { CartDocument, CartLine, StoredCart } from './cart-document.ts';
import type { CartCommand, LineChange, PricedSnapshot } from './cart-record-store.ts';
import { ofCodes, undoOf } from './cart-version-rules.ts';
import { lineName } from './line-rules.ts';
import type { Statement } from '../../db/database.ts';
import type { MergeReport } from '../../contract/cart/cart-answers-contract.ts';
import type { QuotaUse } from '../../quotas/quota-rules.ts';

const members = [
  'couponCode',
  'moreCodes',
  'addressId',
  'billingAddressId',
  'payment',
  'redeemPoints',
  'storeCredit',
  'giftDetails',
  'giftChoices',
  'meta',
  'orderType',
  'shipping',
  'leftOut',
] as const satisfies readonly (keyof CartDocument)[];

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

const byIdentifier = (lines: readonly CartLine[]): ReadonlyMap<string, CartLine> =>
  new Map(lines.map((line) => [line.identifier, line]));

const lineChanges = (before: readonly CartLine[], after: readonly CartLine[]): readonly LineChange[] => {
  const [was, is] = [byIdentifier(before), byIdentifier(after)];
  const all = new Map([...was, ...is]);
  return [...all.values()]
    .filter(({ identifier }) => !same(was.get(identifier), is.get(identifier)))
    .map(({ identifier, asked }) => ({
      identifier,
      key: lineName(asked),
      before: was.get(identifier)?.quantity ?? null,
      after: is.get(identifier)?.quantity ?? null,
    }));
};

export const commandOf = (
  operation: string,
  before: CartDocument,
  after: CartDocument,
  requestId: string | null,
): CartCommand => {
  const lines = lineChanges(before.lines, after.lines);
  const changed = members.filter((member) => !same(before[member], after[member]));
  const isUndone = lines.length > 0 || changed.some((member) => ofCodes.has(member));
  return {
    operation,
    lines,
    members: changed,
    requestId,
    ...(isUndone ? { undo: undoOf(before, after, new Set(lines.map(({ identifier }) => identifier))) } : {}),
  };
};

/** Whether anything a shopper could see is different. */
export const isChanged = (before: CartDocument | undefined, after: CartDocument): boolean =>
  before === undefined ? after.lines.length > 0 : !same(before, after);

export type CartChange = {
  /** Undefined: it is new. */
  readonly before: StoredCart | undefined;
  readonly after: StoredCart;
  /** What `answerCart` made of it; undefined leaves the one there is. */
  readonly snapshot?: PricedSnapshot | undefined;
};
/** A cart that goes out of use. `takenById`: by somebody who had only its id, and is not its guest for that. */
export type Retired = Readonly<{
  cart: StoredCart;
  state: 'archived' | 'merged';
  mergedInto: string | null;
  takenById?: boolean;
}>;
/** Carts that became one, to be taken back for a while: `into` is the id of the one that took the lines. */
export type Merge = {
  readonly id: string;
  readonly into: string;
  readonly sources: readonly StoredCart[];
  readonly report: Pick<MergeReport, 'sources' | 'clamped' | 'dropped'>;
  /** Nobody asked for it, so it is never refused for its room. */
  readonly bySignIn?: true;
};
export type Plan<T> = {
  readonly operation: string;
  readonly changes: readonly CartChange[];
  readonly retired?: readonly Retired[];
  readonly merges?: readonly Merge[];
  /** Carts that were merged and are in use again, each as it will be. */
  readonly revived?: readonly StoredCart[];
  /** Documents that are kept aside before they are emptied. */
  readonly archived?: readonly StoredCart[];
  readonly statements?: readonly Statement[];
  /** Of quotas, beside the room for carts. */
  readonly uses?: readonly QuotaUse[];
  /** What a repeat under the same key is answered from; undefined: nothing is kept. */
  readonly record: unknown;
  readonly answer: T;
};
