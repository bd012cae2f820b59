/** Goods that could be added for offers: more of what the cart has, and products of the shop that the offers are about. */
import type { Addable } from './change-types.ts';
import type { CartLook } from '../../call/cart-call.ts';
import { moqProblem } from '../../lines/availability-rules.ts';
import { type CheapProduct, cheapestProducts, namesProducts } from '../../price/candidate-products.ts';
import { loadPricedCart } from '../../price/load-priced-cart.ts';
import type { PricedView, ViewedLine } from '../../price/priced-view.ts';
import { withCodes } from '../../store/coupon-codes.ts';
import { type Supposed, trialCart } from '../../price/trial-cart.ts';
import type { Item } from '../../../catalog/article-cache.ts';
import { type Article, isSellable } from '../../../catalog/article.ts';
import type { CompiledOffer, Criteria, Dimension } from '../../../pricing/compile/offer-types.ts';
import type { PriceInput } from '../../../pricing/pricing-types.ts';
import type { Minor } from '../../../shared/money.ts';

/** Products looked at for one offer, sizes of one product, articles of one size, and lines for all offers of a call. */
const MOST_PRODUCTS = 24;
const MOST_SIZES = 3;
const MOST_ARTICLES = 3;
const MOST_LINES = 240;

export type Found = {
  /** Of the cart, and of all that was found. */
  readonly input: PriceInput;
  readonly addables: readonly Addable[];
  readonly items: ReadonlyMap<number, Item>;
  /** What the cheapest product costs that was not looked at for this offer; null: all were. */
  readonly beyond: ReadonlyMap<string, Minor | null>;
};

/** More than one article has in stock may come from another, at another price: a line for each quantity at which that can be. */
const linesOf = (itemId: number, size: string, articles: readonly Article[]): readonly Supposed[] => {
  const ofSize = articles.filter((article) => article.size === size && article.customOrder === null);
  const stocks = [...new Set(ofSize.map(({ quantity }) => quantity))].toSorted((a, b) => a - b);
  return [0, ...stocks.slice(0, -1)].slice(0, MOST_ARTICLES).map((stock) => ({ itemId, size, quantity: stock + 1 }));
};

/** An empty list stands for all products. */
const criteriaOf = ({ rules, discounts, restrictions }: CompiledOffer): readonly Criteria[] =>
  restrictions.orderQuantity === null
    ? [...rules.map(({ criteria }) => criteria), ...discounts.flatMap(({ criteria }) => criteria)]
    : [];

const addableOf = ({ article, priced, stored, parent, availability }: ViewedLine, inCart: boolean): Addable[] => {
  const { problem } = availability;
  const isWrongCount = problem?.code.startsWith('moq_') === true;
  if (article === undefined || priced === null || stored === null || parent !== null) return [];
  if (!inCart && problem !== null && !isWrongCount) return [];
  const most = article.customOrder === null ? article.quantity : Number.MAX_SAFE_INTEGER;
  const least = inCart ? 1 : stored.quantity;
  const allows = (quantity: number): boolean =>
    least <= quantity && quantity <= most && moqProblem(article, quantity) === null;
  return [{ line: priced, inCart, allows }];
};

/** Lines that neither bring others along nor come along with one: of these, units can come and go alone. */
export const aloneIn = ({ lines }: Pick<PricedView, 'lines'>): ((key: string) => boolean) => {
  const together = new Set(
    lines.flatMap(({ stored }) => (stored?.autoAdded === true ? [stored.identifier, stored.parent] : [])),
  );
  return (key) => !together.has(key);
};

const finerThanProducts: ReadonlySet<Dimension> = new Set(['size', 'article', 'sku', 'store', 'company']);
const asksForSizes = (offers: readonly CompiledOffer[]): boolean =>
  offers.flatMap(criteriaOf).some(({ wants }) => wants.some(({ dimension }) => finerThanProducts.has(dimension)));

type Products = ReadonlyMap<CompiledOffer, readonly CheapProduct[]>;

/** Where one side of an offer is about anything and the other about some goods, those have a share of their own: they may be dear. */
const sidesOf = (offer: CompiledOffer): readonly (readonly Criteria[])[] => {
  const all = criteriaOf(offer);
  if (namesProducts(all)) return [all];
  const sides = [offer.discounts.flatMap(({ criteria }) => criteria), offer.rules.map(({ criteria }) => criteria)];
  return [...sides.filter(namesProducts), all];
};

