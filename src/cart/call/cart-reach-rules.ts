/**
 * What a caller may have of a cart. Its shopper has all of it. Whoever has only its `id` has the goods: lines, quantities,
 * chosen gifts and how they are brought. What else was said about the cart is neither shown to him nor used for him, and
 * stays as it is when he changes lines. A cart that nobody ever proved to be the shopper of has no other key than its id.
 *
 * A cart loses what is withheld where it is opened, so that nothing later can show it; a commit puts it back. Pure.
 */
import {
  type AskedItem,
  type CartDocument,
  type CartLine,
  emptyDocument,
  type StoredCart,
} from '../store/cart-document.ts';
import { givenStill, withoutGiven } from '../store/line-rules.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import { Refusal } from '../../shared/errors.ts';

export type Reach = 'whole' | 'goods' | 'none';

export type Knocking = {
  readonly isOwner: boolean;
  /** The number of a cart is no secret: it opens nothing for a stranger. */
  readonly byNumber: boolean;
  readonly setting: CartSettings['cart_by_id'];
};

export const reachOf = ({ owner, heldById }: StoredCart, { isOwner, byNumber, setting }: Knocking): Reach => {
  if (isOwner) return 'whole';
  if (owner.kind === 'customer' || byNumber || setting === 'none') return 'none';
  return setting === 'full' || heldById === true ? 'whole' : 'goods';
};

const privateFields = ['meta', 'extraMeta', 'customJson'] as const satisfies readonly (keyof AskedItem)[];
const isSilent = (asked: AskedItem): boolean => privateFields.every((field) => Object.keys(asked[field]).length === 0);

/** A line without what was said about it in private, and without what staff gave its shopper. */
export const plainLine = (line: CartLine): CartLine => {
  const plain = withoutGiven(line);
  return isSilent(plain.asked)
    ? plain
    : { ...plain, asked: { ...plain.asked, meta: {}, extraMeta: {}, customJson: {} } };
};

const sealedLine = (line: CartLine): CartLine =>
  isSilent(line.asked) ? plainLine(line) : { ...plainLine(line), sealed: true };

/** A member of a document that is not named here is private. */
export const goodsOf = ({ lines, giftChoices, orderType, leftOut }: CartDocument): CartDocument => ({
  ...emptyDocument,
  lines: lines.map(sealedLine),
  giftChoices,
  orderType,
  ...(leftOut === undefined ? {} : { leftOut }),
});

export const withGoodsAlone = (cart: StoredCart): StoredCart => ({
  ...cart,
  document: goodsOf(cart.document),
  withheld: cart.withheld ?? cart.document,
});

/** What was said about a line and given for it stays with it, unless something else is said. */
const unsealedLine = ({ sealed, ...plain }: CartLine, known: CartLine | undefined): CartLine => {
  if (known === undefined) return plain;
  const line = { ...plain, ...givenStill(plain.asked, known) };
  if (sealed !== true) return line;
  const kept = privateFields.filter((field) => Object.keys(line.asked[field]).length === 0);
  return { ...line, asked: { ...line.asked, ...Object.fromEntries(kept.map((field) => [field, known.asked[field]])) } };
};

const unsealedLines = (lines: readonly CartLine[], known: readonly CartLine[]): readonly CartLine[] => {
  if (known.length === 0 && lines.every(({ sealed }) => sealed === undefined)) return lines;
  const byIdentifier = new Map(known.map((line) => [line.identifier, line]));
  return lines.map((line) => unsealedLine(line, byIdentifier.get(line.identifier)));
};

const withoutGoods = ({
  lines: _lines,
  giftChoices: _gifts,
  orderType: _type,
  leftOut: _left,
  ...rest
}: CartDocument): string => JSON.stringify(rest);
const nothingSaid = withoutGoods(emptyDocument);

/** The cart as it is stored: a change of the goods, with all that was withheld. Refuses a change of anything else. */
export const wholeCart = ({ withheld, ...cart }: StoredCart): StoredCart => {
  const { lines, giftChoices, orderType, leftOut } = cart.document;
  const whole = unsealedLines(lines, withheld?.lines ?? []);
  if (withheld === undefined) return whole === lines ? cart : { ...cart, document: { ...cart.document, lines: whole } };
  if (withoutGoods(cart.document) !== nothingSaid) throw new Refusal('cart_proof_missing');
  return { ...cart, document: { ...withheld, lines: whole, giftChoices, orderType, ...(leftOut && { leftOut }) } };
};

/** The cart as it was before a change. */
export const storedCart = ({ withheld, ...cart }: StoredCart): StoredCart =>
  withheld === undefined ? cart : { ...cart, document: withheld };

/** A cart stays held by its id alone as long as whoever writes to it proves nothing; what has a shopper never is again. */
export const withHolder = (after: StoredCart, before: StoredCart | undefined, isProven: boolean): StoredCart => {
  const { heldById: _held, ...cart } = after;
  const isHeld = !isProven && after.withheld === undefined && (before === undefined || before.heldById === true);
  return isHeld ? { ...cart, heldById: true } : cart;
};
