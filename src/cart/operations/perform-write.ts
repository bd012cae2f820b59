/**
 * A write from its request to its answer: the carts of a shopper who signed in come together first, the key makes it happen
 * once, and a repeat gets what the first one got, with the cart as it is now.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CartAsk } from '../call/cart-ask.ts';
import { askOf, type CartRoutesOptions, keyOwner, openCall, tellShopper } from '../call/cart-call.ts';
import type { CartCall } from '../call/cart-shop.ts';
import { withGoodsOnce } from '../call/goods-once.ts';
import { activeOffers, type CartSelector, kindAsked, openCart, ownerOf } from '../call/find-cart.ts';
import { vacantCart } from '../call/vacant-cart.ts';
import { mergeOnSignIn } from './merge-carts.ts';
import { answerCart } from '../response/cart-answer.ts';
import { tellVersion } from '../response/cart-version.ts';
import { type CartWrite, tellLook, type Written } from '../write/write-cart.ts';
import { withoutCart, type WriteRecord } from '../write/write-outcome.ts';
import type { MergeReport } from '../../contract/cart/cart-answers-contract.ts';
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import { keyUse, onceByKey } from '../../http/idempotency.ts';
import type { KeyRecord } from '../../http/kept-refusal-rules.ts';

export type WriteRequest = {
  readonly query: Parameters<typeof askOf>[1];
  readonly selector: CartSelector;
  readonly priced: boolean;
  readonly ahead?: CartWrite['ahead'];
  readonly run: (write: CartWrite) => Promise<Written>;
};

export type Performed = Written & {
  /** Somebody of the shop did it in a shopper's place. */
  readonly byStaff: boolean;
};

/** To a caller without a proven owner no cart is replayed that he did not name; staff have proved who they are. */
const replayWrite = async (
  call: CartCall,
  { selector, priced }: WriteRequest,
  ask: CartAsk,
  { document }: KeyRecord,
): Promise<Written> => {
  const { shop } = call;
  const record = document as WriteRecord;
  if (ownerOf(shop.shopper) === undefined && selector.id === null && shop.staff === undefined) {
    return { record: withoutCart(record), cart: undefined, answered: undefined };
  }
  const { id, message, success } = record;
  const cart = id === null ? undefined : await openCart(shop, id);
  await tellLook(shop, cart);
  if (!priced) return { record, cart, answered: undefined };
  const shown = cart ?? (await vacantCart(call, kindAsked(selector, await activeOffers(shop))));
  const asked = { ...ask, kind: shown, operation: { message, success } };
  return { record, cart, answered: await answerCart(shop, shown, asked) };
};

const droppedBy = (report: MergeReport | null): readonly string[] =>
  (report?.dropped ?? []).map(({ error_code }) => error_code);

/** Items that found the cart full, of lines or of data. */
const countFull = ({ shop }: CartCall, codes: readonly (string | null)[]): void => {
  for (const [code, quota] of [['cart_full', 'cart_lines'] as const, ['data_too_large', 'cart_data'] as const]) {
    const full = codes.filter((one) => one === code).length;
    if (full > 0) shop.quotas.refused(quota, full);
  }
};

export const performWrite = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: CartRoutesOptions,
  wanted: WriteRequest,
): Promise<Performed> => {
  const call = withGoodsOnce(await openCall(request, options));
  const plain = askOf(request, wanted.query);
  const merge = await mergeOnSignIn(call, plain);
  countFull(call, droppedBy(merge.report));
  const ask = { ...plain, isCartChanged: merge.changed };
  const { db, now } = options.services.node;
  const use = keyUse(request, keyOwner(call, wanted.selector), now());
  const { selector, priced, ahead } = wanted;
  const meant = { selector, priced, ahead };
  const written = await onceByKey(db, reply, use, {
    run: async (remember) => {
      const done = await wanted.run({ call, ask, remember, ...meant });
      countFull(call, [...done.record.outcomes.map(({ errorCode }) => errorCode), ...droppedBy(done.record.merge)]);
      return done;
    },
    replay: (record) => replayWrite(call, wanted, ask, record),
  });
  const vacantOwner = written.answered === undefined ? undefined : call.writer.owner;
  tellShopper(reply, call, options, written.cart?.owner ?? vacantOwner);
  tellVersion(reply, written.cart, written.answered);
  const { record } = written;
  const byStaff = call.shop.staff !== undefined;
  return { ...written, byStaff, record: { ...record, merge: record.merge ?? merge.report } };
};

export const shownCart = ({ answered }: Written): { readonly cart?: CartDetail } =>
  answered === undefined ? {} : { cart: answered.answer };

/** All three, or none of them. The key stays with the owner, in whatever form an operation answers. */
export const shownIds = ({
  cart,
  byStaff,
}: Performed): { readonly id?: string; readonly cart_id?: string; readonly uid?: string } =>
  cart === undefined ? {} : { id: byStaff ? cart.cartId : cart.id, cart_id: cart.cartId, uid: cart.cartId };
