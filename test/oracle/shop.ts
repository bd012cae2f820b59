/** What stands around a cart, by docs/behaviour/tax.md, catalog.md and customers.md: the same cart with rates, prices and groups. */
import type { TaxRateRow } from '../../src/contract/catalog/tax-contract.ts';
import type { Article } from '../../src/pricing/pricing-types.ts';
import type { Answer } from './answer.ts';
import { type Case, exponents } from './case.ts';
import type { CaseCustomer, CaseTaxes, TimedPrice } from './shop-case.ts';

type Place = NonNullable<CaseTaxes['place']>;
type Levy = { readonly name: string; readonly jurisdiction: string; readonly rate: number };

const union = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');
const day = 86_400_000;

const holds = (row: TaxRateRow, place: Place, now: number): boolean => {
  if (row.country !== place.country) return false;
  if (typeof row.state === 'string' && row.state.toLowerCase() !== place.state) return false;
  if (typeof row.postal_from === 'string') {
    const last = row.postal_to ?? row.postal_from;
    if (place.postal === null || place.postal < row.postal_from || place.postal > last) return false;
  }
  if (typeof row.valid_from === 'string' && Date.parse(row.valid_from) > now) return false;
  return !(typeof row.valid_until === 'string' && Date.parse(row.valid_until) <= now);
};

/** The goods' own class, then postal codes, then a state, then the later beginning, then the name of the row. */
const rank = (row: TaxRateRow): readonly (number | string)[] => [
  row.tax_class === undefined ? 1 : 0,
  row.postal_from === undefined ? 1 : 0,
  row.state === undefined ? 1 : 0,
  typeof row.valid_from === 'string' ? -Date.parse(row.valid_from) : 0,
  row.id,
];
const isBefore = (a: TaxRateRow, b: TaxRateRow): boolean => {
  const [left, right] = [rank(a), rank(b)];
  const at = left.findIndex((value, place) => value !== right[place]);
  return at >= 0 && (left[at] ?? 0) < (right[at] ?? 0);
};

/** Null where no row names the country. */
const leviesAt = (
  taxes: CaseTaxes,
  place: Place,
  goods: { readonly taxClass: string; readonly charges: boolean },
  now: number,
): readonly Levy[] | null => {
  if (!taxes.rows.some((row) => row.country === place.country)) return null;
  const fitting = taxes.rows.filter(
    (row) =>
      holds(row, place, now) &&
      (row.tax_class === undefined || row.tax_class === goods.taxClass) &&
      (!goods.charges || row.on_charges !== false),
  );
  const names = [...new Set(fitting.map(({ name }) => name))].toSorted((a, b) => (a < b ? -1 : 1));
  return names.flatMap((name) => {
    const rows = fitting.filter((row) => row.name === name);
    const best = rows.find((row) => rows.every((other) => other === row || isBefore(row, other)));
    if (best === undefined) return [];
    const jurisdiction = best.jurisdiction ?? best.county ?? best.state ?? best.country;
    return [{ name, jurisdiction, rate: Math.round(best.rate * 10_000) }];
  });
};
const total = (levies: readonly Levy[]): number => levies.reduce((sum, { rate }) => sum + rate, 0);

type Basis = 'origin' | 'destination';
type Taxed = {
  readonly place: Place;
  readonly free: 'exempt' | 'reverse_charge' | null;
  readonly across: boolean;
  /** Consumers have the rates of the store. */
  readonly atStore: boolean;
};
/** Without a service the form of a number is enough; with one it is where nobody answered and the shop says so. */
const believed = ({ vatId, vatCheck }: CaseTaxes): string | null => {
  if (vatCheck === null || vatCheck.state === 'checked') return vatId;
  const { state, isAsked, unanswered } = vatCheck;
  return state === 'unchecked' && isAsked && unanswered === 'form' ? vatId : null;
};
const taxedFrom = (taxes: CaseTaxes, from: Place, basis: Basis): Taxed => {
  const to = taxes.place ?? from;
  const border = from.country !== to.country && union.includes(from.country) && union.includes(to.country);
  const atStore = border && basis === 'origin';
  if (taxes.exempt) return { place: to, free: 'exempt', across: false, atStore };
  const ofBuyer = believed(taxes)?.slice(0, 2).replace('EL', 'GR');
  if (border && taxes.reverseCharge && ofBuyer !== undefined && ofBuyer !== from.country) {
    return { place: to, free: 'reverse_charge', across: false, atStore };
  }
  return { place: atStore ? from : to, free: null, across: border, atStore };
};

