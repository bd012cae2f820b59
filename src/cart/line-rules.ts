/** Lines of a cart among each other: which are the same, which belong together, how many units are allowed. Pure. */
import type { Article } from '../catalog/article.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { AskedItem, CartLine } from './cart-document.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';

export const MOST_UNITS = 1_000_000;

/**
 * Two lines are the same when this is: everything by which a shopper could tell them apart. `parent` stands for the line
 * it belongs to; between two carts that is the parent's own key, because identifiers differ.
 */
export const lineKey = (asked: AskedItem, parent: string | null): string =>
  canonicalJson([
    asked.itemId,
    asked.size,
    asked.articleId,
    asked.storeId,
    asked.sellerId,
    asked.sellerIdentifier,
    parent,
    asked.customJson,
    asked.meta,
    asked.groupTags,
    asked.priceList,
    asked.orderType,
    asked.journey,
    asked.fulfillmentMode,
    asked.promoId,
    asked.pos,
  ]);

/** How answers name a line: `<item_id>_<size>`. */
export const lineName = ({ itemId, size }: Pick<AskedItem, 'itemId' | 'size'>): string => `${itemId}_${size}`;

/** The line that more of the same would be added to. */
export const equalLine = (
  lines: readonly CartLine[],
  asked: AskedItem,
  parent: string | null,
): CartLine | undefined => {
  const key = lineKey(asked, parent);
  return lines.find((line) => !line.alone && !line.autoAdded && lineKey(line.asked, line.parent) === key);
};

/** A line and all that belongs to it, at any depth. */
export const familyOf = (lines: readonly CartLine[], identifier: string): ReadonlySet<string> => {
  const family = new Set([identifier]);
  for (let grown = true; grown; ) {
    const children = lines.filter(({ identifier: own, parent }) => parent !== null && family.has(parent) && !family.has(own));
    for (const child of children) family.add(child.identifier);
    grown = children.length > 0;
  }
  return family;
};

export const withoutLine = (lines: readonly CartLine[], identifier: string): readonly CartLine[] => {
  const family = familyOf(lines, identifier);
  return lines.filter((line) => !family.has(line.identifier));
};

/** The order in which lines are shown, and counted by `item_index`: children directly after their parent. */
export const shownOrder = (lines: readonly CartLine[]): readonly CartLine[] => {
  const there = new Set(lines.map(({ identifier }) => identifier));
  const children = Map.groupBy(lines, ({ parent }) => (parent !== null && there.has(parent) ? parent : ''));
  const under = (parent: string): readonly CartLine[] =>
    (children.get(parent) ?? []).flatMap((line) => [line, ...under(line.identifier)]);
  return under('');
};

/** Units of an article that lines have. */
export const unitsOf = (lines: readonly CartLine[], articleUid: string): number =>
  lines.reduce((sum, line) => (line.articleUid === articleUid ? sum + line.quantity : sum), 0);

const stockOf = ({ customOrder, quantity }: Article, taken: number): number =>
  customOrder === null ? Math.max(0, quantity - taken) : MOST_UNITS;

const moqProblem = ({ moq }: Article, quantity: number): ItemProblem | undefined => {
  const minimum = moq.minimum ?? 1;
  if (quantity < minimum) return itemProblem('moq_not_met', `Order at least ${minimum} of this product.`);
  if (moq.maximum !== null && quantity > moq.maximum) {
    return itemProblem('moq_exceeded', `Order at most ${moq.maximum} of this product.`);
  }
  const step = moq.increment ?? 1;
  return (quantity - minimum) % step === 0
    ? undefined
    : itemProblem('moq_increment', `Order ${minimum} of this product, or that and multiples of ${step} more.`);
};

/** Why so many units cannot be had; `taken` is what other lines have of the same article. */
export const quantityProblem = (article: Article, quantity: number, taken: number): ItemProblem | undefined => {
  if (!Number.isSafeInteger(quantity) || quantity < 1 || quantity > MOST_UNITS) return itemProblem('quantity_invalid');
  const wrong = moqProblem(article, quantity);
  if (wrong !== undefined) return wrong;
  const left = stockOf(article, taken);
  if (quantity <= left) return undefined;
  return left === 0
    ? itemProblem('out_of_stock')
    : itemProblem('insufficient_stock', `Only ${left} of this product are left.`);
};

/** The most units up to `quantity` that can be had; 0 when none can. */
export const mostUnits = (article: Article, quantity: number, taken: number): number => {
  const { moq } = article;
  const minimum = moq.minimum ?? 1;
  const bound = Math.min(quantity, MOST_UNITS, moq.maximum ?? MOST_UNITS, stockOf(article, taken));
  const step = moq.increment ?? 1;
  return bound < minimum ? 0 : minimum + Math.floor((bound - minimum) / step) * step;
};
