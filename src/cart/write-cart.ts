/** What all writes of a cart share: finding it, the version its caller must have seen, and pricing what will be stored. */
import { entityTag, versionMatches } from '../http/conditional.ts';
import type { Remember } from '../http/idempotency.ts';
import type { ActiveOffers } from '../offers/read-offers.ts';
import { Refusal } from '../shared/errors.ts';
import type { CartAsk } from './cart-ask.ts';
import type { CartCall } from './cart-call.ts';
import type { CartDocument, CartKind, CartOwner, StoredCart } from './cart-document.ts';
import { isChanged } from './cart-history.ts';
import { type CartChange, carryOut, changedCart, newCart, type Plan } from './commit-cart.ts';
import { type CartMeant, type CartSelector, findCart } from './find-cart.ts';
import { type AnsweredCart, answerCart } from './response/cart-answer.ts';
import type { WriteRecord } from './write-outcome.ts';

export type CartWrite = {
  readonly call: CartCall;
  readonly selector: CartSelector;
  readonly ask: CartAsk;
  readonly remember: Remember;
  /** False: the answer needs no prices and the snapshot stays as it is. */
  readonly priced: boolean;
};
export type Written = {
  readonly record: WriteRecord;
  readonly cart: StoredCart | undefined;
  readonly answered: AnsweredCart | undefined;
};

export const tagOf = (cart: StoredCart | undefined, { etagParts }: Pick<AnsweredCart, 'etagParts'>): string =>
  entityTag(cart?.version ?? 0, ...etagParts);

/** Refuses a caller who saw another version, and shows him the cart as it is. */
const requireSeen = async ({ call, ask }: CartWrite, { cart, kind }: CartMeant): Promise<void> => {
  const version = cart?.version ?? 0;
  if (versionMatches(call.ifMatch, version)) return;
  const current = await answerCart(call.shop, cart, { ...ask, kind, items: true, breakup: true });
  throw new Refusal('cart_version_conflict', {
    body: { cart: current.answer },
    headers: { etag: tagOf(cart, current) },
  });
};

export const activeOffers = ({ offers, caller, node }: CartCall['shop']): Promise<ActiveOffers> =>
  offers(caller, node.now());

/** The cart that is meant, seen by the caller as it is. */
export const loadForWrite = async (write: CartWrite): Promise<CartMeant> => {
  const { call, selector } = write;
  const { shop } = call;
  const active = await activeOffers(shop);
  const meant = await findCart(shop.node.db, shop.caller.applicationId, selector, shop.shopper, active);
  await requireSeen(write, meant);
  return meant;
};

/** What a document becomes in the cart that is there, or in a new one of the writer's. */
export const changeTo = async (
  { call }: CartWrite,
  before: StoredCart | undefined,
  kind: CartKind,
  document: CartDocument,
  owner: CartOwner = call.writer.owner,
): Promise<CartChange> => ({
  before,
  after:
    before === undefined ? await newCart(call.shop, owner, kind, document) : changedCart(call.shop, before, document),
});

/** Prices the cart as it will be stored; its snapshot rides with the change. */
export const answerFor = async (
  { call, ask, priced }: CartWrite,
  cart: StoredCart | undefined,
  kind: CartKind,
  { message, success }: Pick<WriteRecord, 'message' | 'success'>,
): Promise<AnsweredCart | undefined> =>
  priced ? answerCart(call.shop, cart, { ...ask, kind, operation: { message, success } }) : undefined;

/** A write to one cart, decided: the cart there was, its kind, and the change, if there is one. */
export type Decided = {
  readonly operation: string;
  readonly cart: StoredCart | undefined;
  readonly kind: CartKind;
  readonly change: CartChange | undefined;
};

/** Its plan: what is stored, priced as it will be, and what is said about it. */
export const planOf = async (
  write: CartWrite,
  { operation, cart, kind, change }: Decided,
  recordOf: (cart: StoredCart | undefined) => WriteRecord,
): Promise<Plan<Written>> => {
  const current = change?.after ?? cart;
  const record = recordOf(current);
  const answered = await answerFor(write, current, kind, record);
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

export const runWrite = (write: CartWrite, attempt: () => Promise<Plan<Written>>): Promise<Written> =>
  carryOut(write.call.shop, turnOf(write), write.remember, attempt);

/** A write that changes one document as a whole. */
export const changeDocument = (
  write: CartWrite,
  operation: string,
  decide: (document: CartDocument, cart: StoredCart | undefined) => Promise<CartDocument> | CartDocument,
  recordOf: (cart: StoredCart | undefined) => WriteRecord,
  empty: CartDocument,
): Promise<Written> =>
  runWrite(write, async () => {
    const { cart, kind } = await loadForWrite(write);
    const before = cart?.document ?? empty;
    const document = await decide(before, cart);
    const change = isChanged(before, document) ? await changeTo(write, cart, kind, document) : undefined;
    return planOf(write, { operation, cart, kind, change }, recordOf);
  });
