/** What `facet-query.ts` counts in the tables, counted on a shelf: the same numbers. */
import { workInTurns } from '../../shared/slices.ts';
import { type Facet, facets, isChosen, without } from '../listing/facet-query.ts';
import type { Question } from '../listing/listing-query.ts';
import { type FacetCounts, shownOf } from '../listing/read-facets.ts';
import { type Bits, bitsFor, countBits, countCommon, hasBit, keepCommon, putBits } from './bits.ts';
import { keepPriced, matching, named, pricedWithin } from './find-on-shelf.ts';
import type { Shelf } from './shelf.ts';
import type { TermCount, TermSpan } from './shelf-terms.ts';

/** Work of one turn of the loop: half a millisecond, at two nanoseconds a step. */
const A_TURN = 250_000;

/** The first of these places by price is looked for from below and the last from above; most are met soon. */
const pricesAmong = (shelf: Shelf, bits: Bits, currency: string): FacetCounts['prices'] => {
  const { places, size } = shelf.orders.price_asc;
  const own = pricedWithin(shelf, [{ currency, least: -Infinity, most: Infinity }]);
  const [[begin, end] = [0, 0]] = own;
  if (end - begin < size()) {
    const priced = bitsFor(shelf.capacity);
    putBits(priced, places, [begin, end]);
    keepCommon(bits, priced);
  }
  const total = countBits(bits);
  if (total === 0) return undefined;
  let [least, most] = [begin, end - 1];
  while (!hasBit(bits, places[least] ?? 0)) least += 1;
  while (!hasBit(bits, places[most] ?? 0)) most -= 1;
  return { least: shelf.priceAt(places[least] ?? 0), most: shelf.priceAt(places[most] ?? 0), total };
};

const spanOf = ({ term }: Facet): TermSpan => ({ from: `${term}:`, to: `${term};` });

/** Of a kind of which something is chosen the rest is counted as well, and its products are found anew. */
const chosenOn = (shelf: Shelf, question: Question, facet: Facet): Promise<readonly TermCount[]> => {
  const bits = matching(shelf, without(question, facet.name));
  return workInTurns(shelf.terms.countIn([spanOf(facet)], bits), A_TURN);
};

export const facetsOnShelf = async (shelf: Shelf, question: Question): Promise<FacetCounts> => {
  // What is found by its words and filters is found once; price and stock narrow that for each count.
  const all = named(shelf, question);
  const priced = all.slice();
  keepPriced(priced, shelf, question);
  const inStock = countCommon(priced, shelf.stocked);
  if (question.query.in_stock === true) for (const bits of [all, priced]) keepCommon(bits, shelf.stocked);
  const prices = pricesAmong(shelf, all, question.currency);
  const open = facets.filter((facet) => !isChosen(question, facet)).map(spanOf);
  const values = open.length === 0 ? [] : [await workInTurns(shelf.terms.countIn(open, priced), A_TURN)];
  for (const facet of facets) if (isChosen(question, facet)) values.push(await chosenOn(shelf, question, facet));
  const shown: FacetCounts['values'][] = [];
  for (const counted of values) shown.push(await shownOf(counted, question));
  return { values: shown.flat(), prices, inStock };
};
