/** Use case: recorded carts and orders under tried offers, on as many threads as are wanted. Writes nothing. */
import type { Application } from '../../applications/application-store.ts';
import { toldNumbers } from '../../cart/explain/tell-numbers.ts';
import { pricedInTurns } from '../../cart/price/price-trials.ts';
import type { SimulationBody, SimulationResult } from '../../contract/offers/simulation-contract.ts';
import type { Language } from '../../contract/language.ts';
import { explainCart } from '../../pricing/explain/explain-cart.ts';
import { currencyOf } from '../../shared/currency.ts';
import { type Compared, openSimulator } from './simulate-carts.ts';
import { countRecorded, recordedPortions, type SimulationShop } from './recorded-carts.ts';
import { simulatedRules } from './ask-modules.ts';
import { resultOf } from './simulation-answer.ts';
import { periodOf, simulatedSet } from './simulation-set.ts';
import { openThreads } from './simulation-threads.ts';
import type { Portion, Recorded, SimulatedSet, Tally, WorstCart } from './simulation-types.ts';
import { addTallies, noTally } from './tally-rules.ts';

export type SimulationProgress = { readonly done: number; readonly total: number };
export type SimulationRun = {
  /** None: here, between other work. */
  readonly threads: number;
  /** Called after every portion; what it throws ends the run. */
  readonly onProgress?: (progress: SimulationProgress) => Promise<void> | void;
};

const MOST_SENTENCES = 12;

type Kept = { readonly recorded: Recorded; readonly offers: Portion['offers'] };
const keyOf = ({ kind, id }: Pick<Recorded, 'kind' | 'id'>): string => `${kind}/${id}`;

/** The worst so far, with what it takes to price them once more. */
const keepWorst = (kept: ReadonlyMap<string, Kept>, worst: Tally['worst'], { carts, offers }: Portion) => {
  const here = new Map(carts.map((recorded) => [keyOf(recorded), { recorded, offers }]));
  return new Map(
    worst.flatMap((one) => {
      const found = here.get(keyOf(one)) ?? kept.get(keyOf(one));
      return found === undefined ? [] : [[keyOf(one), found] as const];
    }),
  );
};

/** What the tried offers made of it, in sentences. */
const explanationOf = async ({ input, after }: Compared, language: Language): Promise<readonly string[]> => {
  const { derivations, breakup, adjustments } = await pricedInTurns(explainCart(input.after, after));
  // What is credited or counted for points takes nothing off.
  const taking = after.adjustments.filter(({ stage }) => stage !== 'points' && stage !== 'cashback');
  const offers = taking.flatMap(({ id }) => adjustments.get(id) ?? []);
  const shown = [breakup.total, breakup.promotion, breakup.coupon, ...offers];
  const lines = new Map(
    after.lines.map(({ key, article }) => [key, { identifier: key, name: article.sku ?? `${article.itemId}` }]),
  );
  const { numbers } = await toldNumbers(
    derivations,
    shown.slice(0, MOST_SENTENCES).map((of, at) => ({ path: String(at), of })),
    { input: input.after, lines, currency: currencyOf(input.after.currency.code), language, viewer: 'staff' },
  );
  return numbers.map(({ sentence }) => sentence);
};

const explained = async (
  set: SimulatedSet,
  worst: readonly WorstCart[],
  kept: ReadonlyMap<string, Kept>,
  language: Language,
) => {
  const { compare } = openSimulator(set);
  const told: { readonly cart: WorstCart; readonly explanation: readonly string[] }[] = [];
  for (const cart of worst) {
    const found = kept.get(keyOf(cart));
    const compared = found && (await pricedInTurns(compare(found.recorded, found.offers)));
    const explanation = compared === undefined ? [] : await explanationOf(compared, language);
    told.push({ cart, explanation });
  }
  return told;
};

/** At most so many at once. After the first that fails none is begun, and that is what it rejects with. */
const eachAtOnce = async <T>(
  items: AsyncIterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> => {
  const open = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const item of items) {
    const one = work(item)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => open.delete(one));
    open.add(one);
    while (open.size >= most) await Promise.race(open);
    if (failures.length > 0) break;
  }
  await Promise.all(open);
  if (failures.length > 0) throw failures[0];
};

export const simulate = async (
  shop: SimulationShop,
  application: Application,
  body: SimulationBody,
  { threads: count, onProgress }: SimulationRun,
): Promise<SimulationResult> => {
  const { node } = shop;
  const period = periodOf(body, node.now());
  const set = await simulatedSet(shop, application, body, period);
  const total = await countRecorded(node.db, application.id, period);
  const threads = await openThreads(set, count);
  let tally = noTally;
  let kept: ReadonlyMap<string, Kept> = new Map();
  let done = 0;
  let withoutRules = 0;
  const rules = simulatedRules(node);
  const take = async (portion: Portion): Promise<void> => {
    if (portion.carts.length > 0) {
      const some = await threads.tally(portion);
      tally = addTallies(tally, some);
      kept = keepWorst(kept, tally.worst, portion);
    }
    withoutRules += portion.carts.filter(({ isWithoutRules }) => isWithoutRules === true).length;
    done += portion.carts.length + (portion.empty ?? 0);
    await onProgress?.({ done, total: Math.max(total, done) });
  };
  try {
    // Every thread has one portion at work and one that waits.
    await eachAtOnce(recordedPortions(shop, application, period, rules), 2 * threads.count, take);
  } finally {
    await Promise.all([threads.stop(), rules.close()]);
  }
  const language = body.language ?? application.settings.language;
  const worst = await explained(set, tally.worst, kept, language);
  const { currency } = application.settings;
  return resultOf(tally, { set, period, worst, currency, withoutRules, language });
};
