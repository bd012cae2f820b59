/** What stands around a cart, decided as carts decide it, and the cart priced with it. */
import { fitsCount, ossSale } from '../../src/cart/price/oss-sale.ts';
import { type TaxAsked, taxedArticle, taxedCharges } from '../../src/cart/price/tax-treatment.ts';
import { pricesAt } from '../../src/catalog/price-times.ts';
import { membershipOf } from '../../src/customers/segments/segment-rules.ts';
import { isBusiness, neverChecked, unknownVat } from '../../src/customers/vat/vat-check-rules.ts';
import { tierGroup, tierStanding } from '../../src/customers/tiers/tier-rules.ts';
import { firstBasis, type OssBasis } from '../../src/delivery/oss/oss-rules.ts';
import type { Store } from '../../src/delivery/store-rules.ts';
import { taxRateOf } from '../../src/delivery/tax-rate-rules.ts';
import { taxTable } from '../../src/delivery/tax-table-rules.ts';
import type { Article } from '../../src/pricing/pricing-types.ts';
import { type Case, exponents } from './case.ts';
import type { CaseTaxes } from './shop-case.ts';

const timed = (given: Case, article: Article): Article => {
  const own = article.prices[given.home];
  const later = (given.shop?.timed ?? []).filter(({ uid }) => uid === article.uid);
  if (later.length === 0 || own?.selling === undefined || own.marked === undefined) return article;
  const row = { currency: given.home, list: null };
  const rows = [
    { ...row, marked: own.marked, effective: own.selling },
    ...later.map(({ from, until, selling, off }) => ({
      ...row,
      marked: selling + off,
      effective: selling,
      ...(from === null ? {} : { from }),
      ...(until === null ? {} : { until }),
    })),
  ];
  const [now] = pricesAt(rows, given.now);
  if (now === undefined) return article;
  return {
    ...article,
    prices: { ...article.prices, [given.home]: { ...own, marked: now.marked, selling: now.effective } },
  };
};

const groupsOf = ({ shop, shopper, home, now }: Case): readonly string[] => {
  const { customer } = shop ?? {};
  if (customer === undefined || shopper.userId === null) return shopper.groups;
  const { segments, tiers, worth, ...known } = customer;
  const exponent = exponents[home] ?? 2;
  const tier = tierStanding(tiers, worth, exponent, now);
  const { groups } = membershipOf(segments, { ...known, tier }, exponent, now);
  return [...shopper.groups, ...groups, ...(tier.tier === null ? [] : [tierGroup(tier.tier.slug)])];
};

const believed = ({ vatId, vatCheck }: CaseTaxes): string | null => {
  if (vatCheck === null) return isBusiness(null, unknownVat) ? vatId : null;
  const { state, isAsked, unanswered } = vatCheck;
  const setting = { url: 'https://vat.example', requester: null, unanswered, recheck_days: 30 };
  return isBusiness(setting, { check: { ...neverChecked, state }, isAsked }) ? vatId : null;
};
const askedOf = (taxes: CaseTaxes, now: number, oss: OssBasis): TaxAsked => ({
  table: taxTable(taxes.rows.map(taxRateOf)),
  settings: {
    price_basis: taxes.priceBasis,
    oss: taxes.oss,
    oss_threshold: null,
    reverse_charge: taxes.reverseCharge,
    vat_check: null,
    exempt_groups: ['exempt'],
  },
  oss,
  now,
  place: taxes.place,
  vatId: believed(taxes),
  groups: taxes.exempt ? ['exempt'] : [],
});
const storeOf = ({ stores }: CaseTaxes, id: number): Store => {
  const { country = 'IN', state = null, postal = null } = stores[id] ?? {};
  return { country, state, areaCode: postal } as unknown as Store;
};

/** The cart with what was decided for it, as it is priced. */
export const resolvedCase = (given: Case, oss: OssBasis): Case => {
  const { taxes } = given.shop ?? {};
  const asked = taxes && askedOf(taxes, given.now, oss);
  const article = (one: Article): Article => {
    const priced = timed(given, one);
    if (taxes === undefined || asked === undefined) return priced;
    const { levies: _levies, pricedAtRate: _rate, ...plain } = priced;
    return taxedArticle(plain, taxes.classes[one.uid] ?? '', storeOf(taxes, one.storeId), asked);
  };
  return {
    ...given,
    articles: given.articles.map(article),
    gifts: given.gifts.map(article),
    charges: taxes && asked ? taxedCharges(given.charges, storeOf(taxes, 1), asked) : given.charges,
    shopper: { ...given.shopper, groups: groupsOf(given) },
  };
};

/** At whose rates, by the count: the cart is priced with them. */
export const engineBasis = (given: Case, price: (resolved: Case) => Parameters<typeof ossSale>): OssBasis => {
  const { taxes } = given.shop ?? {};
  if (taxes === undefined) return 'destination';
  const count = taxes.oss === 'counted' ? { year: 2026, ...taxes.count, paid: taxes.count } : null;
  const first = firstBasis({ ...askedOf(taxes, given.now, 'origin').settings }, count);
  return fitsCount(ossSale(...price(resolvedCase(given, first))), count) === 'yes' ? first : 'destination';
};
