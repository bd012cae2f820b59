/**
 * Takes a merge back, for a day: what the merge changed and nobody changed since becomes what it was, and the carts that gave their
 * lines are in use again. One guarded batch, so that of two who undo at once one does, and who adds meanwhile loses nothing.
 */
import { ownerOf, owns } from '../call/find-cart.ts';
import { configurationOf, mostLinesOf } from '../lines/cart-facts.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { answerCart } from '../response/cart-answer.ts';
import { emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { isChanged, type Plan, type Retired } from '../store/cart-history.ts';
import { wasEndedBehind } from '../store/cart-record-store.ts';
import { readCart, readCurrentCart } from '../store/cart-store.ts';
import { lineIdentifier, lineName } from '../store/line-rules.ts';
import { markUndone, readMerge, readMerges, type StoredMerge } from '../store/merge-store.ts';
import { linesGivenBack, type MergeUndo, type Undone, undoMerge } from '../store/merge-undo-rules.ts';
import { changedCart } from '../write/commit-cart.ts';
import { type CartWrite, loadForWrite, runWrite, type Written } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';
import type { CartMerge, CartMerges } from '../../contract/cart/cart-answers-contract.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { turnsAfter } from '../../shared/slices.ts';

const settled = (message: string): Refusal => new Refusal('merge_settled', { message });

const whose = ({ shopper, caller, node }: CartShop) => {
  const owner = ownerOf(shopper);
  return owner && { applicationId: caller.applicationId, owner, now: node.now() };
};

const linesOf = ({ undo, left }: MergeUndo): CartMerge['lines'] => {
  const after = new Map(left.map((line) => [line.identifier, line]));
  return undo.flatMap(({ identifier, line: before }) => {
    const line = after.get(identifier) ?? before;
    if (line === null) return [];
    const [was, is] = [before?.quantity ?? 0, after.get(identifier)?.quantity ?? 0];
    return [{ identifier, key: lineName(line.asked), before: was, after: is }];
  });
};

const mergeAnswer = (merge: StoredMerge): CartMerge => ({
  id: merge.id,
  cart_id: merge.cartId,
  operation: merge.operation,
  merged_on: isoTime(merge.mergedAt),
  undo_until: isoTime(merge.expiresAt),
  ...(merge.undoneAt === null ? {} : { undone_on: isoTime(merge.undoneAt) }),
  ...merge.report,
  lines: linesOf(merge),
});

/** Merges of the last day into carts of the caller. */
export const listMerges = async (shop: CartShop): Promise<CartMerges> => {
  const of = whose(shop);
  const found = of === undefined ? [] : await readMerges(shop.node.db, of);
  return { items: found.map(mergeAnswer) };
};

/** Another's cart gives way only where nothing at all is in it. */
const givesWay = ({ shopper }: CartShop, { owner, document }: StoredCart): boolean =>
  owns(shopper, owner) ? document.lines.length === 0 : !isChanged(document, emptyDocument);

/** Who carries both, or has staff take it back for him, would merge it again with the next call; of another's nothing is said. */
const apartFor = ({ shopper, staff }: CartShop, { owner }: StoredCart): { readonly apart?: true } =>
  staff !== undefined || (owner.kind === 'anonymous' && owner.id === shopper.anonymous?.id) ? { apart: true } : {};

/** Lines that are read and looked at in one turn of the loop: hundreds of carts may have become one. */
const LINES_A_TURN = 2_000;

/** The carts that gave their lines, as they will be in use again, and what makes place for them. */
const revivedFor = async (
  shop: CartShop,
  { sources, targetId }: StoredMerge,
  undone: Undone,
): Promise<{ readonly revived: readonly StoredCart[]; readonly retired: readonly Retired[] }> => {
  const { node, caller } = shop;
  const { applicationId } = caller;
  const revived: StoredCart[] = [];
  const retired: Retired[] = [];
  const pause = turnsAfter(LINES_A_TURN);
  for (const { id, version } of sources) {
    await pause(1 + (revived.at(-1)?.document.lines.length ?? 0));
    const found = await readCart(node.db, applicationId, id);
    if (found?.state !== 'merged' || found.mergedInto !== targetId || found.cart.version !== version) {
      throw settled('The cart that was merged is not kept any more.');
    }
    const { cart } = found;
    const current = await readCurrentCart(node.db, applicationId, cart.owner, cart);
    if (current !== undefined && !givesWay(shop, current)) {
      throw settled('Its shopper has begun another cart since. Empty or merge that one first.');
    }
    if (current !== undefined) retired.push({ cart: current, state: 'archived', mergedInto: null });
    const modifiedAt = Math.max(cart.modifiedAt, node.now());
    const lines = linesGivenBack(cart.document.lines, undone, lineIdentifier(node.random));
    const document = { ...cart.document, lines, ...apartFor(shop, cart) };
    revived.push({ ...cart, version: version + 1, modifiedAt, document });
  }
  return { revived, retired };
};

const plainPlan = async (write: CartWrite, cart: StoredCart, message: string): Promise<Plan<Written>> => {
  const record = plainRecord(cart, message);
  const asked = { ...write.ask, kind: cart, operation: { message, success: true } };
  const answered = await answerCart(write.call.shop, cart, asked);
  return { operation: 'merge_undo', changes: [], record, answer: { record, cart, answered } };
};

/** As many lines as the cart may have, or as it has. */
const requireRoom = async ({ call: { shop }, ask }: CartWrite, cart: StoredCart, count: number): Promise<void> => {
  if (count <= cart.document.lines.length) return;
  const facts = await loadFacts(shop, ask, { cart, lines: [], refs: [] });
  if (count > mostLinesOf(configurationOf(facts, cart.slug), facts.quotas)) throw new Refusal('cart_full');
};

const planUndo = async (write: CartWrite, id: string): Promise<Plan<Written>> => {
  const { shop } = write.call;
  const of = whose(shop);
  const merge = of && (await readMerge(shop.node.db, of, id));
  if (merge === undefined) throw new Refusal('merge_not_found');
  const found = await readCart(shop.node.db, shop.caller.applicationId, merge.targetId);
  if (found?.state !== 'active' || !owns(shop.shopper, found.cart.owner)) {
    throw settled('The cart that took the lines is not in use any more.');
  }
  const { cart } = await loadForWrite({ ...write, selector: { id: merge.targetId, buyNow: null, cartType: null } });
  if (cart === undefined) throw new Refusal('merge_not_found');
  if (merge.undoneAt !== null) return plainPlan(write, cart, 'Merge was taken back before');
  if (await wasEndedBehind(shop.node.db, cart.id, merge.version ?? 0)) {
    throw settled('The cart that took the lines was ordered or emptied since.');
  }
  const undone = undoMerge(cart.document, merge, cart.version + 1);
  const { document, stayed, isUndone } = undone;
  if (!isUndone) throw settled('Nothing of what was merged is as the merge left it: it was changed or removed.');
  await requireRoom(write, cart, document.lines.length);
  const after = changedCart(shop, cart, document);
  const message =
    stayed.length === 0
      ? 'Merge taken back'
      : `Merge taken back; as it is now stays ${stayed.map(({ asked }) => lineName(asked)).join(', ')}`;
  const { revived, retired } = await revivedFor(shop, merge, undone);
  const plan = await plainPlan(write, after, message);
  const change = { before: cart, after, snapshot: plan.answer.answered?.snapshot };
  return { ...plan, changes: [change], retired, revived, statements: [markUndone(id, shop.node.now())] };
};

export const takeMergeBack = (write: CartWrite, id: string): Promise<Written> =>
  runWrite(write, () => planUndo(write, id));
