/** Carts made for an offer: goods that its criteria mean, and the shopper, place and time that it asks for. Pure. */
import type { PreviewBody, PreviewItem } from '../../contract/offers/offer-preview-contract.ts';
import { positiveSlugs } from '../../pricing/compile/buy-condition.ts';
import type { CompiledOffer, Criteria, Dimension, DiscountRule } from '../../pricing/compile/offer-types.ts';
import { isoTime } from '../../shared/clock.ts';
import type { Currency } from '../../shared/currency.ts';
import { toDecimal } from '../../shared/money.ts';

export type Maker = { readonly now: number; readonly currency: Currency };

/** A number that nothing in a shop has. */
const NOBODYS = 2_000_000_000;

/** The first of thousands that it may be. */
const wanted = (criteria: Criteria, dimension: Dimension): number | string | undefined => {
  const wants = criteria.wants.filter((want) => want.dimension === dimension);
  const excluded = criteria.excludes.filter((want) => want.dimension === dimension);
  const [first, ...others] = wants;
  return first?.values
    .values()
    .find(
      (value) => others.every(({ values }) => values.has(value)) && !excluded.some(({ values }) => values.has(value)),
    );
};
const one: readonly Dimension[] = ['item', 'sku', 'brand', 'store', 'company', 'size', 'article'];

/** What one good cannot be at once, or what is asked for and excluded. */
export const meansNothing = (criteria: Criteria): boolean =>
  one.some(
    (dimension) =>
      criteria.wants.some((want) => want.dimension === dimension) && wanted(criteria, dimension) === undefined,
  );

const numberOf = (value: number | string | undefined): number | undefined =>
  value === undefined ? undefined : Number(value);
const textOf = (value: number | string | undefined): string | undefined =>
  value === undefined ? undefined : String(value);
/** Of what a good has several, it has one of each list. */
const several = (criteria: Criteria, dimension: Dimension): readonly (number | string)[] =>
  criteria.wants.filter((want) => want.dimension === dimension).flatMap(({ values }) => [...values].slice(0, 1));

const priceOf = ({ unitPrice }: Criteria, price: number): number =>
  unitPrice === null ? price : Math.min(Math.max(unitPrice.from, price), unitPrice.to);

const named = <T>(name: string, value: T | undefined): Readonly<Record<string, T>> =>
  value === undefined ? {} : { [name]: value };

const itemFor = (criteria: Criteria, at: number, { currency }: Maker, price: number): Omit<PreviewItem, 'quantity'> => {
  const first = (dimension: Dimension): number | string | undefined => wanted(criteria, dimension);
  return {
    article_id: textOf(first('article')) ?? `witness-${at}`,
    item_id: numberOf(first('item')) ?? NOBODYS + at,
    marked: toDecimal(priceOf(criteria, price), currency.exponent),
    brand_id: numberOf(first('brand')) ?? NOBODYS,
    store_id: numberOf(first('store')) ?? NOBODYS,
    company_id: numberOf(first('company')) ?? NOBODYS,
    ...named('size', textOf(first('size'))),
    ...named('sku', textOf(first('sku'))),
    l1_categories: several(criteria, 'l1').map(Number),
    l2_categories: several(criteria, 'l2').map(Number),
    l3_categories: several(criteria, 'l3').map(Number),
    departments: several(criteria, 'department').map(Number),
    tags: several(criteria, 'tag').map(String),
  };
};

/** A rule needs the goods of its buy rules, goods to give to, and the gift that it gives. */
const goodsOf = (offer: CompiledOffer, { condition, criteria, benefit }: DiscountRule): readonly Criteria[] => {
  const slugs = new Set(positiveSlugs(condition));
  const bought = offer.rules.filter(({ slug }) => slugs.has(slug)).map((rule) => rule.criteria);
  return [...bought, ...(bought.length === 0 || benefit.kind !== 'buy_get' ? criteria.slice(0, 1) : criteria)];
};

const giftsOf = ({ benefit }: DiscountRule): readonly Omit<PreviewItem, 'quantity'>[] =>
  benefit.kind === 'gift'
    ? benefit.items.slice(0, 1).map((item) => ({ article_id: `gift-${item}`, item_id: item, marked: 1 }))
    : [];

/** Somebody whom it lets in; nobody where it asks for no account. */
const userFor = ({ restrictions }: CompiledOffer, now: number): Pick<PreviewBody, 'user'> => {
  const { anonymous, userIds, groups, registered } = restrictions;
  if (anonymous !== false && userIds.length + groups.length === 0 && registered === null) return {};
  const registeredOn = isoTime(registered?.from ?? (registered?.to ?? now) - 1);
  return { user: { id: userIds[0] ?? 'somebody', groups: groups.slice(0, 1), registered_on: registeredOn } };
};

const zonesFor = ({ rules, discounts }: CompiledOffer): Pick<PreviewBody, 'zones'> => {
  const asked = [...rules.map(({ criteria }) => criteria), ...discounts.flatMap(({ criteria }) => criteria)];
  const zones = asked.flatMap((criteria) => criteria.zones.flatMap((list) => list.slice(0, 1)));
  return zones.length === 0 ? {} : { zones: [...new Set(zones)] };
};

const momentFor = ({ periods }: CompiledOffer, now: number): string => {
  const running = periods.find(({ from, to }) => from <= now && now < to) ?? periods.find(({ from }) => from > now);
  return isoTime(Math.max(now, running?.from ?? now));
};

/** Null: it asks for what a previewed cart cannot say. */
export const circumstancesOf = (offer: CompiledOffer, { now }: Maker): Omit<PreviewBody, 'items'> | null => {
  const { platforms, emailDomains, orderingStores, payments, shippingMethods } = offer.restrictions;
  const plain = Object.entries(payments ?? {}).find(
    ([, { codes, types, networks, iins }]) => codes.length + types.length + networks.length + iins.length === 0,
  );
  if (emailDomains.length > 0 || (payments !== null && plain === undefined)) return null;
  return {
    as_of: momentFor(offer, now),
    delivery_charge: 50,
    ...named('coupon_code', offer.mode === 'coupon' ? (offer.code ?? undefined) : undefined),
    ...named('payment_mode', plain?.[0]),
    ...named('platform', platforms[0]),
    ...named('shipping_method', shippingMethods?.[0]),
    ...named('ordering_store', orderingStores[0]),
    ...zonesFor(offer),
    ...userFor(offer, now),
  };
};

const quantities = [1, 2, 3, 4, 6, 10, 30] as const;
const prices = [1_000, 100, 20_000, 10] as const;

/** Carts in which the offer may act, the plainest first. */
export function* cartsFor(offer: CompiledOffer, maker: Maker): Generator<PreviewBody> {
  const around = circumstancesOf(offer, maker);
  if (around === null) return;
  const unit = 10 ** maker.currency.exponent;
  for (const price of prices) {
    for (const quantity of quantities) {
      for (const rule of offer.discounts) {
        const goods = goodsOf(offer, rule).map((criteria, at) => itemFor(criteria, at, maker, price * unit));
        // What two rules mean alike is one good.
        const known = new Map(goods.map((item) => [JSON.stringify({ ...item, article_id: '', item_id: 0 }), item]));
        const deal = offer.boundToLine ? { promo_id: offer.id } : {};
        const items = [...known.values()].map((item) => ({ ...item, ...deal, quantity }));
        const gifts = giftsOf(rule).map((item) => ({ ...item, quantity: 1 }));
        if (items.length > 0) yield { ...around, items: [...items, ...gifts] };
      }
    }
  }
}
