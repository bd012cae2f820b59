/** How much is in the carts of a shopper. Gifts are no lines of a cart, so they are not counted. Pure. */
import type { CartCount, CartCountV2 } from '../../contract/cart/cart-answers-contract.ts';
import type { CartConfiguration } from '../../offers/configurations/configuration-rules.ts';
import { countLines, type StoredCart } from '../store/cart-document.ts';

export const countOf = (cart: StoredCart | undefined): CartCount => {
  const { lines, units } = cart === undefined ? { lines: 0, units: 0 } : countLines(cart.document);
  return { user_cart_items_count: units, user_cart_article_count: lines };
};

/** The universal cart first, then by name. */
export const countByKind = (
  carts: readonly StoredCart[],
  configurations: readonly CartConfiguration[],
): CartCountV2 => {
  const counted = carts.map((cart) => {
    const configuration = configurations.find(({ slug }) => slug === cart.slug);
    const { lines, units } = countLines(cart.document);
    return { cart, configuration, count: { article_count: lines, article_quantity_count: units } };
  });
  const ordered = counted.toSorted((a, b) => {
    const [first, second] = [a, b].map(({ configuration }) => configuration?.is_universal === true);
    if (first !== second) return first ? -1 : 1;
    return (a.configuration?.name ?? a.cart.slug) < (b.configuration?.name ?? b.cart.slug) ? -1 : 1;
  });
  const total = (of: 'article_count' | 'article_quantity_count'): number =>
    counted.reduce((sum, { count }) => sum + count[of], 0);
  return {
    user_all_cart_articles_quantity_count: total('article_quantity_count'),
    user_all_cart_article_count: total('article_count'),
    custom_cart_count: Object.fromEntries(counted.map(({ cart, count }) => [cart.slug, count])),
    custom_cart_ordered_count: ordered.map(({ cart, configuration, count }) => ({
      cart_type: cart.slug,
      cart_name: configuration?.name ?? cart.slug,
      cart_id: cart.cartId,
      ...count,
    })),
  };
};
