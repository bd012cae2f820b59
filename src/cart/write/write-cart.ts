/** What all writes of a cart share: finding it, the version its caller must have seen, and pricing what will be stored. */
import type { CartAsk } from '../call/cart-ask.ts';
import type { CartCall, CartShop } from '../call/cart-shop.ts';
import { type CartMeant, cartOrVacant, type CartSelector, findCart, ownerOf } from '../call/find-cart.ts';
import { staffEntry } from '../call/staff-act.ts';
import { answerCart, type AnsweredCart } from '../response/cart-answer.ts';
import { tagOf } from '../response/cart-version.ts';
import { type CartDocument, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import { type CartChange, isChanged, type Plan } from '../store/cart-history.ts';
import { carryOut, changedCart, newCart } from './commit-cart.ts';
import type { WriteRecord } from './write-outcome.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { Statement } from '../../db/database.ts';
import type { Remember } from '../../http/idempotency.ts';
import { versionMatches } from '../../http/requests/conditional.ts';
import { Refusal } from '../../shared/errors.ts';

export type CartWrite = {
  readonly call: CartCall;
  readonly selector: CartSelector;
  readonly ask: CartAsk;
  readonly remember: Remember;
  /** False: the answer needs no prices and the snapshot stays as it is. */
  readonly priced: boolean;
  /** What becomes of the answer's cart before the write is stored; undefined: it stays as it is. */
  readonly ahead?: ((cart: CartDetail) => CartDetail) | undefined;
};
export type Written = {
  readonly record: WriteRecord;
  readonly cart: StoredCart | undefined;
  /** Without the view that it was made from, which would live for as long as the disk is waited for. */
  readonly answered: Omit<AnsweredCart, 'view' | 'until'> | undefined;
};

/** For the audit: what somebody of the shop was shown of a shopper's without changing it. */
export const lookOf = ({ staff, node, shopper }: CartShop, cart: StoredCart | undefined): readonly Statement[] => {
  const owner = cart?.owner ?? ownerOf(shopper);
  if (staff === undefined || owner === undefined) return [];
  return [staffEntry(staff, 'cart.seen', { cartId: cart?.cartId ?? '', owner, version: cart?.version ?? 0 }, node)];
};
export const tellLook = async (shop: CartShop, cart: StoredCart | undefined): Promise<void> => {
  const look = lookOf(shop, cart);
  if (look.length > 0) await shop.node.db.commit(look);
};

/** Refuses a caller who saw another version, and shows him the cart as it is. */
const requireSeen = async ({ call, ask }: CartWrite, meant: CartMeant): Promise<void> => {
  if (versionMatches(call.ifMatch, meant.cart?.version ?? 0)) return;
  const cart = await cartOrVacant(meant);
  await tellLook(call.shop, meant.cart);
  const current = await answerCart(call.shop, cart, { ...ask, kind: meant.kind, items: true, breakup: true });
  throw new Refusal('cart_version_conflict', {
    body: { cart: current.answer },
    headers: { etag: tagOf(cart, current) },
  });
};

/** The cart that is meant, seen by the caller as it is. */
export const loadForWrite = async (write: CartWrite): Promise<CartMeant> => {
  const meant = await findCart(write.call, write.selector);
  await requireSeen(write, meant);
  return meant;
};

/** The order type that a write says is the cart's from then on; a read's is for its answer alone. */
const asOrdered = ({ ask }: CartWrite, document: CartDocument): CartDocument =>
  ask.orderType === null || ask.orderType === document.orderType ? document : { ...document, orderType: ask.orderType };

/** What a document becomes in the cart that is there, or in the one that was vacant. */
const changeTo = async (
  { call: { shop } }: CartWrite,
  { cart: before, vacant }: Pick<CartMeant, 'cart' | 'vacant'>,
  document: CartDocument,
): Promise<CartChange> => ({
  before,
  after: before === undefined ? newCart(shop, await vacant(), document) : changedCart(shop, before, document),
});

/** Prices the cart as it will be stored; its snapshot rides with the change. */
const answerFor = async (
  { call, ask, priced, ahead = (cart) => cart }: CartWrite,
  meant: CartMeant,
  { message, success }: Pick<WriteRecord, 'message' | 'success'>,
): Promise<Written['answered']> => {
  if (!priced) return undefined;
  const { answer, etagParts, snapshot } = await answerCart(call.shop, await cartOrVacant(meant), {
    ...ask,
    kind: meant.kind,
    operation: { message, success },
  });
  return { answer: ahead(answer), etagParts, snapshot };
};

/** Its plan: what is stored, priced as it will be, and what is said about it. */
const planOf = async (
  write: CartWrite,
  meant: CartMeant,
  change: CartChange | undefined,
  { operation, recordOf }: Pick<Decision, 'operation' | 'recordOf'>,
): Promise<Plan<Written>> => {
  const current = change?.after ?? meant.cart;
  const record = recordOf(current);
  const answered = await answerFor(write, { ...meant, cart: current }, record);
  return {
    operation,
    changes: change === undefined ? [] : [{ ...change, snapshot: answered?.snapshot }],
    record,
    answer: { record, cart: current, answered },
  };
};

/** Writers of one owner wait for each other; a caller who proves nothing waits by the cart he names. */
export const turnOf = ({ call, selector }: CartWrite): string => {
  const { kind, id } = call.writer.owner;
  return call.writer.newToken !== undefined && selector.id !== null ? selector.id : `${kind}/${id}`;
};

const changesNothing = ({ changes, retired = [], revived = [] }: Plan<Written>): boolean =>
  changes.length + retired.length + revived.length === 0;
/** A change tells the audit itself. */
const withLook = (shop: CartShop, plan: Plan<Written>): Plan<Written> => {
  const look = changesNothing(plan) ? lookOf(shop, plan.answer.cart) : [];
  return look.length === 0 ? plan : { ...plan, statements: [...(plan.statements ?? []), ...look] };
};

export const runWrite = (write: CartWrite, attempt: () => Promise<Plan<Written>>): Promise<Written> => {
  const { shop } = write.call;
  return carryOut(shop, turnOf(write), write.remember, async () => withLook(shop, await attempt()));
};

/** What a write makes of the cart that it means. */
export type Decision = {
  readonly operation: string;
  /** What it is to hold; undefined: it stays as it is. */
  readonly document: CartDocument | undefined;
  /** Nothing is stored where this would come to the same. */
  readonly before?: CartDocument;
  /** The last touch, for what is stored. */
  readonly settled?: (document: CartDocument) => Promise<CartDocument>;
  /** The cart it goes into, where that is not the one that was meant. */
  readonly into?: Pick<CartMeant, 'cart' | 'vacant'>;
  readonly recordOf: (cart: StoredCart | undefined) => WriteRecord;
  readonly ask?: CartAsk;
  /** What else is stored with it. */
  readonly more?: (plan: Plan<Written>) => Partial<Plan<Written>>;
};

/** A write to one cart: found, decided on, priced as it will be stored, and stored. */
export const writeOne = (
  write: CartWrite,
  decide: (meant: CartMeant) => Decision | Promise<Decision>,
): Promise<Written> =>
  runWrite(write, async () => {
    const meant = await loadForWrite(write);
    const decision = await decide(meant);
    const { before, settled = async (same) => same, into = meant, ask = write.ask, more = () => ({}) } = decision;
    const document = decision.document && asOrdered(write, decision.document);
    const isStored = document !== undefined && (before === undefined || isChanged(before, document));
    const change = isStored ? await changeTo(write, into, await settled(document)) : undefined;
    const plan = await planOf({ ...write, ask }, meant, change, decision);
    return { ...plan, ...more(plan) };
  });

/** A write that changes what was said about the cart. Nobody says anything who has only its id, not even what would change nothing. */
export const changeDocument = (
  write: CartWrite,
  decide: (document: CartDocument, cart: StoredCart | undefined) => Promise<CartDocument> | CartDocument,
  { operation, recordOf }: Pick<Decision, 'operation' | 'recordOf'>,
): Promise<Written> =>
  writeOne(write, async ({ cart }) => {
    const before = cart?.document ?? emptyDocument;
    const document = await decide(before, cart);
    if (cart?.withheld !== undefined) throw new Refusal('cart_proof_missing');
    return { operation, before, document, recordOf };
  });
