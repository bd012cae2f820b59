/**
 * The visitor's cart as the server last told it. Every write is sent after the one before was answered, so the cart shown is
 * always the newest; what anything costs is never reckoned here.
 */
import type { AddCartDetail, UpdateCartDetail } from '../../src/contract/cart/cart-answers-contract.ts';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { CartExplained } from '../../src/contract/cart/cart-explain-contract.ts';
import type { CartProductInfo } from '../../src/contract/cart/cart-item-contract.ts';
import type { SharedCart, SharedCartAnswer, ShareLink } from '../../src/contract/cart/cart-share-contract.ts';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { sentenceOf } from '../ui/states.tsx';
import { createValue } from '../ui/value.ts';
import { call, CallProblem } from './call.ts';
import { tell } from './events.ts';
import { dropWaiting, keepKnown, keepWaiting, readKnown, readWaiting, sendWaiting } from './offline/waiting.ts';
import { cartWith, isOwn, unitsOf, unitsToCome, type Waiting } from './offline/waiting-rules.ts';
import { anonymousToken, areaCode, customerToken } from './shop.ts';
import { named, said, words } from './words.ts';

export type CartLine = CartProductInfo;
export type CartState = {
  readonly cart?: CartDetail;
  readonly problem?: unknown;
  /** Units that wait to be added as lines of their own. */
  readonly toCome?: number;
};

const path = '/service/application/cart/v1.0';
export const cart = createValue<CartState>({});

const query = () => ({ i: true, b: true, area_code: areaCode.get() || undefined });

let turn: Promise<unknown> = Promise.resolve();
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work, work);
  turn = done.catch(() => undefined);
  return done;
};

let last: CartDetail | undefined;
const show = (next: CartDetail | undefined): void => {
  if (next === undefined) return;
  last = next;
  keepKnown(next);
  cart.set({ cart: next });
};

/** The cart as it was last known, with what waits to be sent. */
export const showWaiting = (problem: unknown = cart.get().problem): void => {
  const known = last ?? readKnown();
  const changes = readWaiting();
  cart.set({
    problem,
    toCome: unitsToCome(known, changes),
    ...(known === undefined ? {} : { cart: cartWith(known, changes) }),
  });
};

export const loadCart = (): Promise<void> =>
  inTurn(async () => {
    try {
      show((await sendWaiting(query())) ?? (await call<CartDetail>(`${path}/detail`, { query: query() })));
    } catch (problem) {
      showWaiting(problem);
    }
  });

/** A visitor who never put anything into a cart has none to ask for. */
export const loadCartIfAny = async (): Promise<void> => {
  const hasOne = anonymousToken.get() !== '' || customerToken.get() !== '' || readWaiting().length > 0;
  if (hasOne) await loadCart();
};

/** For whoever comes next to this browser. */
export const dropCart = (): void => {
  last = undefined;
  dropWaiting();
  cart.set({});
};

export type Outcome = {
  readonly success: boolean;
  readonly message: string;
  readonly error_code?: string | null | undefined;
  /** It was kept, and is sent when the shop can be reached. */
  readonly waits?: boolean;
};

const isUnreachable = (problem: unknown): boolean => problem instanceof CallProblem && problem.status === 0;

type Work = () => Promise<Outcome>;

/** What waits is sent before anything else; `otherwise` says what becomes of the work while that cannot be. */
const inOrder = async (work: Work, otherwise?: (problem: unknown) => Outcome): Promise<Outcome> => {
  try {
    show(await sendWaiting(query()));
  } catch (problem) {
    if (otherwise !== undefined && isUnreachable(problem)) return otherwise(problem);
    throw problem;
  }
  return work();
};

/** What came of a write; one that failed says why, and the cart stays as it was. */
const written = async (work: Work, otherwise?: (problem: unknown) => Outcome): Promise<Outcome> => {
  try {
    const { success, message, error_code, waits = false } = await inTurn(() => inOrder(work, otherwise));
    return { success, message: said(message), error_code, waits };
  } catch (problem) {
    return { success: false, message: sentenceOf(problem) };
  }
};

