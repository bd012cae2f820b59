/**
 * Puts one line among those of a cart, with the children a bundle brings, or says why that cannot be. Everything that adds
 * to a cart or changes a quantity goes through here, so what is refused is refused everywhere alike. Pure.
 */
import { articlesInSize } from '../../catalog/found-articles.ts';
import { availabilityOf } from './availability-rules.ts';
import { type CartFacts, takesLine, type TakenTags } from './cart-facts.ts';
import { type FulfillmentModes, isFulfillmentMode } from './fulfillment-rules.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';
import { isTooLarge, worthOfAll } from './line-amounts.ts';
import type { LineBook } from './line-book.ts';
import { allData, dataProblem } from './line-data-rules.ts';
import { comparedPrice } from './pricing-article.ts';
import { LINES_A_TURN, resolveLine, wayOf } from './resolve-line.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';
import { isQuantity, mostUnits, newLine, unitsOf } from '../store/line-rules.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import type { ProductChild } from '../../catalog/product.ts';
import { journeys } from '../../delivery/promise-rules.ts';
import { inSlices } from '../../shared/slices.ts';

export type PutOptions = {
  readonly facts: CartFacts;
  readonly newIdentifier: () => string;
  /** Version that the cart will have. */
  readonly version: number;
  /** Of the cart; one that has more already may change but not grow. */
  readonly mostLines: number;
  /** What kind of cart it is. */
  readonly kind: TakenTags;
  /** `clamp` takes as many units as can be had and asks nothing about the place: for carts that come together. */
  readonly quantities: 'exact' | 'clamp';
};
export type Refused = { readonly problem: ItemProblem };
export type Put = { readonly line: CartLine; readonly article: Article };

const wordProblem = (asked: AskedItem, modes: FulfillmentModes): ItemProblem | undefined => {
  if (asked.fulfillmentMode !== null && !isFulfillmentMode(asked.fulfillmentMode, modes)) {
    return itemProblem('fulfillment_mode_unknown');
  }
  const journey = asked.journey?.toLowerCase();
  return journey === undefined || journeys.some((one) => one === journey)
    ? undefined
    : itemProblem('journey_not_offered');
};

const listProblem = ({ priceList, size }: AskedItem, item: Item): ItemProblem | undefined => {
  if (priceList === null) return undefined;
  const ofSize = articlesInSize(item.articles, size);
  const known = ofSize.some(({ prices }) => prices.some(({ list }) => list === priceList));
  return ofSize.length === 0 || known ? undefined : itemProblem('price_list_unknown');
};

/** What is wrong with a line whatever article it gets. */
const wishProblem = (
  { asked, quantity }: CartLine,
  item: Item | undefined,
  modes: FulfillmentModes,
): ItemProblem | undefined => {
  if (item === undefined || !item.product.isActive) return itemProblem('item_not_found');
  return isQuantity(quantity)
    ? (wordProblem(asked, modes) ?? listProblem(asked, item))
    : itemProblem('quantity_invalid');
};

type Fitted = { readonly article: Article; readonly quantity: number };
/** Units of an article that other lines have. */
type Taken = (articleUid: string) => number;

/** The article of a line among the others, and how many units of it there will be. */
const fit = (line: CartLine, taken: Taken, { facts, kind, quantities }: PutOptions): Fitted | Refused => {
  const { asked, quantity } = line;
  const { items, delivery, context } = facts;
  const item = items.get(asked.itemId);
  const unread = wishProblem(line, item, context.modes);
  if (item === undefined || unread !== undefined) return { problem: unread ?? itemProblem('item_not_found') };
  const { article, orderType, list } = resolveLine(line, items, delivery, context);
  const takenBefore = article === undefined ? 0 : taken(article.uid);
  const clamped = quantities === 'clamp' && article !== undefined ? mostUnits(article, quantity, takenBefore) : 0;
  const units = clamped === 0 ? quantity : clamped;
  const { problem } = availabilityOf({
    item,
    article,
    size: asked.size,
    quantity: units,
    takenBefore,
    isGift: false,
    isOfCart: takesLine(kind, line, article),
    hasPrice: article !== undefined && comparedPrice(article, list, context.home) !== null,
    way:
      quantities === 'clamp'
        ? { kind: 'counter' }
        : wayOf(line, orderType, article, { delivery, place: context.place }),
  });
  if (problem !== null || article === undefined) {
    return {
      problem: problem === null ? itemProblem('article_not_found') : itemProblem(problem.code, `${problem.message}.`),
    };
  }
  return { article, quantity: units };
};

const childAsked = ({ itemId, size }: ProductChild, parent: AskedItem): AskedItem => ({
  ...parent,
  itemId,
  size: size ?? parent.size,
  articleId: null,
  sellerIdentifier: null,
  priceList: null,
  promoId: null,
  display: null,
  extraMeta: {},
  customJson: {},
  meta: {},
});

const broughtBy = (item: Item, line: CartLine, { newIdentifier, version }: PutOptions): readonly CartLine[] =>
  item.product.children
    .filter(({ autoAdd }) => autoAdd)
    .map((child) =>
      newLine({
        identifier: newIdentifier(),
        quantity: 0,
        asked: childAsked(child, line.asked),
        parent: line.identifier,
        autoAdded: true,
        perParent: child.quantity,
        since: version,
      }),
    );

type Family = { readonly line: CartLine; readonly article: Article; readonly children: readonly CartLine[] };
/** `reachable`: units of the parent for which there are enough of the child. */
type Unfit = Refused & { readonly reachable: number };

/** Why a bundle cannot be had: which of its parts it is, and what is the matter with it. */
const problemOfPart = (problem: ItemProblem, { asked }: CartLine, { facts }: PutOptions): ItemProblem => {
  const name = facts.items.get(asked.itemId)?.product.name ?? `product ${asked.itemId}`;
  return itemProblem(problem.code, `${name}, a part of it, cannot come along: ${problem.message}`);
};

