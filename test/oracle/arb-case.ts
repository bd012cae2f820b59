/** Whole carts that reach every feature, biased to collisions: equal prices, thresholds hit exactly, caps that bite. */
import * as fc from 'fast-check';
import type { AskedLine } from '../../src/pricing/pricing-types.ts';
import { couponArb } from './arb-coupons.ts';
import { promotionArb } from './arb-offers.ts';
import type { Anchor } from './arb-rules.ts';
import { kinds } from './arb-terms.ts';
import {
  adjustmentArb,
  articlesArb,
  currencies,
  cashRoundingArb,
  emiArb,
  feeArb,
  giftsArb,
  lineArb,
  often,
  pick,
  policyArb,
  rarely,
  tenderArb,
} from './arb-world.ts';
import { shopArb } from './arb-shop.ts';
import { shippingArb } from './arb-shipping.ts';
import { type Case, type Definition, exponents } from './case.ts';

export type Scope = {
  /** Kinds of promotions. */
  readonly kinds: readonly string[];
  readonly couponKinds: readonly string[];
  readonly abroad: boolean;
  /** Promotions of a cart, at most; 3 when left out. */
  readonly promotions?: number;
};
export const everything: Scope = { kinds, couponKinds: kinds, abroad: true };
const noon = Date.parse('2026-11-15T12:00:00Z');

const isAnchor = (value: unknown): value is Anchor => typeof value === 'object' && value !== null && 'anchor' in value;
/** Anchors become amounts in the currency of the definition. */
const resolved = (value: unknown, amountOf: (anchor: Anchor) => number): unknown => {
  if (isAnchor(value)) return amountOf(value);
  if (Array.isArray(value)) return value.map((entry) => resolved(entry, amountOf));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, resolved(entry, amountOf)]));
};
const codeOf = (definition: Definition, home: string): string => {
  const about = definition['rule_definition'] as Definition | undefined;
  const given = about === undefined ? definition['currency'] : about['currency_code'];
  return typeof given === 'string' ? given : home;
};
const rateTexts = pick('0.012', '1.8', '0.5', '83.25', '0.1', '1', '0.0037');

/** Nothing is asked of an article now and then. */
const askedArb = rarely(6, fc.record({ units: pick(1, 2, 3, 7), amount: pick(0, 1, 10, 99, 1000, 5000, 900_000) }));

