/**
 * A catalogue laid out in memory: every product has a place, with what lists ask of it in columns, its terms, and the places sorted
 * in each order that lists have. What a list asks is found by bits of all places; its cost grows with a thirty-second of the range.
 */
import { byCodePoint } from '../../shared/text-order.ts';
import { type Bits, bitsFor, hasBit, putBit } from './bits.ts';
import type { TermDraft } from './laid-terms.ts';
import { type ShelfTerms, shelfTerms } from './shelf-terms.ts';
import { type SortedPlaces, sortInSteps, sortedPlaces } from './sorted-places.ts';

/** What lists ask of a product, and of a bundle with the parts that it brings. */
export type ShelfRow = {
  readonly uid: number;
  readonly sort_name: string;
  readonly is_active: number;
  readonly created_at: number;
  readonly currency_code: string | null;
  readonly min_effective: number | null;
  readonly in_stock: number | null;
};
export type ShelfOrder = 'latest' | 'name' | 'price_asc' | 'price_desc';

export type Shelf = {
  readonly capacity: number;
  readonly terms: ShelfTerms;
  /** Those that are listed at all, and those of them that can be had. */
  readonly listed: Bits;
  readonly stocked: Bits;
  readonly orders: Readonly<Record<ShelfOrder, SortedPlaces>>;
  readonly uidAt: (place: number) => number;
  readonly nameAt: (place: number) => string;
  readonly priceAt: (place: number) => number;
  readonly currencyAt: (place: number) => string;
  readonly placeOf: (uid: number) => number | undefined;
  /** What became of a product; false when there is no place left for a new one. */
  readonly put: (row: ShelfRow) => boolean;
  readonly bytes: number;
};

const ORDERS: readonly ShelfOrder[] = ['latest', 'name', 'price_asc', 'price_desc'];
/** Columns, bits, four orders and the place of a product by its number; its name besides. */
const BYTES_A_PLACE = 220;
const STEP = 4_096;

const isListed = ({ is_active, min_effective }: ShelfRow): boolean => is_active === 1 && min_effective !== null;

/** Products in the order of their numbers: of those that have something in common the first place has the least. */
export const shelfDraft = () => {
  const rows: ShelfRow[] = [];
  const places = new Map<number, number>();
  let letters = 0;
  return {
    put: (row: ShelfRow): void => {
      if (row.uid <= (rows.at(-1)?.uid ?? -Infinity)) throw new Error('Products that are not in order.');
      places.set(row.uid, rows.length);
      rows.push(row);
      letters += row.sort_name.length;
    },
    placeOf: (uid: number): number | undefined => places.get(uid),
    bytes: (): number => rows.length * BYTES_A_PLACE + letters,
    layOut: (terms: TermDraft) => laidOut(rows, places, terms),
  };
};

function* laidOut(
  rows: readonly ShelfRow[],
  places: Map<number, number>,
  termsOf: TermDraft,
): Generator<number, Shelf> {
  const capacity = rows.length + Math.max(1_024, rows.length >>> 3);
  const [uids, createdAt, prices] = [1, 2, 3].map(() => new Float64Array(capacity)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const currencyOf = new Uint16Array(capacity);
  const currencies: string[] = [];
  const names: string[] = [];
  const listed = bitsFor(capacity);
  const stocked = bitsFor(capacity);
  let letters = 0;

  const numberOf = (currency: string): number => {
    const known = currencies.indexOf(currency);
    return known < 0 ? currencies.push(currency) - 1 : known;
  };
  const write = (place: number, row: ShelfRow): void => {
    uids[place] = row.uid;
    createdAt[place] = row.created_at;
    prices[place] = row.min_effective ?? 0;
    currencyOf[place] = numberOf(row.currency_code ?? '');
    names[place] = row.sort_name;
    putBit(listed, place, isListed(row));
    putBit(stocked, place, isListed(row) && row.in_stock === 1);
  };
  const uidAt = (place: number): number => uids[place] ?? 0;
  const priceAt = (place: number): number => prices[place] ?? 0;
  const nameAt = (place: number): string => names[place] ?? '';
  const currencyAt = (place: number): string => currencies[currencyOf[place] ?? 0] ?? '';
  const byCurrency = (a: number, b: number): number =>
    currencyOf[a] === currencyOf[b] ? 0 : byCodePoint(currencyAt(a), currencyAt(b));
  const byUid = (a: number, b: number): number => uidAt(a) - uidAt(b);
  const compare: Readonly<Record<ShelfOrder, (a: number, b: number) => number>> = {
    latest: (a, b) => (createdAt[b] ?? 0) - (createdAt[a] ?? 0) || byUid(b, a),
    name: (a, b) => byCodePoint(nameAt(a), nameAt(b)) || byUid(a, b),
    price_asc: (a, b) => byCurrency(a, b) || priceAt(a) - priceAt(b) || byUid(a, b),
    price_desc: (a, b) => byCurrency(a, b) || priceAt(b) - priceAt(a) || byUid(a, b),
  };

  const shown: number[] = [];
  for (const [place, row] of rows.entries()) {
    if (place % STEP === 0) yield STEP;
    write(place, row);
    letters += row.sort_name.length;
    if (isListed(row)) shown.push(place);
  }
  const terms = shelfTerms(yield* termsOf.layOut(rows.length, capacity, listed), listed, uidAt);
  const orders = {} as Record<ShelfOrder, SortedPlaces>;
  for (const order of ORDERS) {
    const sorted = yield* sortInSteps(Uint32Array.from(shown), compare[order]);
    orders[order] = sortedPlaces(sorted, capacity, compare[order]);
  }

  let taken = rows.length;
  const wasListed = (place: number): boolean => hasBit(listed, place);
  /** Of these the row changes the key, or whether it is listed: it leaves them and comes back. */
  const movedIn = (place: number, row: ShelfRow): readonly ShelfOrder[] => {
    if (!wasListed(place) || !isListed(row)) return ORDERS;
    const isPriced = priceAt(place) === row.min_effective && currencyAt(place) === row.currency_code;
    return [
      ...(createdAt[place] === row.created_at ? [] : (['latest'] as const)),
      ...(nameAt(place) === row.sort_name ? [] : (['name'] as const)),
      ...(isPriced ? [] : (['price_asc', 'price_desc'] as const)),
    ];
  };
  return {
    capacity,
    terms,
    listed,
    stocked,
    orders,
    uidAt,
    nameAt,
    priceAt,
    currencyAt,
    placeOf: (uid) => places.get(uid),
    put: (row) => {
      const place = places.get(row.uid) ?? taken;
      if (place === capacity) return false;
      if (place === taken) {
        places.set(row.uid, place);
        taken += 1;
      }
      const moved = movedIn(place, row);
      const [was, is] = [wasListed(place), isListed(row)];
      if (was) for (const order of moved) orders[order].remove(place);
      write(place, row);
      if (is) for (const order of moved) orders[order].add(place);
      if (was !== is) terms.list(place, is);
      return true;
    },
    bytes: capacity * BYTES_A_PLACE + letters + terms.bytes,
  };
}
