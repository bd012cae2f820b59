/**
 * Puts one line into a list of lines, with the children a bundle brings, or says why that cannot be. Everything that adds
 * to a cart or changes a quantity goes through here, so what is refused is refused everywhere alike. Pure.
 */
import { availabilityOf } from './availability-rules.ts';
import type { CartFacts } from './cart-facts.ts';
import { type FulfillmentModes, isFulfillmentMode } from './fulfillment-rules.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';
import { isTooLarge } from './line-amounts.ts';
import { dataProblem } from './line-data-rules.ts';
import { comparedPrice } from './pricing-article.ts';
import { resolveLine, wayOf } from './resolve-line.ts';
import type { AskedItem, CartLine } from '../store/cart-document.ts';
import { isQuantity, mostUnits, newLine, unitsOf } from '../store/line-rules.ts';
import type { Item } from '../../catalog/article-cache.ts';
import type { Article } from '../../catalog/article.ts';
import type { ProductChild } from '../../catalog/product.ts';
import { journeys } from '../../delivery/promise-rules.ts';

export type PutOptions = {
  readonly facts: CartFacts;
  readonly newIdentifier: () => string;
  /** Version that the cart will have. */
  readonly version: number;
  /** Of the cart; one that has more already may change but not grow. */
  readonly mostLines: number;
  /** `clamp` takes as many units as can be had and asks nothing about the place: for carts that come together. */
  readonly quantities: 'exact' | 'clamp';
};
export type Refused = { readonly problem: ItemProblem };
export type Put = { readonly lines: readonly CartLine[]; readonly line: CartLine; readonly article: Article };

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
  const ofSize = item.articles.filter((article) => article.size === size);
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

/** The article of a line among the others, and how many units of it there will be. */
const fit = (line: CartLine, others: readonly CartLine[], { facts, quantities }: PutOptions): Fitted | Refused => {
  const { asked, quantity } = line;
  const { items, delivery, context } = facts;
  const item = items.get(asked.itemId);
  const unread = wishProblem(line, item, context.modes);
  if (item === undefined || unread !== undefined) return { problem: unread ?? itemProblem('item_not_found') };
  const { article, orderType, list } = resolveLine(line, items, delivery, context);
  const takenBefore = article === undefined ? 0 : unitsOf(others, article.uid);
  const clamped = quantities === 'clamp' && article !== undefined ? mostUnits(article, quantity, takenBefore) : 0;
  const units = clamped === 0 ? quantity : clamped;
  const { problem } = availabilityOf({
    item,
    article,
    size: asked.size,
    quantity: units,
    takenBefore,
    isGift: false,
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
  others: readonly CartLine[],
  options: PutOptions,
): Family | Unfit => {
  const own = fit(line, others, options);
  if ('problem' in own) return { ...own, reachable: 0 };
  const fitted: CartLine = { ...line, articleUid: own.article.uid, quantity: own.quantity };
  const placed: CartLine[] = [];
  for (const child of children) {
    const wanted = partOf(fitted, child);
    const found = fit(wanted, [...others, fitted, ...placed], options);
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
  others: readonly CartLine[],
  options: PutOptions,
): Family | Unfit => {
  const family = fitFamily(line, children, others, options);
  return 'problem' in family && options.quantities === 'clamp' && family.reachable > 0
    ? fitFamily({ ...line, quantity: family.reachable }, children, others, options)
    : family;
};

export const putLine = (lines: readonly CartLine[], line: CartLine, options: PutOptions): Put | Refused => {
  const item = options.facts.items.get(line.asked.itemId);
  if (item === undefined) return { problem: itemProblem('item_not_found') };
  const there = lines.find(({ identifier }) => identifier === line.identifier);
  const follows = (one: CartLine): boolean => one.autoAdded && one.parent === line.identifier;
  const others = lines.filter((one) => one !== there && !follows(one));
  const sameItem =
    there !== undefined && there.asked.itemId === line.asked.itemId && there.asked.size === line.asked.size;
  const children = sameItem ? lines.filter(follows) : broughtBy(item, line, options);
  const family = fittedFamily(line, children, others, options);
  if ('problem' in family) return { problem: family.problem };
  const placed = [family.line, ...family.children];
  const after = placedAmong(lines, placed, follows);
  if (after.length > Math.max(lines.length, options.mostLines)) {
    return { problem: itemProblem('cart_full', `Max ${options.mostLines} items allowed in cart.`) };
  }
  const heavy = dataProblem(family.line, lines, after, options.facts.quotas.cart_data_bytes);
  if (heavy !== undefined) return { problem: heavy };
  if (isTooLarge(after, options.facts)) return { problem: itemProblem('amount_too_large') };
  return { lines: after, line: family.line, article: family.article };
};

/** What was there keeps its place, what is new comes last, children that are no longer brought go. */
const placedAmong = (
  lines: readonly CartLine[],
  placed: readonly CartLine[],
  follows: (line: CartLine) => boolean,
): readonly CartLine[] => {
  const put = new Map(placed.map((one) => [one.identifier, one]));
  const kept = lines
    .filter((one) => put.has(one.identifier) || !follows(one))
    .map((one) => put.get(one.identifier) ?? one);
  const known = new Set(kept.map(({ identifier }) => identifier));
  return [...kept, ...placed.filter(({ identifier }) => !known.has(identifier))];
};

/** Lines as a write stores them: resolved for its place; one that cannot be resolved keeps the article it has. */
export const reassignLines = (
  lines: readonly CartLine[],
  { items, delivery, context }: CartFacts,
): readonly CartLine[] =>
  lines.map((line) => {
    const uid = resolveLine(line, items, delivery, context).article?.uid;
    return uid === undefined || uid === line.articleUid ? line : { ...line, articleUid: uid };
  });