export const caseArb = ({ kinds: wanted, couponKinds, abroad, promotions: most = 3 }: Scope): fc.Arbitrary<Case> =>
  fc
    .record({
      home: abroad ? pick('INR', 'INR', 'INR', ...currencies) : fc.constant('INR'),
      currency: abroad ? pick('home', 'home', ...currencies) : fc.constant('home'),
      rates: fc.tuple(rateTexts, rateTexts, rateTexts, rateTexts),
      articles: articlesArb,
      gifts: giftsArb,
      giftChoice: rarely(4, pick({ declined: true }, { articleUid: 'g' }, { articleUid: 'h' })),
      lines: fc.array(lineArb, { minLength: 1, maxLength: 5 }),
      promotions: fc.array(promotionArb(wanted), { maxLength: most }),
      coupon: rarely(3, couponArb(couponKinds)),
      beside: rarely(3, fc.array(couponArb(couponKinds), { minLength: 1, maxLength: 2 })),
      adjustments: fc.oneof(
        { weight: 2, arbitrary: fc.array(adjustmentArb, { maxLength: 0 }) },
        { weight: 1, arbitrary: fc.array(adjustmentArb, { maxLength: 2 }) },
      ),
      tie: adjustmentArb,
      policy: policyArb,
      shopper: pick(
        { userId: null, groups: [], registeredAt: null, platform: 'web', orderingStore: null },
        {
          userId: 'u1',
          groups: ['gold', '7'],
          registeredAt: Date.parse('2026-01-01T00:00:00Z'),
          platform: 'web',
          orderingStore: 1,
          emailDomain: 'cart.example',
        },
        { userId: 'u2', groups: [], registeredAt: null, platform: null, orderingStore: 2 },
      ),
      payment: pick(
        null,
        { mode: 'COD' },
        { mode: 'UPI' },
        { mode: 'CARD', code: 'HDFC', type: 'credit', network: 'visa', iin: '411111' },
      ),
      place: pick(
        null,
        { state: 'MH', zones: [4] },
        { state: 'KA', zones: [] },
        { state: null, zones: [9] },
        { state: null, zones: [4], isWhereStoreIs: true as const },
      ),
      pickup: rarely(8, fc.constant(true)),
      delivery: pick(
        [],
        [{ threshold: -1, charge: 400 }],
        [
          { threshold: 0, charge: 399 },
          { threshold: 2000, charge: 0 },
        ],
        [
          { threshold: 1000, charge: 150 },
          { threshold: 0, charge: 250 },
          { threshold: 1000, charge: 7 },
        ],
      ),
      cod: rarely(2, fc.tuple(feeArb, often(pick(500, 1000)), often(pick(2000, 5000)))),
      convenience: rarely(2, feeArb),
      giftPrice: pick(0, 30, 333),
      taxRate: pick(0, 180_000, 50_000),
      shipping: rarely(2, shippingArb),
      tender: tenderArb,
      emi: emiArb,
      cashRounding: rarely(2, cashRoundingArb),
      asked: fc.record({ lines: fc.array(askedArb, { minLength: 5, maxLength: 5 }), sum: fc.nat(20_000) }),
      budgets: rarely(4, fc.record({ p0: pick(0, 7, 300), p1: pick(1, 1000), coupon: pick(0, 99) })),
      shop: rarely(2, shopArb),
    })
    .map(
      ({
        home,
        currency,
        rates,
        articles,
        gifts,
        lines,
        promotions,
        coupon,
        beside = [],
        giftChoice,
        delivery,
        cod,
        convenience,
        giftPrice,
        taxRate,
        tie,
        asked,
        ...rest
      }) => {
        const at = (code: string): string => (code === 'home' ? home : code);
        const here = at(currency);
        const placed = [...articles, ...gifts].map((article) => ({
          ...article,
          prices: Object.fromEntries(
            Object.entries(article.prices)
              .toReversed()
              .map(([code, prices]) => [at(code), prices]),
          ),
        }));
        const sellingOf = (uid: string): number =>
          placed.find((article) => article.uid === uid)?.prices[home]?.selling ?? 0;
        const total = lines.reduce((sum, line) => sum + sellingOf(line.articleUid) * Math.floor(line.quantity), 0);
        const amount =
          (definition: Definition) =>
          (anchor: Anchor): number => {
            const base = { fixed: 0, cart: total, unit: sellingOf(lines[0]?.articleUid ?? '') }[anchor.anchor];
            return Math.max(0, base + anchor.value) / 10 ** (exponents[codeOf(definition, home)] ?? 2);
          };
        const withId = (definition: Definition, id: string): Definition => ({
          _id: id,
          ...(resolved(definition, amount(definition)) as Definition),
        });
        // A line and an adjustment that name an offer mostly name one of the kind that listens.
        const firstOf = (kind: string): string | undefined => {
          const place = promotions.findIndex((definition) => definition['promotion_type'] === kind);
          return place < 0 ? undefined : `p${place}`;
        };
        const dealOf = ({ promoId }: { readonly promoId?: string }): { readonly promoId?: string } =>
          promoId === undefined || promoId === 'none' ? {} : { promoId: firstOf('steal_deal') ?? promoId };
        const external = firstOf('external_price_adjustment_discount');
        const tied = external === undefined ? [] : [{ ...tie, type: 'discount' as const, offerId: external }];
        const fee = cod === undefined ? null : { ...cod[0], from: cod[1], to: cod[2] };
        const made = {
          now: noon,
          ...rest,
          // Who is known as a customer has an account.
          shopper: rest.shop?.customer === undefined ? rest.shopper : { ...rest.shopper, userId: 'u1' },
          home,
          currency: here,
          rates: Object.fromEntries(
            currencies
              .map((code, place) => [code, rates[place] ?? '1'] as const)
              .filter(([code]) => (code !== home && code !== (home === 'KWD' ? 'JPY' : 'KWD')) || code === here),
          ),
          lines: lines.map((line, place): AskedLine => ({ key: `l${(place * 7) % 10}`, ...line, ...dealOf(line) })),
          articles: placed.slice(0, 5),
          gifts: placed.slice(4),
          giftChoices: giftChoice === undefined ? {} : { p0: giftChoice, p1: giftChoice },
          promotions: promotions.map((definition, place) => withId(definition, `p${place}`)),
          coupon: coupon === undefined ? null : withId({ code: 'CODE', ...coupon }, 'coupon'),
          ...(coupon === undefined || beside.length === 0
            ? {}
            : {
                moreCoupons: beside.map((each, place) => withId({ code: `CODE${place}`, ...each }, `coupon${place}`)),
              }),
          adjustments: [...rest.adjustments, ...tied].map((adjustment, place) => ({
            id: `adj${place}`,
            ...adjustment,
            ...(adjustment.offerId === undefined
              ? {}
              : { offerId: firstOf('external_price_adjustment_discount') ?? adjustment.offerId }),
            currency: at(adjustment.currency),
          })),
          pickup: rest.pickup === true,
          charges: {
            delivery,
            cod: fee,
            convenience: convenience === undefined ? {} : { UPI: convenience, COD: convenience },
            giftPrice,
            taxRate,
          },
          custom: {
            lines: {
              kind: 'lines',
              articles: Object.fromEntries(
                placed.slice(0, 5).flatMap(({ uid }, place) => (asked.lines[place] ? [[uid, asked.lines[place]]] : [])),
              ),
            },
            sum: { kind: 'cart', amount: asked.sum },
            part: {
              kind: 'cart',
              amount: asked.sum,
              asked: Object.fromEntries(
                placed.slice(0, 5).flatMap(({ uid }, place) => (asked.lines[place] ? [[uid, asked.lines[place]]] : [])),
              ),
            },
            late: { kind: 'none', reason: 'custom_late' },
          },
        };
        return JSON.parse(JSON.stringify(made)) as Case;
      },
    );
