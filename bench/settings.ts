/** What a run of the benches is asked for: `npm run bench -- cart --slices 8 --carts 2400 --compare FILE`. */
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Turns that every way gets. */
    slices: { type: 'string', default: '8' },
    carts: { type: 'string', default: '10000' },
    /** Products of the smaller shop that is searched. */
    products: { type: 'string', default: '1000' },
    /** How many times the range of the demo shop is sold: 400 products of eight articles. */
    range: { type: 'string', default: '5' },
    /** Carts that the memory bench touches. */
    touched: { type: 'string', default: '100000' },
    /** How long the soak bench lasts. */
    minutes: { type: 'string', default: '10' },
    /** An earlier report that this run is held against. */
    compare: { type: 'string' },
    /** Only the engine of this name. */
    engine: { type: 'string' },
    /** Only rows of `cart` and `workers` with one of these words in their names: `--rows add,304`. */
    rows: { type: 'string' },
  },
});

const count = (text: string): number => {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`${text} is no count`);
};

export const benchNames: readonly string[] = positionals;
export const SLICES = count(values.slices);
export const CARTS = count(values.carts);
export const PRODUCTS = count(values.products);
export const RANGE = count(values.range);
export const TOUCHED = count(values.touched);
export const MINUTES = count(values.minutes);
export const compareWith: string | undefined = values.compare;
export const isAsked = (engine: string): boolean => values.engine === undefined || values.engine === engine;
const words = values.rows?.split(',');
export const isAskedRow = (name: string): boolean => words === undefined || words.some((word) => name.includes(word));
export const isAskedByName = (engine: string): boolean => values.engine === engine;
