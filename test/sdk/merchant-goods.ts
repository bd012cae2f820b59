/** What the SDK's merchant sells: two kinds of goods, each from a store of its own. */
import { areas, lanes, sellers, stores } from '../cart/response/places.ts';
import { anArticle, aProduct } from '../catalog/shop.ts';
import type { OfferSdk } from '../offers/offer-sdk-client.ts';

const price = (amount: number) => [{ currency_code: 'INR', marked: amount, effective: amount }];

export const feedGoods = async (sdk: OfferSdk, from: readonly object[] = stores): Promise<void> => {
  await sdk.feed('stores', from);
  await sdk.feed('areas', areas);
  await sdk.feed('lanes', lanes);
  await sdk.feed('sellers', sellers);
  await sdk.feed('products', [aProduct(1), aProduct(2)]);
  await sdk.feed('articles', [
    anArticle(1, { prices: price(1000), quantity: 500 }),
    anArticle(2, { prices: price(200.5), quantity: 500, store_id: 2 }),
  ]);
};
