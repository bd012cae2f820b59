/** What `facet-query.ts` counts in the tables, counted on a shelf: the same numbers. */
import { turnFor } from '../../shared/slices.ts';
import { facets, isChosen, without } from '../listing/facet-query.ts';
import type { Question } from '../listing/listing-query.ts';
import type { FacetCounts } from '../listing/read-facets.ts';
import { bitsFor, countBits, hasBit, keepCommon, putBits } from './bits.ts';
import { matching, pricedWithin } from './find-on-shelf.ts';
import type { Shelf } from './shelf.ts';
import type { TermCount } from './shelf-terms.ts';

/** Each kind goes through all products that have one of its values; of so many it has a turn of its own. */
const PLACES_A_PIECE = 1_000;

/** The first of these places by price is looked for from below and the last from above; most are met soon. */
const pricesOn = (shelf: Shelf, question: Question): FacetCounts['prices'] => {
  const bits = matching(shelf, without(question, 'min_price', 'max_price'));
  const { places, size } = shelf.orders.price_asc;
  const own = pricedWithin(shelf, [{ currency: question.currency, least: -Infinity, most: Infinity }]);
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

export const facetsOnShelf = async (shelf: Shelf, question: Question): Promise<FacetCounts> => {
  const values: TermCount[] = [];
  const open = matching(shelf, question);
  for (const facet of facets) {
    const bits = isChosen(question, facet) ? matching(shelf, without(question, facet.name)) : open;
    values.push(...shelf.terms.countIn({ from: `${facet.term}:`, to: `${facet.term};` }, bits, shelf.uidAt));
    await turnFor(shelf.capacity / PLACES_A_PIECE);
  }
  const stocked = matching(shelf, without(question, 'in_stock'));
  keepCommon(stocked, shelf.stocked);
  return { values, prices: pricesOn(shelf, question), inStock: countBits(stocked) };
};