/** What a bundle brings comes in its quantity, and over the counter where it is sold so. */
const partOf = ({ quantity, counterGiven }: CartLine, child: CartLine): CartLine => ({
  ...child,
  quantity: quantity * child.perParent,
  ...(counterGiven === undefined ? {} : { counterGiven: counterGiven * child.perParent }),
});

/** The line with its children at this quantity; each takes from the stock that the ones before it leave. */
const fitFamily = (
  line: CartLine,
  children: readonly CartLine[],
  taken: Taken,
  options: PutOptions,
): Family | Unfit => {
  const own = fit(line, taken, options);
  if ('problem' in own) return { ...own, reachable: 0 };
  const fitted: CartLine = { ...line, articleUid: own.article.uid, quantity: own.quantity };
  const placed: CartLine[] = [];
  for (const child of children) {
    const wanted = partOf(fitted, child);
    const found = fit(wanted, (uid) => taken(uid) + unitsOf([fitted, ...placed], uid), options);
    if ('problem' in found) return { problem: problemOfPart(found.problem, child, options), reachable: 0 };
    if (found.quantity < wanted.quantity) {
      const problem = problemOfPart(itemProblem('insufficient_stock'), child, options);
      return { problem, reachable: Math.floor(found.quantity / child.perParent) };
    }
    placed.push({ ...wanted, articleUid: found.article.uid });
  }
  return { line: fitted, article: own.article, children: placed };
};

const fittedFamily = (
  line: CartLine,
  children: readonly CartLine[],
  taken: Taken,
  options: PutOptions,
): Family | Unfit => {
  const family = fitFamily(line, children, taken, options);
  return 'problem' in family && options.quantities === 'clamp' && family.reachable > 0
    ? fitFamily({ ...line, quantity: family.reachable }, children, taken, options)
    : family;
};

/** Lines that go and lines that come in their place. */
type Swap = { readonly leaving: readonly CartLine[]; readonly placed: readonly CartLine[] };

/** Sums are kept as lines come and go; where they come near to what can be counted, all lines are counted anew. */
const costsTooMuch = (book: LineBook, { leaving, placed }: Swap, facts: CartFacts): boolean => {
  const [there, out] = [book.worth(), worthOfAll(leaving, facts)];
  const sums = worthOfAll(placed, facts).map((sum, at) => sum + (there[at] ?? 0) - (out[at] ?? 0));
  if (!isTooLarge(sums.map((sum) => sum * 2))) return false;
  const gone = new Set(leaving);
  return isTooLarge(worthOfAll([...book.lines().filter((line) => !gone.has(line)), ...placed], facts));
};

/** What a line brought with it. */
const broughtWith = (book: LineBook, { identifier }: CartLine): readonly CartLine[] =>
  book.childrenOf(identifier).filter(({ autoAdded }) => autoAdded);

/** Children that are no longer brought go, and what belonged to a line that joined belongs to the one it joined. */
const swap = (book: LineBook, { leaving, placed }: Swap, line: CartLine, joining: CartLine | undefined): void => {
  const stays = new Set(placed.map(({ identifier }) => identifier));
  for (const { identifier } of leaving) if (!stays.has(identifier)) book.remove(identifier);
  for (const child of joining === undefined ? [] : book.childrenOf(joining.identifier)) {
    book.put({ ...child, parent: line.identifier });
  }
  for (const one of placed) book.put(one);
};

/** Puts a line into the book, or leaves the book as it is. `joining`: a line that is taken in by it, with what that one brought. */
export const putLine = (book: LineBook, line: CartLine, options: PutOptions, joining?: CartLine): Put | Refused => {
  const { facts, mostLines } = options;
  const item = facts.items.get(line.asked.itemId);
  if (item === undefined) return { problem: itemProblem('item_not_found') };
  const there = book.find(line.identifier);
  const followers = broughtWith(book, line);
  const sameItem =
    there !== undefined && there.asked.itemId === line.asked.itemId && there.asked.size === line.asked.size;
  const children = sameItem ? followers : broughtBy(item, line, options);
  const joined = joining === undefined ? [] : [joining, ...broughtWith(book, joining)];
  const leaving = [...joined, ...(there === undefined ? [] : [there]), ...followers];
  const family = fittedFamily(line, children, (uid) => book.unitsOf(uid) - unitsOf(leaving, uid), options);
  if ('problem' in family) return { problem: family.problem };
  const placed = [family.line, ...family.children];
  const count = book.count() - leaving.length + placed.length;
  if (count > Math.max(book.count() - joined.length, mostLines)) {
    return { problem: itemProblem('cart_full', `Max ${mostLines} items allowed in cart.`) };
  }
  const before = book.data() - allData(joined);
  const after = book.data() - allData(leaving) + allData(placed);
  const heavy = dataProblem(family.line, { before, after }, facts.quotas.cart_data_bytes);
  if (heavy !== undefined) return { problem: heavy };
  if (costsTooMuch(book, { leaving, placed }, facts)) return { problem: itemProblem('amount_too_large') };
  swap(book, { leaving, placed }, family.line, joining);
  return { line: family.line, article: family.article };
};

/** Lines as a write stores them: resolved for its place; one that cannot be resolved keeps the article it has. */
export const reassignLines = (
  lines: readonly CartLine[],
  { items, delivery, context }: CartFacts,
): Promise<readonly CartLine[]> =>
  inSlices(lines, LINES_A_TURN, (line) => {
    const uid = resolveLine(line, items, delivery, context).article?.uid;
    return uid === undefined || uid === line.articleUid ? line : { ...line, articleUid: uid };
  });
