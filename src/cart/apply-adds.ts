/**
 * Adding items to carts, by intent: what is there already grows. Without a named kind of cart each item goes to the cart
 * that its tags ask for, so one call may change several. An item that cannot be added fails alone. Pure.
 */
import type { CartLine } from './cart-document.ts';
import { type CartFacts, configurationOf, slugFor, takesArticle } from './cart-facts.ts';
import type { ItemOutcome, WantedItem } from './cart-intent.ts';
import { itemProblem, type ItemProblem } from './item-codes.ts';
import { equalLine, isQuantity } from './line-rules.ts';
import { resolveLine } from './priced-lines.ts';
import { type PutOptions, putLine, type Refused } from './put-line.ts';
import { askedItem, parentOf, placeItem } from './resolve-item.ts';

export type LinesBySlug = ReadonlyMap<string, readonly CartLine[]>;
export type AddTo = {
  /** Lines of the carts there are, by their slug. */
  readonly carts: LinesBySlug;
  /** The one cart that was asked for; null: each item finds its own. */
  readonly only: string | null;
  /** Version each cart will have. */
  readonly versionOf: (slug: string) => number;
  readonly facts: CartFacts;
  readonly newIdentifier: () => string;
};
export type Applied = { readonly carts: LinesBySlug; readonly outcomes: readonly ItemOutcome[] };

export const refusedOutcome = (
  { name, itemId, size }: Pick<WantedItem, 'name' | 'itemId' | 'size'>,
  { code, message }: ItemProblem,
  slug: string,
): ItemOutcome => ({ name, success: false, message, errorCode: code, itemId, size, storeId: null, slug });

const newLine = (wanted: WantedItem, asked: CartLine['asked'], version: number, identifier: string): CartLine => ({
  identifier,
  quantity: wanted.quantity,
  asked,
  articleUid: '',
  parent: null,
  autoAdded: false,
  perParent: 1,
  alone: wanted.alone,
  since: version,
});

export const putOptions = (to: AddTo, slug: string, quantities: PutOptions['quantities']): PutOptions => ({
  facts: to.facts,
  newIdentifier: to.newIdentifier,
  version: to.versionOf(slug),
  mostLines: configurationOf(to.facts, slug).max_cart_items,
  quantities,
});

type Added = { readonly slug: string; readonly lines: readonly CartLine[]; readonly outcome: ItemOutcome };

/** The cart for an item: the one asked for when it takes the article, else the one its tags ask for. */
const chooseCart = (line: CartLine, { only, facts }: AddTo): { readonly slug: string } | Refused => {
  const { article } = resolveLine(line, facts.items, facts.delivery, facts.context);
  const tags = article?.tags ?? [];
  if (only === null) return { slug: slugFor(tags, facts) };
  return article === undefined || takesArticle(configurationOf(facts, only), tags)
    ? { slug: only }
    : { problem: itemProblem('article_not_of_cart_type') };
};

const addOne = (wanted: WantedItem, to: AddTo, carts: LinesBySlug): Added | Refused => {
  if (!isQuantity(wanted.quantity)) return { problem: itemProblem('quantity_invalid') };
  const placed = placeItem(wanted, to.facts);
  if ('problem' in placed) return placed;
  const asked = askedItem(wanted, placed);
  const draft = newLine(wanted, asked, 0, '');
  const chosen = chooseCart(draft, to);
  if ('problem' in chosen) return chosen;
  const { slug } = chosen;
  const lines = carts.get(slug) ?? [];
  const parent = parentOf(lines, wanted.parent);
  if (parent === undefined) return { problem: itemProblem('parent_not_found') };
  const equal = wanted.alone ? undefined : equalLine(lines, asked, parent);
  const line =
    equal === undefined
      ? { ...newLine(wanted, asked, to.versionOf(slug), to.newIdentifier()), parent }
      : { ...equal, quantity: equal.quantity + wanted.quantity };
  const put = putLine(lines, line, putOptions(to, slug, 'exact'));
  if ('problem' in put) return put;
  const { itemId, size } = placed;
  const outcome: ItemOutcome = {
    name: wanted.name,
    success: true,
    message: 'Product has been added to your cart',
    errorCode: null,
    itemId,
    size,
    storeId: put.article.storeId,
    slug,
  };
  return { slug, lines: put.lines, outcome };
};

export const applyAdds = (wanted: readonly WantedItem[], to: AddTo): Applied => {
  const carts = new Map(to.carts);
  const outcomes = wanted.map((item) => {
    const added = addOne(item, to, carts);
    if ('problem' in added) return refusedOutcome(item, added.problem, to.only ?? to.facts.universal.slug);
    carts.set(added.slug, added.lines);
    return added.outcome;
  });
  return { carts, outcomes };
};
