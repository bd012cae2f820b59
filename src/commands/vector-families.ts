/** One runner per family of cases; each goes through the functions that price real carts. */
import { bestUses, type Deal } from '../pricing/best-uses.ts';
import { priceCart } from '../pricing/price-cart.ts';
import type { PricingPolicy } from '../pricing/pricing-policy.ts';
import { allocate, roundRunning } from '../shared/allocate.ts';
import { type MergeJoining, type MergeStrategy, mergeQuantities } from '../shared/merge-quantities.ts';
import { convert, readExchangeRate } from '../shared/rates.ts';
import { inputOf, type VectorCart, type VectorPromotion } from './vector-case.ts';
import { resultOf } from './vector-result.ts';

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

const runCart = (vector: VectorCase): Result =>
  resultOf(priceCart(inputOf(vector.input as unknown as VectorCart, policyInNotes(vector))));

const runAllocation = ({ input, expected }: VectorCase): Result => {
  const weights = input.weights as readonly number[];
  const amount = input.amount as number;
  const dropped = input.zero_weights === 'drop' && weights.every((weight) => weight === 0);
  const claims = weights.map((weight, at) => ({ key: String(at).padStart(3, '0'), weight }));
  const parts = dropped
    ? weights.map(() => 0)
    : allocate(amount, claims, input.method === 'round_half_down_then_first' ? 'round_then_first' : 'largest');
  const anyOrder = expected.parts_any_order !== undefined;
  return anyOrder ? { parts_any_order: parts.toSorted((a, b) => a - b) } : { parts };
};

type VectorLines = readonly { readonly product: string; readonly quantity: number }[];
const strategies: Readonly<Record<string, readonly [MergeStrategy, MergeJoining]>> = {
  sum: ['sum', 'always'],
  guest_quantity_wins: ['replace', 'always'],
  use_existing: ['keep', 'never'],
  use_guest_if_existing_empty: ['keep', 'if_empty'],
};
const runMerge = ({ input }: VectorCase): Result => {
  const quantities = (lines: unknown): ReadonlyMap<string, number> =>
    new Map((lines as VectorLines).map(({ product, quantity }) => [product, quantity]));
  const [strategy, joining] = strategies[String(input.strategy)] ?? ['sum', 'always'];
  const merged = mergeQuantities(quantities(input.existing), quantities(input.guest), strategy, joining);
  return { lines: [...merged].map(([product, quantity]) => ({ product, quantity })) };
};

const runBestOffer = ({ input }: VectorCase): Result => {
  const { prices, counts } = input.units as Record<'prices' | 'counts', Record<string, number>>;
  const full = Object.entries(counts).reduce((sum, [kind, count]) => sum + count * (prices[kind] ?? 0), 0);
  const { saving } = bestUses(counts, input.deals as readonly Deal[]);
  return { payable: full - saving, saving };
};

const runCurrency = ({ input }: VectorCase): Result => {
  const rate = readExchangeRate(String(input.rate));
  const lines = input.lines as readonly { readonly unit_price: number; readonly quantity: number }[];
  const base = lines.reduce((sum, { unit_price: price, quantity }) => sum + price * quantity, 0);
  const [from, to] = [input.base, input.display].map((code) => ({ code: String(code), exponent: 2 }));
  if (rate === null || from === undefined || to === undefined) return {};
  return { display_total: convert(base, rate, from, to), base_total: base };
};

/** Discounts in whole steps only: a step of 20 covers 20 of 33 units, no step covers all. */
const runQuantityStep = ({ input }: VectorCase): Result => {
  const [step, quantity] = [Number(input.step), Number(input.quantity)];
  if (step === 0) return { discounted_quantity: quantity };
  const grouped = JSON.parse(`{"id":"p","then":[{"type":"group_of_n","size":${step},"amount":1}]}`) as VectorPromotion;
  const { adjustments } = priceCart(
    inputOf({ lines: [{ id: 'a', unit_price: 100, quantity }], promotions: [grouped] }),
  );
  const units = adjustments.flatMap(({ shares }) => shares).reduce((sum, share) => sum + share.units, 0);
  return { discounted_quantity: units };
};

export const families: Readonly<Record<string, (vector: VectorCase) => Result>> = {
  cart: runCart,
  allocation: runAllocation,
  merge: runMerge,
  best_offer: runBestOffer,
  currency: runCurrency,
  quantity_step: runQuantityStep,
  running_round: ({ input }) => ({ rounded: roundRunning(input.amounts_milli as readonly number[], 10) }),
};