/** The same for a change that can wait for a connection. One that went out may have arrived, though nothing came back. */
const writtenOrKept = (change: Omit<Waiting, 'had'>, work: () => Promise<Outcome>): Promise<Outcome> =>
  written(
    async () => {
      const mayArrive = navigator.onLine;
      try {
        return await work();
      } catch (problem) {
        if (!isUnreachable(problem)) throw problem;
        return keep({ ...change, had: mayArrive && change.kind === 'add' ? unitsOf(last, change) : null }, problem);
      }
    },
    (problem) => keep({ ...change, had: null }, problem),
  );

const keep = (change: Waiting, problem: unknown): Outcome => {
  keepWaiting(change);
  showWaiting(problem);
  return { success: true, message: words.offline.kept, waits: true };
};

export type Wanted = {
  readonly itemId: number;
  readonly size: string;
  readonly quantity: number;
  readonly name: string;
};

/** `buyNow`: into a cart of its own, which is ordered at once; what is in the other one stays there. */
export const addItem = ({ itemId, size, quantity, name }: Wanted, buyNow = false): Promise<Outcome> => {
  const add = async (): Promise<Outcome> => {
    const items = [{ item_id: itemId, item_size: size, quantity }];
    const body = { items, new_cart: false };
    const answer = await call<AddCartDetail>(`${path}/detail`, {
      method: 'POST',
      query: { ...query(), buy_now: buyNow || undefined },
      body,
      cart: { productId: itemId },
    });
    if (!buyNow) show(answer.cart);
    tell(({ addedToCart }) => addedToCart(items, answer));
    return answer;
  };
  return buyNow ? written(add) : writtenOrKept({ kind: 'add', itemId, size, quantity, name, identifier: '' }, add);
};

/** The lines of an order, added to what is there. */
export const orderAgain = (order: Order): Promise<Outcome> =>
  written(async () => {
    const items = (order.bags_for_reorder ?? []).map(({ item_id, item_size, quantity }) => ({
      item_id,
      item_size,
      quantity,
    }));
    const answer = await call<AddCartDetail>(`${path}/detail`, {
      method: 'POST',
      query: query(),
      body: { items, new_cart: false },
      cart: {},
    });
    show(answer.cart);
    tell(({ addedToCart }) => addedToCart(items, answer));
    return { success: answer.success || answer.partial, message: answer.message };
  });

/** What an offer takes off delivery is no price of a line: the rows of the cart tell it. */
export const offersOn = ({ promotions_applied: offers = [] }: CartLine) =>
  offers.filter(({ free_shipping: isDelivery }) => !isDelivery);

/** The size as people read it. */
export const sizeOf = ({ article, availability }: CartLine): string =>
  named(availability?.available_sizes?.find(({ value }) => value === article?.size)?.display ?? article?.size);

const waitingFor = (line: CartLine, quantity: number): Omit<Waiting, 'had'> => ({
  kind: 'set',
  itemId: line.product?.uid ?? 0,
  size: line.article?.size ?? '',
  name: `${line.product?.name}, ${sizeOf(line)}`,
  identifier: line.identifiers?.identifier ?? '',
  quantity,
});

/** What came into the cart with a line. */
const partsOf = ({ identifiers }: CartLine, known: CartDetail | undefined): readonly CartLine[] =>
  (known?.items ?? []).filter(
    ({ auto_add_to_cart: isPart, parent_item_identifiers: parent }) =>
      isPart && parent?.identifier === identifiers?.identifier,
  );

const change = (operation: 'update_item' | 'remove_item', line: CartLine, quantity: number): Promise<Outcome> =>
  writtenOrKept(waitingFor(line, quantity), async () => {
    const item = {
      item_id: line.product?.uid,
      item_size: line.article?.size,
      article_id: line.article?.uid,
      item_index: line.res_item_index,
      identifiers: line.identifiers,
      quantity,
    };
    const body = { operation, items: [item] };
    const about = { cart: { productId: line.product?.uid } };
    const answer = await call<UpdateCartDetail>(`${path}/detail`, { method: 'PUT', query: query(), body, ...about });
    const gone = [line, ...partsOf(line, last)];
    show(answer.cart);
    const more = quantity - (line.quantity ?? 0);
    tell(({ addedToCart, removedFromCart }) =>
      more > 0 ? addedToCart([{ ...item, quantity: more }], answer) : removedFromCart(gone, answer),
    );
    return answer;
  });

