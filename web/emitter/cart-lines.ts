/** What the answers of the cart say about items that were added and lines that went, in the words of events. Pure. */
import type { Cart, CartAnswer, CartItem, CartLine, EventFields } from './emitter-api.ts';

type Removed = EventFields<'remove_from_cart'>;
type Named = { readonly name?: string | null };

const nameOf = (named: Named | undefined): string => named?.name ?? '';
/** With the decimals of its currency, and without its sign and the commas. */
const plainAmount = (amount: number, currency: string): string =>
  amount.toLocaleString('en', { style: 'currency', currency }).replace(/^\D+|,/g, '');

/** In the currency of the shop, as the service tells it. A line that came without its product or its price says nothing. */
const fieldsOf = (cart: Cart, { product, price_per_unit: unit }: CartLine, quantity = 1): Removed | undefined => {
  const { effective, currency_code: currency } = unit?.base ?? {};
  if (!product?.uid || !currency || effective === undefined) return undefined;
  const { l1, l3 } = product.category_hierarchy?.[0] ?? {};
  return {
    cart_id: cart.cart_id ?? '',
    product_id: product.uid,
    brand: nameOf(product.brand),
    l1_category: nameOf(l1),
    l3_category: nameOf(l3),
    currency,
    price: Math.round(effective),
    quantity,
    value: plainAmount(effective * quantity, currency),
  };
};

const idOf = ({ identifiers }: CartLine): string | undefined => identifiers?.identifier;

/** The answer names an item by product and size, or by its article, and again with #2 when it came twice. */
export const added = (
  items: readonly CartItem[],
  { cart = {}, result = {} }: CartAnswer,
): readonly EventFields<'add_to_cart'>[] => {
  const seen: Record<string, number> = {};
  return items.flatMap(({ item_id: item, item_size: size = '', article_id: article = '', quantity = 1 }) => {
    const name = item === undefined ? article : `${item}_${size}`;
    const count = (seen[name] = (seen[name] ?? 0) + 1);
    const outcome = result[count > 1 ? `${name}#${count}` : name] as { readonly success?: boolean } | undefined;
    const line = cart.items?.findLast((one) => one.key === name || one.article?.uid === name);
    if (!outcome?.success || !line) return [];
    // The parts of a box came along with it: so many of each as are in so many boxes.
    return (cart.items ?? []).flatMap((one) => {
      if (one !== line && !(one.auto_add_to_cart && one.parent_item_identifiers?.identifier === idOf(line))) return [];
      const fields = fieldsOf(cart, one, Math.round(((one.quantity ?? 1) * quantity) / (line.quantity || 1)));
      return fields ? { ...fields, article_id: one.article?.uid ?? '' } : [];
    });
  });
};

/** Lines as they were before: each tells the units that the answer has less of it. */
export const removed = (lines: readonly CartLine[], { cart }: CartAnswer): readonly Removed[] =>
  lines.flatMap((line) => {
    const less = (line.quantity ?? 1) - (cart?.items?.find((one) => idOf(one) === idOf(line))?.quantity ?? 0);
    return cart && less > 0 ? (fieldsOf(cart, line, less) ?? []) : [];
  });
