/**
 * Lines that look alike in every cart: nobody said anything about them, and nothing but promotions acts on them. What such a
 * line shows is made once and written once (http/answers/shared-parts.ts) for everything that it follows from: the item of one
 * version, its store and seller, settings, and its numbers. So an answer makes and writes only what is another in every cart: its
 * promotions, its points, its place, its identifier, when it arrives; and of a gift what names its parent.
 */
import type { PricedView, ViewedLine } from './priced-view.ts';
import { chargesOn } from './line-effects.ts';
import type { Item } from '../../catalog/article-cache.ts';
import { keptParts, type KeptParts } from '../../http/answers/kept-parts.ts';
import { sharedPart } from '../../http/answers/shared-parts.ts';
import { lineAmount } from '../../pricing/lots.ts';
import type { PricedLine } from '../../pricing/priced-types.ts';
import { oncePer } from '../../shared/once-per.ts';
import { isEmpty } from '../../shared/own-entry.ts';

const MOST_BYTES = 24_000_000;

const byItem = oncePer((_item: Item): KeptParts => []);
const lines = keptParts(MOST_BYTES);

/** Nothing of what it shows was said by whoever added it. A gift was added by nobody. */
const isAsOffered = ({ stored, parent, wrap }: ViewedLine): boolean => {
  if (parent !== null || wrap !== null) return false;
  if (stored === null) return true;
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

/** All numbers and words that a plain line shows or is chosen by; first what tells those of one item apart. */
const namesOf = (line: ViewedLine, priced: PricedLine): readonly unknown[] => {
  const { size, article, quantity, availability } = line;
  const { rate, taxable, tax, parts } = priced.tax;
  return [
    article?.uid,
    quantity,
    lineAmount(priced),
    priced.quantity,
    priced.marked,
    priced.start,
    priced.effective,
    priced.selling,
    priced.onMarked,
    rate,
    taxable,
    tax,
    parts.length === 0 ? '' : JSON.stringify(parts),
    availability.outOfStock,
    availability.deliverable,
    availability.sellable,
    availability.elsewhere,
    line.journey,
    line.orderType,
    line.overCounter,
    priced.article.giftPrice,
    priced.article.acrossUnion,
    line.itemId,
    size,
    line.stored === null,
  ];
};

/** What else it follows from, each one object per version. */
const madeFrom = ({ article }: ViewedLine, view: PricedView): readonly unknown[] => [
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
  const names = namesOf(line, priced);
  const from = madeFrom(line, view);
  const known = lines.known(lies, names, from);
  if (known !== undefined) return known as Members;
  if (!lines.takes(lies, names)) return make();
  const part = sharedPart(make());
  lines.keep(lies, names, { from, part });
  return part;
};