/** One of each list in turn, every product once. */
const interleaved = (lists: readonly (readonly CheapProduct[])[]): readonly CheapProduct[] => {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const all = Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list[at] ?? [])).flat();
  return [...new Map(all.map((product) => [product.uid, product])).values()];
};

const productsFor = async (look: CartLook, view: PricedView, offers: readonly CompiledOffer[]): Promise<Products> => {
  const { node, caller } = look.shop;
  const found = new Map<CompiledOffer, readonly CheapProduct[]>();
  for (const offer of offers) {
    const lists: (readonly CheapProduct[])[] = [];
    for (const criteria of sidesOf(offer)) {
      const asked = { criteria, currency: view.home.code, limit: MOST_PRODUCTS + 1 };
      lists.push(await cheapestProducts(node.db, caller.companyId, asked));
    }
    found.set(offer, interleaved(lists));
  }
  return found;
};

/** The cheapest of every offer, then the second of every offer, and so on: each has its share of what is looked at. */
const inTurn = (products: Products): readonly number[] => {
  const places = Array.from({ length: MOST_PRODUCTS }, (_, at) => at);
  const uids = places.flatMap((at) => [...products.values()].flatMap((found) => found[at]?.uid ?? []));
  return [...new Set(uids)].slice(0, MOST_LINES);
};

type Chosen = { readonly lines: readonly Supposed[]; readonly uids: ReadonlySet<number> };

const chooseLines = async (look: CartLook, { document }: PricedView, products: Products): Promise<Chosen> => {
  const { catalog, caller } = look.shop;
  const wanted = inTurn(products);
  const items = await catalog.items(caller.companyId, wanted);
  const mostSizes = asksForSizes([...products.keys()]) ? MOST_SIZES : 1;
  const isThere = (itemId: number, size: string): boolean =>
    document.lines.some(({ asked }) => asked.itemId === itemId && asked.size === size);
  const lines: Supposed[] = [];
  const uids = new Set<number>();
  for (const itemId of wanted) {
    const sold = items.get(itemId)?.articles.filter(isSellable) ?? [];
    const sizes = [...new Set(sold.map(({ size }) => size))].slice(0, mostSizes);
    const more = sizes.filter((size) => !isThere(itemId, size)).flatMap((size) => linesOf(itemId, size, sold));
    if (lines.length + more.length > MOST_LINES) break;
    lines.push(...more);
    uids.add(itemId);
  }
  return { lines, uids };
};

/** They are priced together, in a cart like this one: at the same place, in the same currency, for the same shopper. */
const priced = async (
  look: CartLook,
  view: PricedView,
  lines: readonly Supposed[],
): Promise<PricedView | undefined> => {
  if (lines.length === 0) return undefined;
  const trial = trialCart(look.shop, lines);
  const document = { ...withCodes(view.document, []), lines: trial.document.lines };
  return loadPricedCart(look.shop, { ...(view.cart ?? trial), document }, look.ask);
};

/** What could be added has a weight, too. */
const weighed = ({ input: { shipping } }: PricedView, more: PricedView | undefined): Pick<PriceInput, 'shipping'> =>
  shipping === undefined
    ? {}
    : { shipping: { ...shipping, weights: new Map([...shipping.weights, ...(more?.input.shipping?.weights ?? [])]) } };

export const findAddables = async (
  look: CartLook,
  view: PricedView,
  offers: readonly CompiledOffer[],
): Promise<Found> => {
  const products = await productsFor(look, view, offers);
  const { lines, uids } = await chooseLines(look, view, products);
  const more = await priced(look, view, lines);
  const isAlone = aloneIn(view);
  const own = view.lines.filter(({ identifier }) => isAlone(identifier)).flatMap((line) => addableOf(line, true));
  const others = more?.lines.flatMap((line) => addableOf(line, false)) ?? [];
  const articles = new Map([...view.input.articles, ...(more?.input.articles ?? [])]);
  const giftArticles = view.input.giftArticles.size === 0 ? more?.input.giftArticles : undefined;
  return {
    input: {
      ...view.input,
      articles,
      giftArticles: giftArticles ?? view.input.giftArticles,
      ...weighed(view, more),
    },
    addables: [...own, ...others],
    items: more?.items ?? view.items,
    beyond: new Map(
      [...products].map(([{ id }, found]) => {
        const left = found.filter(({ uid }) => !uids.has(uid)).map(({ price }) => price);
        return [id, left.length === 0 ? null : Math.min(...left)];
      }),
    ),
  };
};
