/** The cart an offer is tried on: goods it is for, or a cart that a shopper has. */
import type { CartDetail } from '../../../../../src/contract/cart/cart-contract.ts';
import type { StockView } from '../../../../../src/contract/catalog/record-contract.ts';
import { read } from '../../../call.ts';
import { cartPath, catalogPath } from '../../../paths.ts';
import type { Chosen } from './goods-rules.ts';

export type TriedLine = { readonly article_id: string; readonly quantity: number; readonly name: string };

type Products = { readonly items: readonly { readonly uid: number; readonly name: string }[] };
type Articles = { readonly items: readonly StockView[] };
const MOST_LINES = 50;

const productsOf = async (chosen: readonly Chosen[]): Promise<Products['items']> => {
  const first = chosen.find(({ isExcept }) => !isExcept);
  if (first?.kind === 'product') return [await read(`${catalogPath}/products/${encodeURIComponent(first.id)}`)];
  const kind = first?.kind.endsWith('category') ? 'category' : (first?.kind ?? 'q');
  return (await read<Products>(`${catalogPath}/products`, { [kind]: first?.id, is_active: true, page_size: 1 })).items;
};

/** Some units of the first thing it is for. */
export const suitableLines = async (chosen: readonly Chosen[], units: number): Promise<readonly TriedLine[]> => {
  const lines = (await productsOf(chosen)).map(async ({ uid, name }): Promise<readonly TriedLine[]> => {
    const { items } = await read<Articles>(`${catalogPath}/inventory`, { item_id: uid, page_size: 1 });
    return items.map((article) => ({ article_id: article.uid, quantity: units, name }));
  });
  return (await Promise.all(lines)).flat();
};

export const linesOfCart = async (id: string): Promise<readonly TriedLine[]> => {
  const cart = await read<CartDetail>(`${cartPath}/detail`, { id, i: true });
  return (cart.items ?? []).slice(0, MOST_LINES).flatMap(({ article, quantity = 0, product }) => {
    const uid = article?.uid;
    return typeof uid === 'string' && quantity > 0 ? [{ article_id: uid, quantity, name: product?.name ?? uid }] : [];
  });
};