export const setQuantity = (line: CartLine, quantity: number): Promise<Outcome> =>
  change('update_item', line, quantity);
export const removeLine = (line: CartLine): Promise<Outcome> => change('remove_item', line, 0);

/** A coupon that does not act is no error: the cart says why. One that waits for something is on it as well. */
export const applyCoupon = (code: string): Promise<Outcome> =>
  written(async () => {
    const body = { coupon_code: code };
    const answer = await call<CartDetail>(`${path}/coupon`, { method: 'POST', query: query(), body });
    show(answer);
    const { coupon, coupons } = answer;
    const isKept = coupons?.[0] !== undefined && coupons[0].coupon_code === coupon?.coupon_code;
    return { success: isKept || coupon?.is_applied === true, message: couponMessage(answer) };
  });

export const removeCoupon = (code: string): Promise<Outcome> =>
  written(async () => {
    await call<CartDetail>(`${path}/coupon`, { method: 'DELETE', query: { coupon_code: code } });
    show(await call<CartDetail>(`${path}/detail`, { query: query() }));
    return { success: true, message: words.offers.removed };
  });

const couponMessage = ({ coupon, breakup_values: breakup }: CartDetail): string =>
  coupon?.message || breakup?.coupon?.message || '';

export type ShippingWish = { readonly methodId: string; readonly storeId: number; readonly area: string };

/** What one store sends goes by that method; `area` is where to. `buyNow`: of the cart of one quick purchase. */
export const chooseShipping = ({ methodId, storeId, area }: ShippingWish, buyNow = false): Promise<Outcome> =>
  written(async () => {
    const answer = await call<CartDetail>(`${path}/shipping-methods`, {
      method: 'PUT',
      query: { ...query(), area_code: area || undefined, buy_now: buyNow || undefined },
      body: { method_id: methodId, fulfillment_id: storeId },
    });
    if (!buyNow) show(answer);
    return { success: true, message: words.cart.updated };
  });

export const setGift = (line: CartLine, wrapped: boolean, message = ''): Promise<Outcome> =>
  written(async () => {
    const key = line.identifiers?.identifier ?? line.article?.uid ?? '';
    const body = { gift_details: { [key]: { is_gift_applied: wrapped, gift_message: message } } };
    await call(`${path}/meta`, { method: 'PUT', body });
    show(await call<CartDetail>(`${path}/detail`, { query: query() }));
    return { success: true, message: wrapped ? words.cart.wrapped : words.cart.unwrapped };
  });

/** One number of the cart with every sum behind it, in the words of the page. */
export const readWhy = (number: string): Promise<CartExplained> =>
  call(`${path}/detail/explain`, { query: { path: number, language: words.tag, area_code: query().area_code } });

/** What is in a box counts as the box. */
export const unitsIn = ({ cart: current, toCome = 0 }: CartState): number =>
  (current?.items ?? []).filter(isOwn).reduce((sum, { quantity = 0 }) => sum + quantity, toCome);

/** A link to the cart as it is now, and the token in it. */
export const shareCart = (): Promise<ShareLink> => call(`${path}/share-cart`, { method: 'POST', body: {} });

const sharedPath = (token: string): string => `${path}/share-cart/${encodeURIComponent(token)}`;

export const readShared = async (token: string): Promise<SharedCart | undefined> =>
  (await call<SharedCartAnswer>(sharedPath(token), { query: query() })).cart;

export const takeShared = (token: string, action: 'merge' | 'replace'): Promise<Outcome> =>
  written(async () => {
    show((await call<SharedCartAnswer>(`${sharedPath(token)}/${action}`, { method: 'POST' })).cart);
    return { success: true, message: '' };
  });
