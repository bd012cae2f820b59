/**
 * One call of a cart operation: who shops, what he works with, how he wants to be answered. Reads headers; stores nothing but
 * what a customer's proof newly says about him.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readPayable } from '../../balances/read-balances.ts';
import { cartAddress } from './cart-address.ts';
import { type CartAsk, plainAsk } from './cart-ask.ts';
import { type CartCall, type CartServices, type CartShop, type Guest, noGuest } from './cart-shop.ts';
import { type CartSelector, findCart, ownerOf } from './find-cart.ts';
import { type CartOwner, orderTypeOf, type StoredCart } from '../store/cart-document.ts';
import { readSnapshot } from '../store/cart-record-store.ts';
import { languageNamed } from '../words/spoken.ts';
import { placeSaid } from '../../customers/address-rules.ts';
import { knowCustomer } from '../../customers/know-customer.ts';
import { readSavedCard } from '../../customers/saved-card-store.ts';
import { answerShopper, cookieScope } from '../../customers/shopper-answer.ts';
import { shopperTaker } from '../../customers/shopper-taker.ts';
import { anonymousForWrite, identifyShopper, type Shopper, type ShopperKeys } from '../../customers/shopper.ts';
import { applicationCaller } from '../../http/access.ts';
import type { ApplicationCaller } from '../../http/caller.ts';
import { triable } from '../../http/dry-run.ts';
import { operations } from '../../http/operation.ts';
import { browsingOf } from '../../http/requests/browsing.ts';
import type { FiguresShown } from '../../http/views/follow-figures.ts';
import type { AskRule } from '../../offers/logic/rule-asker.ts';
import type { OfferReader } from '../../offers/read-offers.ts';
import type { Taker } from '../../quotas/quota-statements.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { longCarts } from './long-carts.ts';
import { recordedServices } from './recorded-services.ts';
import { once } from '../../shared/once.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type CartRoutesOptions = Readonly<{ services: CartServices; keys: ShopperKeys; publicUrl: URL }>;

/** A node whose writes can be tried. */
export const withTriableNode = <T extends CartRoutesOptions>(options: T): T => {
  const { services } = options;
  return { ...options, services: { ...services, node: { ...services.node, db: triable(services.node.db) } } };
};

const platforms = ['web', 'android', 'ios'];
const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = ownEntry(request.headers, name);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

export const readersOf = (
  node: Pick<CartServices['node'], 'db' | 'now'>,
  caller: Pick<ApplicationCaller, 'applicationId' | 'settings'>,
  shopper: CartShop['shopper'],
): CartShop['readers'] => ({
  snapshot: ({ id }) => readSnapshot(node.db, id),
  address: async (cart, addressId) => {
    const address = await cartAddress({ node, caller, shopper }, cart, addressId);
    if (address === undefined) return undefined;
    const { areaCode, country, state, fields } = address;
    return { areaCode, country, state, fields: placeSaid(fields) };
  },
  card: (userId, cardId) => readSavedCard(node.db, { applicationId: caller.applicationId, userId, cardId }),
  balances: (userId) => readPayable(node.db, caller.applicationId, userId, node.now()),
  facts: (customer) => knowCustomer(node, caller, customer),
});

/** Asked once in a call: finding a cart, deciding and pricing all look at the same offers. */
const offersOnce = (read: OfferReader): OfferReader => {
  let asked: ReturnType<OfferReader> | undefined;
  return (application, now) => {
    asked ??= read(application, now);
    return asked;
  };
};

/**
 * In whose name a call takes up what all share, so that nobody takes up all of it: a customer's, or that of a guest's network
 * address, because anybody can be as many guests as he likes. Undefined: somebody of the shop.
 */
const nameOfCaller = ({ subjects }: Taker, { customer }: Shopper): (() => string | undefined) => {
  const known = customer === undefined ? 'address' : 'shopper';
  return once(() => subjects().find(({ by }) => by === known)?.key);
};
/** Rules of the merchant's own are asked in that name. */
const askFor = (ask: AskRule | undefined, name: () => string | undefined): AskRule | undefined =>
  ask && ((applicationId, rule, question) => ask(applicationId, rule, question, name()));

