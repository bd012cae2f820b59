/** One runner per family of cases; each goes through the functions that price and merge real carts. */
import { mostUnits } from '../../../src/cart/store/line-rules.ts';
import { priceCart } from '../../../src/pricing/price-cart.ts';
import type { PricedCart } from '../../../src/pricing/priced-types.ts';
import type { PricingPolicy } from '../../../src/pricing/pricing-policy.ts';
import { readExchangeRate } from '../../../src/shared/rates.ts';
import { inputOf } from './vector-case.ts';
import {
  promotionOf,
  UnreadVector,
  type VectorCart,
  type VectorLine,
  type VectorPromotion,
} from './vector-language.ts';
import { mergedVector, vectorArticle } from './vector-merge.ts';
import { resultOf } from './vector-result.ts';
import { ownEntry } from '../../../src/shared/own-entry.ts';

export type VectorCase = {
  readonly id: string;
  readonly name: string;
  readonly family: string;
  readonly status: 'agreed' | 'policy' | 'quirk';
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: Readonly<Record<string, unknown>>;
  readonly notes?: string;
};
type Result = Readonly<Record<string, unknown>>;

/**
 * Choices that a case states in its notes and not in its input. Where the source rounds the net half up, the tax inside the
 * price is rounded half down: the same halves, seen from the other side.
 */
const policyInNotes = ({ notes = '' }: VectorCase): Partial<PricingPolicy> => ({
  ...(/dearest eligible/i.test(notes) ? { reward_pick: 'dearest' } : {}),
  ...(/another rounding order/i.test(notes) ? { rounding: 'half_down' } : {}),
});

const runCart = (vector: VectorCase, under: Partial<PricingPolicy>): Result =>
  resultOf(priceCart(inputOf(vector.input as unknown as VectorCart, policyInNotes(vector), under)));

const named = (prices: readonly number[]): readonly VectorLine[] =>
  prices.map((price, at) => ({ id: String(at).padStart(3, '0'), unit_price: price, quantity: 1 }));
const sharesOf = (
  lines: readonly VectorLine[],
  shares: readonly { readonly line: string; readonly amount: number }[],
) => lines.map(({ id }) => shares.find(({ line }) => line === id)?.amount ?? 0);

/** A sum off the goods, shared over their lines. */
const sharedDiscount = (lines: readonly VectorLine[], amount: number, policy: Partial<PricingPolicy>) => {
  const promotions = [promotionOf('p', { type: 'fixed_cart', amount })];
  const { adjustments } = priceCart(inputOf({ lines, promotions }, policy));
  return sharesOf(
    lines,
    adjustments.flatMap(({ shares }) => shares),
  );
};
/** A charge that is shared over the articles: it may be more than they cost. */
const sharedCharge = (lines: readonly VectorLine[], amount: number) => {
  const charges = [{ id: 'c', kind: 'surcharge', amount, tax_bp: 0 }];
  const input = inputOf({ lines, charges });
  const adjustments = input.adjustments.map((adjustment) => ({ ...adjustment, articleLevel: true }));
  const [charge] = priceCart({ ...input, adjustments }).charges;
  return sharesOf(lines, charge?.shares ?? []);
};

/** What goods can bear is taken off them; more than that, or on goods without price, is a charge. */
const runAllocation = ({ input, expected }: VectorCase): Result => {
  const lines = named(input.weights as readonly number[]);
  const amount = Math.abs(input.amount as number);
  const worth = lines.reduce((sum, line) => sum + line.unit_price, 0);
  const isDiscount = amount <= worth || input.zero_weights === 'drop';
  const policy: Partial<PricingPolicy> =
    input.method === 'round_half_down_then_first' ? { remainder: 'round_then_first' } : {};
  const shared = isDiscount ? sharedDiscount(lines, amount, policy) : sharedCharge(lines, amount);
  const parts = shared.map((part) => ((input.amount as number) < 0 ? 0 - part : part));
  return expected.parts_any_order === undefined ? { parts } : { parts_any_order: parts.toSorted((a, b) => a - b) };
};

