/** How many recorded carts a core simulates in a second: five lines, forty offers, one that is tried. Each is read and priced twice. */
import { compare } from './measure.ts';
import { benchCart, benchOffers } from './pricing.ts';
import type { Bench, BenchRow } from './report.ts';
import { indexOffers } from '../src/pricing/compile/offer-index.ts';
import { priceCart } from '../src/pricing/price-cart.ts';
import { inputText } from '../src/orders/order-snapshot.ts';
import { openSimulator } from '../src/orders/simulate/simulate-carts.ts';
import type { Portion, Recorded, Tally } from '../src/orders/simulate/simulation-types.ts';
import { atOnce } from '../src/pricing/work.ts';

const PORTION = 200;
const OFFERS = 40;

const cart = benchCart(5, benchOffers(OFFERS));
/** About the brand of the first line. */
const tried = cart.offers.offers.find(({ id }) => id === 'offer-0');
const base = cart.offers.offers.filter((offer) => offer !== tried);
if (tried === undefined) throw new Error('there is nothing to try');
const set = {
  base,
  added: [tried],
  without: [],
  coupon: null,
  gifts: new Map(),
  leastPercent: 50,
};
const text = inputText({ ...cart, offers: indexOffers([]) }, [], null);
const { total } = priceCart({ ...cart, offers: indexOffers(base) }).breakup;
const carts = Array.from(
  { length: PORTION },
  (_, at): Recorded => ({
    kind: 'cart',
    id: String(at),
    input: text,
    couponIds: [],
    total,
  }),
);

export const simulateBench: Bench = {
  name: 'simulate',
  run: async (): Promise<readonly BenchRow[]> => {
    const simulator = openSimulator(set);
    const tally = (portion: Portion): Tally => atOnce(simulator.tally(portion));
    const { reproduced, touched } = tally({ carts, offers: [] });
    if (reproduced !== PORTION || touched !== PORTION) throw new Error('the carts are not what was recorded');
    // The first thousands are slower: the program is still being compiled.
    for (let round = 0; round < 25; round += 1) tally({ carts, offers: [] });
    const once = async (): Promise<unknown> => tally({ carts, offers: [] });
    const [figure] = await compare([{ name: 'simulate', once }], { concurrency: 1, slices: 9, sliceMs: 500 });
    if (figure === undefined) return [];
    const cpuMicros = figure.cpuMicros / PORTION;
    return [
      {
        bench: 'simulate',
        case: `carts of 5 lines with ${OFFERS} offers, by one core`,
        perSecond: 1_000_000 / cpuMicros,
        cpuMicros,
        ratio: 1_000_000 / cpuMicros,
        wanted: '>= 5000',
        note: 'in a second of processor time',
      },
    ];
  },
};