/** His name is made when an offer whose uses are counted asks for it. */
const guestOf = ({ nameOf }: Quotas, applicationId: string, { customer, anonymous }: Shopper): Guest => {
  if (customer !== undefined || anonymous === undefined) return noGuest;
  const named = once(() => [nameOf(applicationId, 'token', anonymous.id)]);
  return {
    get names() {
      return named();
    },
    contacts: [],
  };
};

export const openCall = async (request: FastifyRequest, options: CartRoutesOptions): Promise<CartCall> => {
  const { services, keys, publicUrl } = options;
  const caller = applicationCaller(request);
  const shopper = await identifyShopper(request, caller, keys);
  const source = header(request, 'x-ordering-source-type')?.toLowerCase();
  const taker = shopperTaker(request, services.quotas, caller, shopper);
  const name = nameOfCaller(taker, shopper);
  const isGone = (): boolean => request.socket.destroyed;
  const shop: CartShop = {
    ...services,
    offers: offersOnce(services.offers),
    caller,
    shopper,
    publicUrl,
    platform: platforms.find((one) => one === source) ?? 'web',
    readers: readersOf(services.node, caller, shopper),
    requestId: request.id,
    isGone,
    browsing: () => browsingOf(request.headers, caller.settings.time_zone),
    staff: request.staffAct,
    taker,
    ask: askFor(services.ask, name),
    longCarts: longCarts(services.inTurn, { name, requestId: request.id, isGone }),
    guest: guestOf(services.quotas, caller.applicationId, shopper),
  };
  const ifMatch = header(request, 'if-match');
  if (shopper.customer !== undefined) {
    const owner = { kind: 'customer', id: shopper.customer.userId } as const;
    return { shop, writer: { owner, newToken: undefined, since: services.node.now() }, ifMatch };
  }
  const { anonymous, newToken } = anonymousForWrite(shopper, caller, keys, services.node.random);
  const told = shop.staff === undefined ? newToken : undefined;
  const owner = { kind: 'anonymous', id: anonymous.id } as const;
  // A token keeps whole seconds, so that the answer that issues it says the same time as the next.
  const since = Math.floor(anonymous.issuedAt / 1000) * 1000;
  return { shop, writer: { owner, newToken: told, since }, ifMatch };
};

/** For so long a token that was checked with a key from elsewhere is not checked again. */
const KEYS_KNOWN_MS = 60_000;

export type CartView = {
  readonly call: CartCall;
  /** The answer may be given again until then, as long as nothing that was read changes. */
  readonly keep: (until: number, figures?: () => FiguresShown | undefined) => void;
};

/** A call that only reads. What it read is remembered, for an answer that is given again. */
export const openView = async (request: FastifyRequest, options: CartRoutesOptions): Promise<CartView> => {
  const { stamp: stampOf } = options.services;
  // What somebody of the shop does in a shopper's place is recorded each time.
  const isKept = stampOf !== undefined && request.staffAct === undefined && request.caller?.kind === 'application';
  if (!isKept) return { call: await openCall(request, options), keep: () => undefined };
  const stamp = stampOf();
  const { services, recorder } = recordedServices(options.services);
  const call = await openCall(request, { ...options, services });
  const since = services.node.now();
  const { customer, anonymous, clearCookies } = call.shop.shopper;
  const proven = customer === undefined ? Infinity : (customer.expiresAt ?? since);
  // A new secret or key in the settings is another version of the application, which is compared.
  const keys = call.shop.caller.settings.customer_token?.kind;
  const known = customer !== undefined && keys === 'jwks' ? since + KEYS_KNOWN_MS : Infinity;
  const keep: CartView['keep'] = (until, figures) => {
    // Who is both is about to have one cart; a cookie is taken back once.
    if ((customer !== undefined && anonymous !== undefined) || clearCookies.length > 0) return;
    const lasts = Math.min(until, proven, known);
    request.evidence = { witnesses: recorder.witnesses, stamp, since, until: lasts, figures: figures?.() };
  };
  return { call, keep };
};

/** Cookies taken back; and the token of a new shopper, when what is answered is a cart of his. */
export const tellShopper = (
  reply: FastifyReply,
  { shop, writer }: CartCall,
  { publicUrl }: CartRoutesOptions,
  owner: CartOwner | undefined,
): void => {
  const isHis = owner !== undefined && owner.kind === writer.owner.kind && owner.id === writer.owner.id;
  const news = { clearCookies: shop.shopper.clearCookies, newToken: isHis ? writer.newToken : undefined };
  answerShopper(reply, news, cookieScope(publicUrl, shop.caller.settings.storefront_url));
};