/** One tax of India that is called GST is split by states, as without a table. */
const isGst = (levies: readonly Levy[], { country }: Place): boolean =>
  country === 'IN' && levies.length === 1 && levies[0]?.name === 'GST';

const storeOf = ({ stores }: CaseTaxes, id: number): Place =>
  stores[id] ?? { country: 'IN', state: null, postal: null };

const taxedArticle = (given: Case, taxes: CaseTaxes, article: Article, basis: Basis): Article => {
  const { levies: _levies, pricedAtRate: _rate, ...plain } = article;
  const from = storeOf(taxes, article.storeId);
  const goods = { taxClass: taxes.classes[article.uid] ?? '', charges: false };
  const { place, free, across, atStore } = taxedFrom(taxes, from, basis);
  const due = leviesAt(taxes, place, goods, given.now);
  if (due === null) return plain;
  const atHome = leviesAt(taxes, from, goods, given.now);
  const own = atHome === null ? article.taxRate : total(atHome);
  const rate = free === null ? total(due) : 0;
  const within = taxes.priceBasis === 'net' || atStore ? own : total(due);
  return {
    ...plain,
    taxRate: rate,
    ...(within === rate ? {} : { pricedAtRate: within }),
    ...(free === null ? {} : { exemption: free }),
    ...(across ? { acrossUnion: basis } : {}),
    ...(isGst(due, place) ? {} : { levies: free === null ? due : [] }),
  };
};

const taxedCharges = (given: Case, taxes: CaseTaxes, basis: Basis): Case['charges'] => {
  const from = storeOf(taxes, 1);
  const { place, free, across } = taxedFrom(taxes, from, basis);
  const due = leviesAt(taxes, place, { taxClass: '', charges: true }, given.now);
  if (due === null) return given.charges;
  if (free !== null) return { ...given.charges, taxRate: 0, levies: [] };
  return {
    ...given.charges,
    taxRate: total(due),
    ...(across ? { acrossUnion: basis } : {}),
    ...(isGst(due, place) ? {} : { levies: due }),
  };
};

/** Of the prices whose time it is, the one that began last; the one without a time where none is. */
const priceNow = (given: Case, article: Article): Article => {
  const own = article.prices[given.home];
  const counts = ({ uid, from, until }: TimedPrice): boolean =>
    uid === article.uid && (from === null || from <= given.now) && (until === null || given.now < until);
  const begun = (given.shop?.timed ?? []).filter(counts).toSorted((a, b) => (b.from ?? -1) - (a.from ?? -1));
  const [now] = begun;
  if (now === undefined || own === undefined) return article;
  const { selling, off } = now;
  return { ...article, prices: { ...article.prices, [given.home]: { ...own, marked: selling + off, selling } } };
};

const daysSince = (at: number | null, now: number): number | null =>
  at === null ? null : Math.floor((now - at) / day);
const between = (value: number | null, range: { readonly min?: number; readonly max?: number }): boolean =>
  value !== null && !(range.min !== undefined && value < range.min) && !(range.max !== undefined && value > range.max);

const firstDayOf = ({ days, months = 0 }: CaseCustomer['tiers'][number], now: number): number => {
  const today = Math.floor(now / day);
  if (days !== undefined) return today - days + 1;
  const at = new Date(today * day);
  const target = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - months, 1));
  const length = new Date(Date.UTC(target.getUTCFullYear(), target.getUTCMonth() + 1, 0)).getUTCDate();
  target.setUTCDate(Math.min(at.getUTCDate(), length));
  return target.getTime() / day + 1;
};

