/** What a cart's prices depend on beside the goods in it: offers, rates, address, card, balances, adjustments. */
import type { CartAsk } from '../call/cart-ask.ts';
import { type Balances, type CartAddress, noBalances, noReaders, type PricedShop } from '../call/cart-shop.ts';
import { knownVat } from '../call/known-vat.ts';
import { type CartMoney, cartMoney } from '../lines/cart-money.ts';
import { paymentMode } from '../../shared/payment-mode.ts';
import { type CartDocument, emptyDocument, type StoredCart } from '../store/cart-document.ts';
import type { PricedSnapshot } from '../store/cart-record-store.ts';
import type { CartSettings } from '../../contract/applications/cart-settings-contract.ts';
import type { CustomerFacts } from '../../customers/profile-rules.ts';
import { type OssCount, ossThreshold, yearAt } from '../../delivery/oss/oss-rules.ts';
import { readOssCount } from '../../delivery/oss/oss-store.ts';
import { type OrderTimes, orderTimes } from '../../delivery/promise-rules.ts';
import type { KnownVat } from '../../customers/vat/vat-check-rules.ts';
import { readAdjustments, type StoredAdjustment } from '../../offers/adjustments/adjustment-store.ts';
import { type CartConfiguration, isInUse, universalSlug } from '../../offers/configurations/configuration-rules.ts';
import type { ActiveOffers } from '../../offers/read-offers.ts';
import { currencyOf } from '../../shared/currency.ts';
import type { Payment } from '../../pricing/pricing-types.ts';

export type Surroundings = {
  readonly now: number;
  /** When it counts as ordered, for what is promised. */
  readonly ordered: OrderTimes;
  readonly document: CartDocument;
  readonly settings: CartSettings;
  readonly active: ActiveOffers;
  readonly configuration: CartConfiguration;
  readonly money: CartMoney;
  readonly snapshot: PricedSnapshot | undefined;
  readonly address: CartAddress | undefined;
  readonly addressGone: boolean;
  readonly card: Payment | undefined;
  readonly balances: Balances;
  readonly facts: CustomerFacts;
  readonly adjustments: readonly StoredAdjustment[];
  /** What was sold over borders of the European Union; null where it is not counted. */
  readonly ossCount: OssCount | null;
  /** Of its VAT number; null where nobody is asked about it. */
  readonly vat: KnownVat | null;
};

const configurationFor = ({ universal, custom }: ActiveOffers, slug: string): CartConfiguration =>
  slug === universalSlug ? universal : (custom.find((one) => one.slug === slug && isInUse(one)) ?? universal);

/** Those of one millisecond stand by what they say: their identifiers are drawn by chance, and chance must not set a price. */
const words = ({ body }: StoredAdjustment): string => JSON.stringify(body);
const inOrderMade = (a: StoredAdjustment, b: StoredAdjustment): number =>
  a.createdAt - b.createdAt || Number(words(a) > words(b)) - Number(words(a) < words(b));

/** What takes something off or pays: meant for the shopper, and not for whoever has the id of his cart. */
const forShopper: ReadonlySet<string> = new Set(['discount', 'mop']);

/** Other systems know a cart by its number, its owner by its key: an adjustment may name it by either. */
const adjustmentsOf = async ({ node, caller }: PricedShop, cart: StoredCart): Promise<readonly StoredAdjustment[]> => {
  // A copy behind a link has the number of the cart and is nobody's.
  if (cart.owner.id === '') return [];
  const found = await readAdjustments(node.db, caller.applicationId, cart.id, cart.cartId);
  const isMeant = ({ body }: StoredAdjustment): boolean => cart.withheld === undefined || !forShopper.has(body.type);
  return found.filter(isMeant).toSorted(inOrderMade);
};

/** What lies beside a stored cart; a cart that is not stored has none of it. */
const readBeside = async (shop: PricedShop, cart: StoredCart | undefined) => {
  if (cart === undefined) return { snapshot: undefined, address: undefined, addressGone: false, adjustments: [] };
  const { snapshot, address } = { ...noReaders, ...shop.readers };
  const { addressId, billingAddressId } = cart.document;
  const isKept = async (id: string): Promise<boolean> => (await address(cart, id)) !== undefined;
  const [known, place, billing, adjustments] = await Promise.all([
    snapshot(cart),
    addressId === null ? undefined : address(cart, addressId),
    billingAddressId === null || billingAddressId === addressId || isKept(billingAddressId),
    adjustmentsOf(shop, cart),
  ]);
  const addressGone = (addressId !== null && place === undefined) || !billing;
  return { snapshot: known, address: place, addressGone, adjustments };
};

const noFacts: CustomerFacts = { groups: [], registeredAt: null };

/** What is the customer's own; an anonymous shopper has none of it. */
const readOwn = async ({ shopper: { customer }, readers }: PricedShop, { assignCardId }: CartAsk) => {
  if (customer === undefined) return { card: undefined, balances: noBalances, facts: noFacts };
  const { card: savedCard, balances, facts } = { ...noReaders, ...readers };
  const [chosen, own, known] = await Promise.all([
    assignCardId === null ? undefined : savedCard(customer.userId, assignCardId),
    balances(customer.userId),
    facts(customer),
  ]);
  const card = chosen && { ...chosen, mode: paymentMode(chosen.mode) };
  return { card, balances: own, facts: known };
};

const readCount = async ({ node, caller }: PricedShop, now: number): Promise<OssCount | null> => {
  const { cart, currency, time_zone } = caller.settings;
  const threshold = cart.tax.oss === 'counted' ? ossThreshold(cart.tax, currencyOf(currency)) : null;
  if (threshold === null) return null;
  const year = yearAt(time_zone, now);
  return { year, threshold, ...(await readOssCount(node.db, { companyId: caller.companyId, year, currency })) };
};

export const readSurroundings = async (
  shop: PricedShop,
  cart: StoredCart | undefined,
  ask: CartAsk,
): Promise<Surroundings> => {
  const { node, caller, catalog, offers } = shop;
  const now = node.now();
  const settings = caller.settings.cart;
  const [active, rates, beside, own, ossCount, vat] = await Promise.all([
    offers(caller, now),
    catalog.rates(caller.companyId),
    readBeside(shop, cart),
    readOwn(shop, ask),
    readCount(shop, now),
    knownVat(shop, cart),
  ]);
  return {
    now,
    ordered: orderTimes(now, cart?.id),
    document: cart?.document ?? emptyDocument,
    settings,
    active,
    configuration: configurationFor(active, cart?.slug ?? ask.kind.slug),
    money: cartMoney(caller.settings, ask.currency, {
      rates,
      snapshot: beside.snapshot,
      maxAgeHours: settings.rate_max_age_hours,
      now,
    }),
    ...beside,
    ...own,
    ossCount,
    vat,
  };
};
