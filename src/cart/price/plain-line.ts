/**
 * Lines that look alike in every cart: nobody said anything about them, and nothing but promotions acts on them. What such a
 * line shows is made once and written once (http/answers/shared-parts.ts) for everything that it follows from: the item of one
 * version, its store and seller, settings, the minute of its promise, and its numbers. So an answer makes and writes only what is
 * another in every cart: its promotions, its points, its place, its identifier.
 */
import type { PricedView, ViewedLine } from './priced-view.ts';
import { chargesOn } from './line-effects.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';
import { lineAmount } from '../../pricing/lots.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import { oncePer } from '../../shared/once-per.ts';

/** About 6 KB each: 24 MB at most. */
const MOST_KEPT = 4_000;
/** Of one item: as many sizes, quantities and prices as are usual at a time. */
const MOST_OF_ITEM = 20;

type Kept = { readonly from: readonly unknown[]; readonly part: object };
type OfItem = Map<string, Kept>;

const byItem = oncePer((_item: Item): OfItem => new Map());
/** Where each lies, the oldest first. */
const inOrderMade = new Map<Kept, { readonly lies: OfItem; readonly key: string }>();

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

const keep = (lies: OfItem, key: string, kept: Kept): void => {
  const before = lies.get(key);
  if (before !== undefined) inOrderMade.delete(before);
  if (lies.size >= MOST_OF_ITEM) {
    for (const each of lies.values()) inOrderMade.delete(each);
    lies.clear();
  }
  lies.set(key, kept);
  inOrderMade.set(kept, { lies, key });
  if (inOrderMade.size <= MOST_KEPT) return;
  const [oldest] = inOrderMade;
  if (oldest === undefined) return;
  inOrderMade.delete(oldest[0]);
  oldest[1].lies.delete(oldest[1].key);
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
