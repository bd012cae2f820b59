/** Everything a product belongs to, and itself, each by its number and name. Pure. */
import type { ProductRow } from '../../../../src/contract/catalog/catalog-feed-contract.ts';

type Kind = 'product' | 'brand' | 'category' | 'wider category' | 'widest category' | 'department' | 'tag';
export type GoodsPlace = { readonly kind: Kind; readonly id: string; readonly name: string };

export const placesOf = (product: ProductRow): readonly GoodsPlace[] => [
  ...(product.category_hierarchy ?? []).flatMap(({ l1, l2, l3 }): readonly GoodsPlace[] => [
    { kind: 'category', id: String(l3.uid), name: l3.name },
    { kind: 'wider category', id: String(l2.uid), name: l2.name },
    { kind: 'widest category', id: String(l1.uid), name: l1.name },
  ]),
  { kind: 'brand', id: String(product.brand.uid), name: product.brand.name },
  ...(product.departments ?? []).map(({ uid, name }): GoodsPlace => ({ kind: 'department', id: String(uid), name })),
  ...(product.tags ?? []).map((tag): GoodsPlace => ({ kind: 'tag', id: tag, name: tag })),
  { kind: 'product', id: String(product.uid), name: product.name },
];
