/** A customer's wishlist, on the SDK's own paths. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { cursorPage, pageSize, readCursor } from '../applications/cursor.ts';
import type { Node } from '../applications/node.ts';
import { answerCurrency } from '../catalog/answer-currency.ts';
import type { Item } from '../catalog/article-cache.ts';
import { listItems } from '../catalog/listing/product-view.ts';
import { type CatalogReader, familyOf } from '../catalog/read-articles.ts';
import {
  WishlistChanged,
  WishlistCount,
  WishlistIds,
  WishlistIdsQuery,
  WishlistItemPath,
  WishlistListing,
  WishlistPath,
  WishlistQuery,
} from '../contract/customers/wishlist-contract.ts';
import { signedInCustomer } from './customer-access.ts';
import type { ShopperKeys } from './shopper.ts';
import { type WishEvent, wishEvent } from './wishlist-events.ts';
import {
  addWish,
  countFollowers,
  listWishes,
  MOST_WISHES,
  removeWish,
  wishlistGuard,
  wishlistLimitGuard,
  type WishOwner,
} from './wishlist-store.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { heldBy } from '../db/until-guard-holds.ts';
import type { Outbox } from '../events/outbox.ts';
import { applicationCaller } from '../http/access.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { keyUse, onceByKey } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import { holdSubject } from '../quotas/quota-statements.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { browsingOf } from '../http/requests/browsing.ts';
import { Refusal } from '../shared/errors.ts';

const words = {
  followById: 'Put a product on the wishlist',
  unfollowById: 'Take a product off the wishlist',
  getFollowedListing: 'List the products on the wishlist',
  getFollowIds: 'List the uids of everything on the wishlist',
  getFollowerCountById: 'Say how many customers have a product on their wishlist',
};

export type WishlistRoutesOptions = Readonly<{
  node: Node;
  keys: ShopperKeys;
  catalog: CatalogReader;
  outbox: Outbox;
  quotas: Pick<Quotas, 'nameOf'>;
}>;
type Change = { readonly request: FastifyRequest; readonly caller: ApplicationCaller; readonly userId: string };

const path = '/service/application/catalog/v1.0/follow';
const tags = ['Customers'];
const PRODUCTS = 'products';

const ownerOf = ({ caller, userId }: Change): WishOwner => ({ applicationId: caller.applicationId, userId });

const requireProducts = (collectionType: string): void => {
  if (collectionType !== PRODUCTS) throw new Refusal('collection_type_unknown');
};

const operation = operationTable({ kind: 'application' }, tags, words, {
  followById: { params: WishlistItemPath, response: { 200: WishlistChanged } },
  unfollowById: { params: WishlistItemPath, response: { 200: WishlistChanged } },
  getFollowedListing: { params: WishlistPath, querystring: WishlistQuery, response: { 200: WishlistListing } },
  getFollowIds: { querystring: WishlistIdsQuery, response: { 200: WishlistIds } },
  getFollowerCountById: { params: WishlistItemPath, response: { 200: WishlistCount } },
});

export const wishlistRoutes: FastifyPluginAsyncTypebox<WishlistRoutesOptions> = async (app, options) => {
  const { node, keys, catalog, outbox, quotas } = options;

  /** The event rides in the batch of the change: what changes nothing tells nothing. */
  const tell = async (name: WishEvent, item: Item | undefined, { request, caller, userId }: Change) => {
    const { settings } = caller;
    if (item === undefined || settings.events.wishlist_events !== 'server') return [];
    const now = node.now();
    const browsing = browsingOf(request.headers, settings.time_zone);
    const money = answerCurrency(settings, undefined, await catalog.rates(caller.companyId), now);
    const family = await familyOf(catalog, caller.companyId, [item]);
    const event = wishEvent(name, item, { caller, userId, browsing, requestId: request.id, now, money, family });
    return outbox.statements(settings.events, [event], { receivedAt: now, agreed: browsing.agreed });
  };

  /** Adding what is there and removing what is not is no offence, and changes nothing. */
  const change = async (
    request: FastifyRequest,
    reply: FastifyReply,
    answer: Static<typeof WishlistChanged>,
    statementsFor: (change: Change, item: Item | undefined) => Promise<readonly Statement[]>,
  ) => {
    const { caller, customer } = await signedInCustomer(request, keys);
    const { userId } = customer;
    return onceByKey(node.db, reply, keyUse(request, `customer:${userId}`, node.now()), {
      run: async (remember) => {
        const item = (await catalog.items(caller.companyId, [Number(answer.id)])).get(Number(answer.id));
        const statements = await statementsFor({ request, caller, userId }, item);
        try {
          const batch = [...remember({ status: 200, document: answer }), ...statements];
          await heldBy(wishlistLimitGuard, 'wishlist_limit_reached', () => node.db.commit(batch));
        } catch (error) {
          if (!guardFailed(error, wishlistGuard)) throw error;
          // It was there, or gone, already: that is the outcome.
          await node.db.commit(remember({ status: 200, document: answer }));
        }
        return answer;
      },
      replay: async () => answer,
    });
  };

  app.post(`${path}/:collection_type/:collection_id`, operation.followById, async (request, reply) => {
    const { collection_type, collection_id: id } = request.params;
    requireProducts(collection_type);
    return change(request, reply, { id, message: 'Product followed' }, async (made, item) => {
      if (item === undefined || !item.product.isActive) throw new Refusal('product_not_found');
      const owner = ownerOf(made);
      const subject = quotas.nameOf(owner.applicationId, 'customer', owner.userId);
      const alone = holdSubject(owner.applicationId, 'wishlist', subject, node.now());
      return [alone, ...addWish(owner, id, node.now()), ...(await tell('product_wishlist_add', item, made))];
    });
  });

  app.delete(`${path}/:collection_type/:collection_id`, operation.unfollowById, async (request, reply) => {
    const { collection_type, collection_id: id } = request.params;
    requireProducts(collection_type);
    return change(request, reply, { id, message: 'Product unfollowed' }, async (made, item) => [
      ...removeWish(ownerOf(made), id),
      ...(await tell('product_wishlist_remove', item, made)),
    ]);
  });

  app.get(`${path}/:collection_type`, operation.getFollowedListing, async (request) => {
    requireProducts(request.params.collection_type);
    const { caller, customer } = await signedInCustomer(request, keys);
    const owner = { applicationId: caller.applicationId, userId: customer.userId };
    const size = pageSize(request.query);
    const [createdAt, collectionId] = readCursor<[number, string]>(request.query.page_id, ['number', 'string']) ?? [];
    const after = createdAt === undefined || collectionId === undefined ? undefined : { createdAt, collectionId };
    const list = await listWishes(node.db, owner, after, size + 1);
    const { rows, page } = cursorPage(list, size, (wish) => [wish.createdAt, wish.collectionId]);
    const uids = rows.map((wish) => Number(wish.collectionId));
    const items = await catalog.items(caller.companyId, uids);
    const asked = request.headers['x-currency-code'];
    const currency = typeof asked === 'string' ? asked.toUpperCase() : undefined;
    const money = answerCurrency(caller.settings, currency, await catalog.rates(caller.companyId), node.now());
    // What the shop no longer sells is not shown; it comes back with the product.
    const shown = uids.flatMap((uid) => items.get(uid) ?? []).filter(({ product }) => product.isActive);
    const family = await familyOf(catalog, caller.companyId, shown);
    return { items: await listItems(shown, money, family), page: { ...page, item_count: shown.length } };
  });

  app.get(`${path}/ids`, operation.getFollowIds, async (request) => {
    requireProducts(request.query.collection_type ?? PRODUCTS);
    const { caller, customer } = await signedInCustomer(request, keys);
    const owner = { applicationId: caller.applicationId, userId: customer.userId };
    const wishes = await listWishes(node.db, owner, undefined, MOST_WISHES);
    return { data: { products: wishes.map(({ collectionId }) => Number(collectionId)) } };
  });

  app.get(`${path}/:collection_type/:collection_id/count`, operation.getFollowerCountById, async (request) => {
    const { collection_type, collection_id: id } = request.params;
    requireProducts(collection_type);
    return { count: await countFollowers(node.db, applicationCaller(request).applicationId, id) };
  });
};