const groupsOf = ({ shop, shopper, home, now }: Case): readonly string[] => {
  const { customer } = shop ?? {};
  if (customer === undefined || shopper.userId === null) return shopper.groups;
  const unit = 10 ** (exponents[home] ?? 2);
  const reached = customer.tiers.filter((tier) => {
    const within = customer.worth.filter((one) => one.day >= firstDayOf(tier, now) && one.day <= Math.floor(now / day));
    const have = within.reduce((sum, one) => sum + (tier.of === 'points' ? one.points : one.money), 0);
    return have >= (tier.of === 'points' ? tier.min : tier.min * unit);
  });
  const tier = reached.at(-1)?.slug;
  const everybody = [{ slug: 'first-order', conditions: { orders: { max: 0 } } }];
  const segments = [...everybody, ...customer.segments].filter(({ conditions: of }) => {
    const asked = of as CaseCustomer['segments'][number]['conditions'];
    const tests: readonly boolean[] = [
      asked.orders === undefined || between(customer.orders, asked.orders),
      asked.spent === undefined || between(customer.spent / unit, asked.spent),
      asked.days_since_order === undefined || between(daysSince(customer.lastOrderAt, now), asked.days_since_order),
      asked.account_days === undefined || between(daysSince(customer.since, now), asked.account_days),
      asked.groups === undefined || asked.groups.some((group) => customer.groups.includes(group)),
      asked.tags === undefined || asked.tags.some((tag) => customer.tags.includes(tag)),
      asked.tiers === undefined || (tier !== undefined && asked.tiers.includes(tier)),
    ];
    return tests.every(Boolean);
  });
  return [
    ...shopper.groups,
    ...segments.map(({ slug }) => `segment:${slug}`),
    ...(tier === undefined ? [] : [`tier:${tier}`]),
  ];
};

/** The cart with what was decided for it. */
export const aroundCart = (given: Case, basis: Basis): Case => {
  const { taxes } = given.shop ?? {};
  const article = (one: Article): Article => {
    const priced = priceNow(given, one);
    return taxes === undefined ? priced : taxedArticle(given, taxes, priced, basis);
  };
  return {
    ...given,
    articles: given.articles.map(article),
    gifts: given.gifts.map(article),
    charges: taxes === undefined ? given.charges : taxedCharges(given, taxes, basis),
    shopper: { ...given.shopper, groups: groupsOf(given) },
  };
};

/** Half up, from minor units of the cart's currency to those of the shop's. */
const atHome = (given: Case, amount: number): number => {
  if (given.currency === given.home || amount <= 0) return Math.max(0, amount);
  const rate = given.rates[given.currency];
  if (rate === undefined) return 0;
  const [whole = '', fraction = ''] = rate.split('.');
  const top = BigInt(amount) * 10n ** BigInt((exponents[given.home] ?? 2) + fraction.length);
  const bottom = BigInt(whole + fraction) * 10n ** BigInt(exponents[given.currency] ?? 2);
  return Number((2n * top + bottom) / (2n * bottom));
};

type Figures = {
  readonly lines: Readonly<Record<string, { readonly taxable: number }>>;
  readonly gifts: readonly { readonly article: string }[];
  readonly charges: readonly { readonly code: string; readonly amount: number; readonly tax: number }[];
  readonly breakup: { readonly promotion_shipping: number };
};
/** What a cart sells over borders of the Union, without tax. */
const soldBy = (around: Case, answer: Answer): number | null => {
  const { lines, gifts, charges, breakup } = answer as unknown as Figures;
  const sent = [...around.articles, ...around.gifts];
  const across = new Set(sent.filter(({ acrossUnion }) => acrossUnion !== undefined).map(({ uid }) => uid));
  const crossing = around.lines.filter(({ key, articleUid }) => across.has(articleUid) && lines[key] !== undefined);
  // A gift costs nothing, but what its delivery costs is sold.
  if (crossing.length === 0 && !gifts.some(({ article }) => across.has(article))) return null;
  const goods = crossing.reduce((sum, { key }) => sum + (lines[key]?.taxable ?? 0), 0);
  const charged = charges
    .filter(({ code }) => code !== 'cash_rounding')
    .reduce((sum, { amount, tax }) => sum + amount - tax, 0);
  const delivery = around.charges.acrossUnion === undefined ? 0 : charged - Math.abs(breakup.promotion_shipping);
  return atHome(around, goods + delivery);
};

/** Whose rates hold: the destination's from the sale on that passes the threshold. */
export const basisOf = (given: Case, price: (around: Case) => Answer): Basis => {
  const { taxes } = given.shop ?? {};
  if (taxes === undefined) return 'destination';
  if (taxes.oss !== 'counted') return taxes.oss;
  const { sold, lastYear, threshold } = taxes.count;
  if (lastYear > threshold || sold > threshold) return 'destination';
  const around = aroundCart(given, 'origin');
  const own = soldBy(around, price(around));
  return own !== null && sold + own > threshold ? 'destination' : 'origin';
};
