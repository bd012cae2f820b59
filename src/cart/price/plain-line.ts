/**
 * Lines that look alike in every cart: nobody said anything about them, and nothing but promotions acts on them. What such a
 * line shows is made once and written once (http/answers/shared-parts.ts) for everything that it follows from: the item of one
 * version, its store and seller, settings, the minute of its promise, and its numbers. So an answer makes and writes only what is
 * another in every cart: its promotions, its points, its place, its identifier.
 */
import type { PricedView, ViewedLine } from './priced-view.ts';
import { chargesOn } from './line-effects.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { sharedPart, textsOf } from '../../http/answers/shared-parts.ts';
import { lineAmount } from '../../pricing/lots.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import { oncePer } from '../../shared/once-per.ts';

const MOST_BYTES = 24_000_000;
/** What a part takes beside its texts, about. */
const PART_BYTES = 3_000;
/** Of one item: as many sizes, quantities and prices as are usual at a time. */
const MOST_OF_ITEM = 20;

type Kept = { readonly from: readonly unknown[]; readonly part: object };
type OfItem = Map<string, Kept>;

const byItem = oncePer((_item: Item): OfItem => new Map());
type Place = { readonly lies: OfItem; readonly key: string; bytes: number };
/** Where each lies and what it takes, the oldest first. */
const inOrderMade = new Map<Kept, Place>();
let bytesHeld = 0;
/** It has its texts when it has been written: so it is weighed when the next one comes. */
let unweighed: Kept | undefined;

const isEmpty = (object: object): boolean => Object.keys(object).length === 0;

/** Nothing of what it shows was said by whoever added it. */
const isAsOffered = ({ stored, parent, wrap }: ViewedLine): boolean => {
  if (stored === null || parent !== null || wrap !== null) return false;
  const { meta, extraMeta, customJson, groupTags, display, fulfillmentMode } = stored.asked;
  const isSilent = groupTags === null && display === null && fulfillmentMode === null;
  return isSilent && isEmpty(meta) && isEmpty(extraMeta) && isEmpty(customJson);
};

/** No code, no adjustment, no charge and no ladder has a part in it, and it is in the shop's own currency. */
const isUntouched = (line: ViewedLine, priced: PricedLine, view: PricedView): boolean =>
  view.input.coupon === null &&
  view.moreCoupons.length === 0 &&
  view.adjustments.length === 0 &&
  view.currency.code === view.home.code &&
  line.base === priced &&
  priced.ladder === null &&
  priced.tax.exemption === undefined &&
  chargesOn(view.priced, priced.key).length === 0;

const taxText = ({ rate, taxable, tax, parts }: PricedLine['tax']): string =>
  `${rate} ${taxable} ${tax} ${parts.length === 0 ? '' : JSON.stringify(parts)}`;

/** All numbers and words that a plain line shows or is chosen by. */
const keyOf = ({ size, article, quantity, availability, ...line }: ViewedLine, priced: PricedLine): string => {
  const { marked, start, effective, selling, onMarked, tax } = priced;
  const { outOfStock, deliverable, sellable, elsewhere } = availability;
  const prices = `${quantity} ${priced.quantity} ${marked} ${start} ${effective} ${selling} ${lineAmount(priced)} ${onMarked}`;
  const way = `${line.journey} ${line.orderType} ${line.overCounter}`;
  const stock = `${outOfStock} ${deliverable} ${sellable} ${elsewhere}`;
  return `${prices}|${taxText(tax)}|${stock}|${way}|${priced.article.giftPrice} ${priced.article.acrossUnion}|${line.itemId}|${article?.uid}|${size}`;
};

/** What else it follows from, each one object per version. */
const madeFrom = ({ promise, article }: ViewedLine, view: PricedView): readonly unknown[] => [
  promise,
  article,
  view.stores.get(article?.storeId ?? 0),
  view.sellers.get(article?.sellerId ?? 0)?.name,
  view.settings,
  view.configuration,
  view.application,
  view.publicUrl,
  view.currency,
  view.input.charges.giftPrice,
];

const isFrom = ({ from }: Kept, now: readonly unknown[]): boolean => from.every((one, at) => one === now[at]);

const lengthOf = (text: string | readonly string[]): number =>
  typeof text === 'string' ? text.length : text.reduce((sum, piece) => sum + piece.length, 0);
const bytesOf = ({ part }: Kept): number =>
  [...(textsOf(part)?.values() ?? [])].reduce((sum, text) => sum + lengthOf(text), PART_BYTES);

const setBytes = (place: Place, bytes: number): void => {
  bytesHeld += bytes - place.bytes;
  place.bytes = bytes;
};
const drop = (kept: Kept): void => {
  const place = inOrderMade.get(kept);
  if (place === undefined) return;
  setBytes(place, 0);
  inOrderMade.delete(kept);
  if (place.lies.get(place.key) === kept) place.lies.delete(place.key);
};

const keep = (lies: OfItem, key: string, kept: Kept): void => {
  const last = unweighed && inOrderMade.get(unweighed);
  if (unweighed !== undefined && last !== undefined) setBytes(last, bytesOf(unweighed));
  unweighed = kept;
  const before = lies.get(key);
  if (before !== undefined) drop(before);
  if (lies.size >= MOST_OF_ITEM) for (const each of lies.values()) drop(each);
  lies.set(key, kept);
  const place: Place = { lies, key, bytes: 0 };
  inOrderMade.set(kept, place);
  setBytes(place, PART_BYTES);
  for (const oldest of inOrderMade.keys()) {
    if (bytesHeld <= MOST_BYTES) break;
    drop(oldest);
  }
};

/** What `make` makes, or what it has made of the same. */
export const plainMembers = <Members extends object>(
  line: ViewedLine,
  view: PricedView,
  make: () => Members,
): Members => {
  const { item, priced, availability } = line;
  const isPlain =
    item !== undefined &&
    priced !== null &&
    availability.problem === null &&
    isAsOffered(line) &&
    isUntouched(line, priced, view);
  if (!isPlain) return make();
  const lies = byItem(item);
  const key = keyOf(line, priced);
  const from = madeFrom(line, view);
  const known = lies.get(key);
  if (known !== undefined && isFrom(known, from)) return known.part as Members;
  const part = sharedPart(make());
  keep(lies, key, { from, part });
  return part;
};
