/**
 * Puts one line into a list of lines, with the children a bundle brings, or says why that cannot be. Everything that adds
 * to a cart or changes a quantity goes through here, so what is refused is refused everywhere alike. Pure.
 */
import type { Article } from '../catalog/article.ts';
import type { Item } from '../catalog/article-cache.ts';
import type { ProductChild } from '../catalog/product.ts';
import { assignArticle, canReach, laneTo, orderTypeOf } from './assign-article.ts';
import type { AskedItem, CartLine } from './cart-document.ts';
import type { CartFacts } from './cart-facts.ts';
import { type ItemProblem, itemProblem } from './item-codes.ts';
import { mostUnits, quantityProblem, unitsOf } from './line-rules.ts';

export type PutOptions = {
  readonly facts: CartFacts;
  readonly newIdentifier: () => string;
  /** Version that the cart will have. */
  readonly version: number;
  /** Most lines of the cart; 0: no limit. */
  readonly mostLines: number;
  /** `clamp` takes as many units as can be had and asks nothing about the place: for carts that come together. */
  readonly quantities: 'exact' | 'clamp';
};
export type Put = {
  readonly lines: readonly CartLine[];
  readonly line: CartLine;
  readonly article: Article;
};

const journeys = new Set(['standard', 'priority', 'rush']);
const fulfillmentModes = new Set(['home_delivery', 'store_pickup']);

const wayProblem = (asked: AskedItem, article: Article, options: PutOptions): ItemProblem | undefined => {
  const facts = { ...options.facts, cartSellers: new Set<number>() };
  if (asked.fulfillmentMode !== null && !fulfillmentModes.has(asked.fulfillmentMode)) {
    return itemProblem('fulfillment_mode_unknown');
  }
  if (asked.journey !== null && !journeys.has(asked.journey)) return itemProblem('journey_not_offered');
  if (options.quantities === 'clamp') return undefined;
  if (!canReach(article, asked, facts)) {
    return itemProblem(orderTypeOf(asked, facts) === 'PickAtStore' ? 'pickup_not_offered' : 'not_deliverable');
  }
  const offered = laneTo(article, facts)?.journeys;
  return asked.journey !== null && offered !== undefined && !Object.hasOwn(offered, asked.journey)
    ? itemProblem('journey_not_offered')
    : undefined;
};

export const sellersOf = (lines: readonly CartLine[], { items }: CartFacts): ReadonlySet<number> =>
  new Set(
    lines.flatMap(({ asked, articleUid }) => {
      const article = items.get(asked.itemId)?.articles.find(({ uid }) => uid === articleUid);
      return article === undefined ? [] : [article.sellerId];
    }),
  );

type Fitted = { readonly article: Article; readonly quantity: number } | { readonly problem: ItemProblem };

/** The article of a line among the others, and how many units of it there will be. */
const fit = (asked: AskedItem, quantity: number, others: readonly CartLine[], options: PutOptions): Fitted => {
  const { facts } = options;
  const item = facts.items.get(asked.itemId);
  if (item === undefined || !item.product.isActive) return { problem: itemProblem('item_not_found') };
  const cartSellers = asked.assignment?.level === 'single-company' ? sellersOf(others, facts) : new Set<number>();
  const assigned = assignArticle(asked, quantity, item, { ...facts, cartSellers });
  if ('problem' in assigned) return { problem: itemProblem(assigned.problem) };
  const { article } = assigned;
  const way = wayProblem(asked, article, options);
  if (way !== undefined) return { problem: way };
  const taken = unitsOf(others, article.uid);
  const most = options.quantities === 'clamp' ? mostUnits(article, quantity, taken) : quantity;
  const problem = quantityProblem(article, most === 0 ? quantity : most, taken);
  return problem === undefined ? { article, quantity: most } : { problem };
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
    .map((child) => ({
      identifier: newIdentifier(),
      quantity: 0,
      asked: childAsked(child, line.asked),
      articleUid: '',
      parent: line.identifier,
      autoAdded: true,
      perParent: child.quantity,
      alone: false,
      since: version,
    }));

type Family = { readonly line: CartLine; readonly article: Article; readonly children: readonly CartLine[] };

/** The line with its children at this quantity; each takes from the stock that the ones before it leave. */
const fitFamily = (
  line: CartLine,
  children: readonly CartLine[],
  others: readonly CartLine[],
  options: PutOptions,
): Family | { readonly problem: ItemProblem; readonly reachable: number } => {
  const own = fit(line.asked, line.quantity, others, options);
  if ('problem' in own) return { problem: own.problem, reachable: 0 };
  const fitted: CartLine = { ...line, articleUid: own.article.uid, quantity: own.quantity };
  const placed: CartLine[] = [];
  for (const child of children) {
    const wanted = own.quantity * child.perParent;
    const found = fit(child.asked, wanted, [...others, fitted, ...placed], options);
    if ('problem' in found) return { problem: found.problem, reachable: 0 };
    if (found.quantity < wanted) {
      return { problem: itemProblem('insufficient_stock'), reachable: Math.floor(found.quantity / child.perParent) };
    }
    placed.push({ ...child, articleUid: found.article.uid, quantity: wanted });
  }
  return { line: fitted, article: own.article, children: placed };
};

export const putLine = (
  lines: readonly CartLine[],
  line: CartLine,
  options: PutOptions,
): Put | { readonly problem: ItemProblem } => {
  const item = options.facts.items.get(line.asked.itemId);
  if (item === undefined) return { problem: itemProblem('item_not_found') };
  const isNew = !lines.some(({ identifier }) => identifier === line.identifier);
  const sameItem = lines.some((one) => one.identifier === line.identifier && one.asked.itemId === line.asked.itemId);
  const follows = (one: CartLine): boolean => one.autoAdded && one.parent === line.identifier;
  const others = lines.filter((one) => one.identifier !== line.identifier && !follows(one));
  const children = sameItem ? lines.filter(follows) : broughtBy(item, line, options);
  let family = fitFamily(line, children, others, options);
  if ('problem' in family && options.quantities === 'clamp' && family.reachable > 0) {
    family = fitFamily({ ...line, quantity: family.reachable }, children, others, options);
  }
  if ('problem' in family) return { problem: family.problem };
  const placed = [family.line, ...family.children];
  if (isNew && options.mostLines > 0 && others.length + placed.length > options.mostLines) {
    return { problem: itemProblem('cart_full', `Max ${options.mostLines} items allowed in cart.`) };
  }
  const put = new Map(placed.map((one) => [one.identifier, one]));
  const kept = lines.filter((one) => put.has(one.identifier) || !follows(one)).map((one) => put.get(one.identifier) ?? one);
  const there = new Set(kept.map(({ identifier }) => identifier));
  const added = placed.filter(({ identifier }) => !there.has(identifier));
  return { lines: [...kept, ...added], line: family.line, article: family.article };
};

/** Lines nobody touched, resolved for the place of this write; one that cannot be keeps the article it has. */
export const reassignLines = (lines: readonly CartLine[], facts: CartFacts): readonly CartLine[] =>
  lines.map((line) => {
    const item = facts.items.get(line.asked.itemId);
    if (item === undefined) return line;
    const cartSellers = sellersOf([line], facts);
    const assigned = assignArticle(line.asked, line.quantity, item, { ...facts, cartSellers });
    return 'problem' in assigned || assigned.article.uid === line.articleUid
      ? line
      : { ...line, articleUid: assigned.article.uid };
  });
