/**
 * Recorded carts priced twice: under the offers that were published, and under those with the tried ones. The offers that acted
 * on an order are taken as it kept them, whatever became of them since, and one that was made later did not exist for it: so an
 * order comes to its recorded total before anything is tried. Pure but for what it keeps of the set it was opened for.
 */
import { type OfferIndex, indexOffers } from '../../pricing/compile/offer-index.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { toHome } from '../../pricing/money/in-currency.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { PricedCart, PricedLine } from '../../pricing/priced-types.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { Work } from '../../pricing/work.ts';
import type { Minor } from '../../shared/money.ts';
import { inputWithoutOffers } from '../order-snapshot.ts';
import { valueOf } from '../stored-values.ts';
import type { OfferTally, Portion, Recorded, SimulatedSet, StackTally, Tally } from './simulation-types.ts';
import { addTallies, noTally } from './tally-rules.ts';

/** Sets of offers that acted together; most orders share one of few. */
const MOST_INDEXES = 500;
const MOST_OFFERS = 5000;
/** To read a cart takes as long as so many lines that meet a rule. */
const CART = 20;

type Indexes = { readonly before: OfferIndex; readonly after: OfferIndex };

/** One cart under both. */
export type Compared = {
  readonly recorded: Recorded;
  readonly input: { readonly before: PriceInput; readonly after: PriceInput };
  readonly before: PricedCart;
  readonly after: PricedCart;
};

export type Simulator = {
  readonly compare: (recorded: Recorded, known: Portion['offers']) => Work<Compared>;
  readonly tally: (portion: Portion) => Work<Tally>;
};

const kept = <K, V>(from: Map<K, V>, key: K, most: number, make: () => V): V => {
  const known = from.get(key);
  if (known !== undefined) return known;
  if (from.size >= most) from.clear();
  const made = make();
  from.set(key, made);
  return made;
};

const payable = ({ breakup, tender }: PricedCart): Minor =>
  tender.reduce((sum, { amount }) => sum + amount, breakup.total);
const cashbackOf = ({ cashback }: PricedCart): Minor => cashback.reduce((sum, { amount }) => sum + amount, 0);

const inHome = (amount: Minor, input: PriceInput): Minor => {
  if (input.currency.code === input.home.code) return amount;
  return amount < 0 ? -toHome(-amount, input) : toHome(amount, input);
};

const typed = ([first, ...more]: readonly CompiledOffer[]): Pick<PriceInput, 'coupon' | 'moreCoupons'> => ({
  coupon: first ?? null,
  ...(more.length > 0 && { moreCoupons: more }),
});

/** By the id of each tried offer that acts and did not act before. */
const tallyOffers = (
  { before, after, input }: Compared,
  added: ReadonlySet<string>,
): ReadonlyMap<string, OfferTally> => {
  const tallies = new Map<string, OfferTally>();
  for (const { source, stage, amount } of after.adjustments) {
    if (!added.has(source.id) || before.applied.includes(source.id)) continue;
    const worth = stage === 'points' ? 0 : inHome(amount, input.after);
    const known = tallies.get(source.id) ?? { carts: 1, amount: 0, cashback: 0 };
    tallies.set(
      source.id,
      stage === 'cashback'
        ? { ...known, cashback: known.cashback + worth }
        : { ...known, amount: known.amount + worth },
    );
  }
  return tallies;
};

type Depths = {
  readonly stacks: ReadonlyMap<string, StackTally>;
  readonly tooCheap: boolean;
  readonly accident: boolean;
  readonly atFloor: boolean;
};

const offersOf = ({ adjustments }: PricedCart): ReadonlyMap<string, string> => {
  const offers = new Map<string, string>();
  for (const { id, source } of adjustments) if (source.kind === 'offer') offers.set(id, source.id);
  return offers;
};

/** How deep offers cut into units of which a tried one took a part. */
const depthsOf = ({ after }: Compared, added: ReadonlySet<string>, leastPercent: number): Depths => {
  const offerBy = offersOf(after);
  const stacks = new Map<string, StackTally>();
  let [tooCheap, accident] = [false, false];
  let atFloor = after.notApplied.some(({ offerId, reason }) => reason === 'floor_price' && added.has(offerId));
  const look = (line: PricedLine): void => {
    for (const { cuts, price } of line.lots) {
      const by = [...new Set(cuts.flatMap(({ adjustment }) => offerBy.get(adjustment) ?? []))];
      if (!by.some((id) => added.has(id))) continue;
      const isCheap = price * 100 < line.start * leastPercent;
      tooCheap ||= isCheap;
      atFloor ||= line.floor > 0 && price <= line.floor;
      if (by.length < 2) continue;
      accident ||= isCheap;
      const key = JSON.stringify(by.toSorted());
      const known = stacks.get(key) ?? { carts: 1, accidents: 0, deepest: 0 };
      const lost = line.start === 0 ? 0 : Math.round(((line.start - price) * 100) / line.start);
      stacks.set(key, {
        carts: 1,
        accidents: known.accidents === 1 || isCheap ? 1 : 0,
        deepest: Math.max(known.deepest, lost),
      });
    }
  };
  for (const line of after.lines) if (line.gift === null) look(line);
  return { stacks, tooCheap, accident, atFloor };
};

