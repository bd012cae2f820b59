/** What `facet-query.ts` counts in the tables, counted on a shelf: the same numbers. */
import { turnFor } from '../../shared/slices.ts';
import { facets, isChosen, without } from '../listing/facet-query.ts';
import type { Question } from '../listing/listing-query.ts';
import type { FacetCounts } from '../listing/read-facets.ts';
import { countBits, hasBit, keepCommon } from './bits.ts';
import { matching, pricedWithin } from './find-on-shelf.ts';
import type { Shelf } from './shelf.ts';
import type { TermCount } from './shelf-terms.ts';

/** Each kind goes through all products that have one of its values; of so many it has a turn of its own. */
const PLACES_A_PIECE = 1_000;

const pricesOn = (shelf: Shelf, question: Question): FacetCounts['prices'] => {
  const bits = matching(shelf, without(question, 'min_price', 'max_price'));
  const own = pricedWithin(shelf, [{ currency: question.currency, least: -Infinity, most: Infinity }]);
  const found: number[] = [];
  let total = 0;
  for (const [first, end] of own) {
    for (let at = first; at < end; at += 1) {
      const place = shelf.orders.price_asc.places[at] ?? 0;
      if (!hasBit(bits, place)) continue;
      total += 1;
      found[total === 1 ? 0 : 1] = place;
    }
  }
  const [least, most = least] = found;
  if (least === undefined || most === undefined) return undefined;
  return { least: shelf.priceAt(least), most: shelf.priceAt(most), total };
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