type Deal = { readonly id: string; readonly needs: Readonly<Record<string, number>>; readonly saving: number };

/** A deal takes its saving off the dearest of its goods and uses up the others: buy these, get that one cheaper. */
const dealOffer = ({ id, needs, saving }: Deal, prices: Readonly<Record<string, number>>): VectorPromotion => {
  const units = Object.entries(needs).toSorted(([a], [b]) => (ownEntry(prices, b) ?? 0) - (ownEntry(prices, a) ?? 0));
  const [reward = ''] = units[0] ?? [];
  const buy = units
    .map(([tag, count]) => ({ tags: [tag], quantity: tag === reward ? count - 1 : count }))
    .filter(({ quantity }) => quantity > 0);
  return promotionOf(id, { type: 'bxgy', buy, get: { tags: [reward], quantity: 1 }, amount: saving });
};
const runBestOffer = ({ input }: VectorCase): Result => {
  const { prices, counts } = input.units as Record<'prices' | 'counts', Record<string, number>>;
  if (input.objective !== 'min_payable') throw new UnreadVector(`the objective ${String(input.objective)}`);
  const lines = Object.entries(counts).map(([id, quantity]) => ({
    id,
    quantity,
    unit_price: ownEntry(prices, id) ?? 0,
  }));
  const promotions = (input.deals as readonly Deal[]).map((deal) => dealOffer(deal, prices));
  const { breakup } = priceCart(inputOf({ lines, promotions, policy: { stacking: 'best_offer' } }));
  return { payable: breakup.total, saving: 0 - breakup.promotion };
};

const runCurrency = ({ input }: VectorCase): Result => {
  const rate = readExchangeRate(String(input.rate));
  if (rate === null) throw new UnreadVector(`the rate ${String(input.rate)}`);
  const [home, display] = [input.base, input.display].map((code) => ({ code: String(code), exponent: 2 }));
  const cart = inputOf({ lines: input.lines as readonly VectorLine[] });
  const priced = (currency: typeof home): PricedCart => {
    const at = currency ?? cart.currency;
    const articles = [...cart.articles].map(([uid, article]) => {
      const [prices = { marked: 0, selling: 0 }] = Object.values(article.prices);
      return [uid, { ...article, prices: { [home?.code ?? '']: prices } }] as const;
    });
    const rates = { [display?.code ?? '']: rate };
    return priceCart({ ...cart, ...(home && { home }), currency: at, rates, articles: new Map(articles) });
  };
  const abroad = priced(display);
  return {
    display_total: abroad.breakup.total,
    base_total: priced(home).breakup.total,
    display_unit: abroad.lines[0]?.selling,
  };
};

/** The most of a quantity that whole steps cover, as the cart cuts it to what can be ordered. */
const runQuantityStep = ({ input }: VectorCase): Result => {
  const article = vectorArticle(1, Number(input.step));
  return { discounted_quantity: mostUnits(article, Number(input.quantity), 0) };
};

/** Tax of a tenth, carried from line to line: the amounts are thousandths of what is rounded to hundredths. */
const runRunningRound = ({ input }: VectorCase): Result => {
  const lines = named(input.amounts_milli as readonly number[]).map((line) => ({ ...line, tax_bp: 1000 }));
  const priced = priceCart(inputOf({ lines, policy: { tax_round: 'total_running' } }));
  return { rounded: lines.map(({ id }) => priced.lines.find(({ key }) => key === id)?.tax.tax) };
};

/** `under` is a policy for what a case does not say; only carts have one. */
type Family = (vector: VectorCase, under: Partial<PricingPolicy>) => Result;

export const families: Readonly<Record<string, Family>> = {
  cart: runCart,
  allocation: runAllocation,
  merge: ({ input }) => mergedVector(input),
  best_offer: runBestOffer,
  currency: runCurrency,
  quantity_step: runQuantityStep,
  running_round: runRunningRound,
};
