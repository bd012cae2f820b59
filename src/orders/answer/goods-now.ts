/** Where the products of an order are in the shop now, and how they look: of that an order keeps nothing. */
import type { CatalogReader } from '../../catalog/read-articles.ts';
import type { StoredOrder } from '../order-document.ts';

type Product = { readonly slug?: string; readonly image?: string };
type GoodsNow = ReadonlyMap<number, Product>;

/** One that is gone is missing; one that is not sold now has a picture and no page. */
export const goodsNow = async (
  { items }: Pick<CatalogReader, 'items'>,
  { companyId, document }: StoredOrder,
): Promise<GoodsNow> => {
  const found = await items(companyId, [...new Set(document.lines.map(({ itemId }) => itemId))]);
  return new Map(
    [...found].map(([itemId, { product }]) => {
      const [picture] = product.images;
      return [
        itemId,
        { ...(product.isActive && { slug: product.slug }), ...(picture !== undefined && { image: picture.url }) },
      ];
    }),
  );
};

type Bag = { readonly item_id?: number };
type Shipment<B extends Bag> = { readonly bags?: readonly B[] };

/** The same parcels, each line with its product as it is now. */
export const withGoods = <B extends Bag, S extends Shipment<B>>(shipments: readonly S[], goods: GoodsNow) =>
  shipments.map((shipment) => ({
    ...shipment,
    bags: (shipment.bags ?? []).map((bag) => ({ ...bag, ...goods.get(bag.item_id ?? 0) })),
  }));