const tallyOf = (compared: Compared, added: ReadonlySet<string>, leastPercent: number): Tally => {
  const { recorded, before, after, input } = compared;
  const [was, is] = [inHome(payable(before), input.before), inHome(payable(after), input.after)];
  const credit = inHome(cashbackOf(after) - cashbackOf(before), input.after);
  const offers = tallyOffers(compared, added);
  const saving = was - is;
  const touched = saving !== 0 || credit !== 0 || offers.size > 0;
  const { stacks, tooCheap, accident, atFloor } = depthsOf(compared, added, leastPercent);
  const { kind, id } = recorded;
  return {
    ...noTally,
    carts: kind === 'cart' ? 1 : 0,
    orders: kind === 'order' ? 1 : 0,
    reproduced: before.breakup.total === recorded.total ? 1 : 0,
    before: was,
    after: is,
    cashback: credit,
    touched: touched ? 1 : 0,
    dearer: saving < 0 ? 1 : 0,
    tooCheap: tooCheap ? 1 : 0,
    atFloor: atFloor ? 1 : 0,
    accidents: accident ? 1 : 0,
    offers,
    stacks,
    worst: saving > 0 ? [{ kind, id, before: was, after: is, saving }] : [],
  };
};

/** For one set of offers. What is made for some orders is kept for those that follow. */
export const openSimulator = (set: SimulatedSet): Simulator => {
  const base = set.base.toSorted((a, b) => a.createdAt - b.createdAt);
  const byId = new Map(base.map((offer) => [offer.id, offer]));
  const without = new Set(set.without);
  const added = new Set([...set.added.map(({ id }) => id), ...(set.coupon === null ? [] : [set.coupon.id])]);
  const offers = new Map<string, CompiledOffer>();
  const indexes = new Map<string, Indexes>();

  /** So many of the base there were at that time. */
  const countAt = (at: number): number => {
    const later = base.findIndex(({ createdAt }) => createdAt > at);
    return later < 0 ? base.length : later;
  };
  const indexesFor = (acted: readonly CompiledOffer[], hashes: readonly string[], count: number): Indexes =>
    kept(indexes, `${count} ${hashes.join(' ')}`, MOST_INDEXES, () => {
      const ids = new Set(acted.map(({ id }) => id));
      const before = [...acted, ...base.slice(0, count).filter(({ id }) => !ids.has(id))];
      return {
        before: indexOffers(before),
        after: indexOffers([...before.filter(({ id }) => !without.has(id) && !added.has(id)), ...set.added]),
      };
    });

  const compare: Simulator['compare'] = function* (recorded, known) {
    const documents = new Map(known.map(({ hash, document }) => [hash, document]));
    const offerOf = (hash: string): CompiledOffer =>
      kept(offers, hash, MOST_OFFERS, () => {
        const document = documents.get(hash);
        if (document === undefined) throw new Error(`offer ${hash} of ${recorded.id} is not there`);
        return valueOf(document) as CompiledOffer;
      });
    const { input, hashes, couponHash, moreHashes } = inputWithoutOffers(recorded.input);
    const acted = hashes.map(offerOf);
    const count = recorded.kind === 'cart' ? base.length : countAt(input.now);
    const index = indexesFor(acted, hashes, count);
    const coupons = [
      ...[...(couponHash === null ? [] : [couponHash]), ...moreHashes].map(offerOf),
      ...recorded.couponIds.flatMap((id) => byId.get(id) ?? []),
    ];
    const left = coupons.filter(({ id }) => !without.has(id));
    const assumed = left.length === 0 && set.coupon !== null ? [set.coupon] : left;
    const gifts = set.gifts.size === 0 ? input.giftArticles : new Map([...set.gifts, ...input.giftArticles]);
    // What is tried may make another combination the best.
    const { combination: _found, ...open } = input;
    const priced = {
      before: { ...input, offers: index.before, ...typed(coupons) },
      after: { ...open, offers: index.after, ...typed(assumed), giftArticles: gifts },
    };
    const before = yield* pricingOf(priced.before);
    const isSame = set.added.length === 0 && without.size === 0 && set.coupon === null;
    return { recorded, input: priced, before, after: isSame ? before : yield* pricingOf(priced.after) };
  };

  return {
    compare,
    *tally({ carts, offers: known }) {
      let sum = noTally;
      for (const recorded of carts) {
        yield CART;
        try {
          sum = addTallies(sum, tallyOf(yield* compare(recorded, known), added, set.leastPercent));
        } catch {
          // What cannot be read is no reason to lose the rest; it is counted.
          sum = addTallies(sum, { ...noTally, unpriced: 1 });
        }
      }
      return sum;
    },
  };
};
