/** What a customer has on the wishlist, on the SDK's own paths, where wishing is called following. */
import { Type } from 'typebox';
import { ProductListItem } from '../catalog/catalog-contract.ts';
import { CursorPage, CursorQuery } from '../cursor-page-contract.ts';

const closed = { additionalProperties: false } as const;
const collectionType = Type.String({ maxLength: 64, description: 'Always products.' });

export const WishlistPath = Type.Object({ collection_type: collectionType });
export const WishlistItemPath = Type.Object({
  collection_type: collectionType,
  collection_id: Type.String({ pattern: '^[1-9][0-9]{0,14}$', description: 'The product’s uid.' }),
});
export const WishlistQuery = Type.Object({
  ...CursorQuery.properties,
  page_no: Type.Optional(Type.Integer({ description: 'Taken and ignored: pages go on by page_id.' })),
});
export const WishlistIdsQuery = Type.Object({ collection_type: Type.Optional(collectionType) });

export const WishlistChanged = Type.Object(
  { id: Type.String({ description: 'The product’s uid.' }), message: Type.String({ description: 'What came of it.' }) },
  { ...closed, title: 'FollowPostResponse' },
);
export const WishlistListing = Type.Object(
  { items: Type.Array(ProductListItem, { description: 'The last one added first.' }), page: CursorPage },
  { ...closed, title: 'GetFollowListingResponse' },
);
export const WishlistIds = Type.Object(
  {
    data: Type.Object(
      { products: Type.Array(Type.Integer(), { description: 'Uids of products, the last one added first.' }) },
      { ...closed, title: 'FollowIdsData' },
    ),
  },
  { ...closed, title: 'FollowIdsResponse' },
);
export const WishlistCount = Type.Object(
  { count: Type.Integer({ description: 'Customers who have it on their wishlist.' }) },
  { ...closed, title: 'FollowerCountResponse' },
);