type SelectorQuery = {
  readonly id?: string | undefined;
  readonly buy_now?: boolean | undefined;
  readonly cart_type?: string | undefined;
};
const textOf = (text: string | undefined): string | null => (text === undefined || text === '' ? null : text);

export const selectorOf = ({ id, buy_now, cart_type }: SelectorQuery): CartSelector => ({
  id: textOf(id),
  buyNow: buy_now ?? null,
  cartType: textOf(cart_type),
});

/** Whom a key belongs to: the proven owner, else the cart that was asked for, else nobody. */
export const keyOwner = ({ shop }: CartCall, { id }: CartSelector): string => {
  const owner = ownerOf(shop.shopper);
  if (owner !== undefined) return `${owner.kind}:${owner.id}`;
  return id === null ? '' : `cart:${id}`;
};

type AskQuery = {
  readonly i?: boolean | undefined;
  readonly b?: boolean | undefined;
  readonly c?: boolean | undefined;
  readonly t1?: number | string | undefined;
  readonly t2?: number | string | undefined;
  readonly t3?: number | string | undefined;
  readonly eta_mins?: number | string | undefined;
  readonly area_code?: string | undefined;
  readonly order_type?: string | undefined;
  readonly assign_card_id?: number | undefined;
};

/** Operations to which client libraries cannot say `i` and `b` answer with all of the cart, unless a caller says otherwise. */
export const wholeByDefault = <Query extends AskQuery>(query: Query): Query => ({
  ...query,
  i: query.i ?? true,
  b: query.b ?? true,
});

/** `x-location-detail` is JSON that a storefront keeps about its visitor; what cannot be read says nothing. */
const pincodeOf = (text: string | undefined): string | null => {
  if (text === undefined) return null;
  try {
    const detail: unknown = JSON.parse(text);
    const pincode = (detail as { readonly pincode?: unknown } | null)?.pincode;
    return typeof pincode === 'string' || typeof pincode === 'number' ? textOf(String(pincode)) : null;
  } catch {
    return null;
  }
};

const storeOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d{1,10}$/.test(text) ? Number(text) : null;

const hintsOf = ({ t1, t2, t3, eta_mins }: AskQuery): CartAsk['hints'] => ({
  ...(t1 === undefined ? {} : { t1 }),
  ...(t2 === undefined ? {} : { t2 }),
  ...(t3 === undefined ? {} : { t3 }),
  ...(eta_mins === undefined ? {} : { eta_mins }),
});

export const askOf = (request: FastifyRequest, query: AskQuery): CartAsk => ({
  ...plainAsk,
  items: query.i ?? false,
  breakup: query.b ?? false,
  cod: query.c ?? false,
  areaCode: textOf(query.area_code),
  pincode: pincodeOf(header(request, 'x-location-detail')),
  currency: header(request, 'x-currency-code')?.toUpperCase() ?? null,
  language: languageNamed(header(request, 'x-language-code')) ?? null,
  orderType: orderTypeOf(query.order_type),
  hints: hintsOf(query),
  assignCardId: query.assign_card_id ?? null,
  orderingStore: storeOf(header(request, 'x-ordering-store')),
});

export const cartPath = '/service/application/cart';
export const cartAccess = { kind: 'application' } as const;
export const tags = ['Cart'];
export const cartOperation = operations(cartAccess, tags);

/** A question about a cart that changes nothing: who asks, which cart is meant, for which place and in which currency. */
export type CartLook = { readonly shop: CartShop; readonly cart: StoredCart | undefined; readonly ask: CartAsk };

type LookQuery = Parameters<typeof askOf>[1] & Parameters<typeof selectorOf>[0] & { readonly cart_id?: string };

export const lookAtCart = async (
  request: FastifyRequest,
  reply: FastifyReply,
  options: CartRoutesOptions,
  query: LookQuery,
): Promise<CartLook> => {
  const call = await openCall(request, options);
  const { shop } = call;
  const selector = selectorOf({ ...query, id: query.id ?? query.cart_id });
  const { cart, kind } = await findCart(call, selector);
  tellShopper(reply, call, options, undefined);
  return { shop, cart, ask: { ...askOf(request, query), kind } };
};
