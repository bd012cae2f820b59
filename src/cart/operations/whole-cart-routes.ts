/** What concerns a whole cart: emptying it, data on it, bringing carts together, and making one what its sender wants. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import {
  cartOperation,
  cartPath,
  type CartRoutesOptions,
  openCall,
  selectorOf,
  tellShopper,
} from '../call/cart-call.ts';
import { requireStaff } from '../call/staff-act.ts';
import { wantedItems } from '../lines/request-items.ts';
import { archiveCarts } from './archive-carts.ts';
import { BULK_BODY_LIMIT } from './cart-item-routes.ts';
import { mergeCarts } from './merge-carts.ts';
import { listMerges, takeMergeBack } from './undo-merge.ts';
import { ensureVat } from '../call/known-vat.ts';
import { changeMeta, metaCode, type MetaDecision } from './meta-rules.ts';
import { type Performed, performWrite, shownCart, shownIds } from './perform-write.ts';
import { syncCart, type SyncOptions } from './sync-cart.ts';
import type { CartDocument } from '../store/cart-document.ts';
import { type CartWrite, changeDocument } from '../write/write-cart.ts';
import { plainRecord, resultsOf } from '../write/write-outcome.ts';
import {
  ArchivedCart,
  CartMerges,
  CartMetaRefused,
  CartMetaSaved,
  MergedCart,
  MergePath,
  SyncedCart,
} from '../../contract/cart/cart-answers-contract.ts';
import { ArchiveCarts, ChangeCartMeta, MergeCarts, SyncCart } from '../../contract/cart/cart-bodies.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import { maximumItems } from '../../contract/cart/cart-item-bodies.ts';
import { ArchiveQuery, CartMetaQuery, WriteQuery } from '../../contract/cart/cart-requests.ts';
import { ErrorBody, Nullable } from '../../contract/primitives.ts';
import { Refusal } from '../../shared/errors.ts';

const errors = { 412: CartConflict, '4xx': ErrorBody };

const decidedMeta = (decision: MetaDecision): CartDocument => {
  if ('document' in decision) return decision.document;
  const { problems } = decision;
  const [message] = Object.values(problems).flat();
  const details = Object.entries(problems).flatMap(([field, sentences]) =>
    sentences.map((sentence) => ({ field, message: sentence })),
  );
  throw new Refusal(metaCode(problems), {
    ...(message === undefined ? {} : { message }),
    details,
    body: { errors: problems, meta: problems },
  });
};

/** Who of the staff works at a cart is said by staff alone; a shopper's client that sends the field empty says nothing. */
const permittedMeta = ({ call: { shop } }: CartWrite, body: ChangeCartMeta): ChangeCartMeta => {
  const { staff_user_id: named, ...rest } = body;
  if (named !== undefined && named !== null && named !== '') requireStaff(shop, 'staff_user_id');
  return shop.staff === undefined ? rest : body;
};

const wholeAnswer = (written: Performed): MergedCart => {
  const { success, partial, message, errorCode } = written.record;
  const { id, cart_id } = shownIds(written);
  return {
    success,
    partial,
    message,
    error_code: errorCode,
    result: resultsOf(written.record),
    ...shownCart(written),
    ...(id === undefined || cart_id === undefined ? {} : { id, cart_id }),
  };
};

const sourcesOf = ({ cart_ids = [], cart_id_list = [], cart_id }: MergeCarts): readonly string[] => [
  ...cart_ids,
  ...cart_id_list,
  ...(cart_id === undefined ? [] : [cart_id]),
];

/** What a sync says beside its items: the same rules as for data on the cart. */
const alsoChanged =
  ({ comment, gift_details }: SyncCart) =>
  (document: CartDocument): CartDocument =>
    decidedMeta(
      changeMeta(document, {
        ...(comment === undefined ? {} : { comment }),
        ...(gift_details === undefined ? {} : { gift_details }),
      }),
    );

const syncOptions = (body: SyncCart): SyncOptions => {
  const { items, base_version: baseVersion = null, removed = [], replace = false } = body;
  if (items === undefined) throw new Refusal('items_missing');
  if (items.length === 0 && !replace && baseVersion === null) {
    throw new Refusal('items_missing', { message: 'To empty the cart, send replace: true with no items.' });
  }
  if (items.length > maximumItems.bulk) throw new Refusal('too_many_items');
  const code = body.coupon_code?.trim();
  return {
    items: wantedItems(items),
    baseVersion,
    removed,
    replaces: replace,
    changed: alsoChanged(body),
    ...(body.coupon_code === undefined ? {} : { code: code ?? '' }),
  };
};

export const wholeCartRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.put(
    `${cartPath}/v1.0/cart_archive`,
    cartOperation('deleteCart', 'Empty the cart', {
      description: 'What it held is kept for a while; the cart keeps its id.',
      querystring: ArchiveQuery,
      body: Type.Optional(Nullable(ArchiveCarts)),
      response: { 200: ArchivedCart, ...errors },
    }),
    async (request, reply) => {
      const { query } = request;
      const ids = request.body?.cart_id_list ?? [];
      const run = (write: CartWrite) => archiveCarts(write, ids);
      const { record } = await performWrite(request, reply, options, {
        query: {},
        selector: selectorOf(query),
        priced: false,
        run,
      });
      return { success: true, message: record.message };
    },
  );

  app.put(
    `${cartPath}/v1.0/meta`,
    cartOperation('updateCartMeta', 'Put data on the cart, such as a tax number or a comment', {
      querystring: CartMetaQuery,
      body: ChangeCartMeta,
      response: { 200: CartMetaSaved, 400: CartMetaRefused, ...errors },
    }),
    async (request, reply) => {
      const { query, body } = request;
      const run = async (write: CartWrite) => {
        const written = await changeDocument(
          write,
          (document) => decidedMeta(changeMeta(document, permittedMeta(write, body))),
          { operation: 'meta', recordOf: (cart) => plainRecord(cart, 'cart meta updated') },
        );
        if (body.vat_id !== undefined) await ensureVat(write.call.shop, written.cart);
        return written;
      };
      const { record } = await performWrite(request, reply, options, {
        query: {},
        selector: selectorOf(query),
        priced: true,
        run,
      });
      return { message: record.message, is_valid: true };
    },
  );

  app.post(
    `${cartPath}/v3.0/merge`,
    cartOperation('mergeCarts', 'Merge carts into the regular cart', {
      querystring: WriteQuery,
      body: Type.Optional(Nullable(MergeCarts)),
      response: { 200: MergedCart, ...errors },
    }),
    async (request, reply) => {
      const { query, body } = request;
      const merge = { ids: sourcesOf(body ?? {}), strategy: body?.merge_strategy ?? null };
      const run = (write: CartWrite) => mergeCarts(write, merge);
      const selector = selectorOf({ ...query, id: body?.id || query.id });
      return wholeAnswer(await performWrite(request, reply, options, { query, selector, priced: true, run }));
    },
  );

  app.get(
    `${cartPath}/v3.0/merges`,
    cartOperation('getCartMerges', 'List merges of carts that can be taken back', {
      description:
        'What became of carts that were merged in the last day, at sign-in, on request or from a shared copy: what it changed, and by which id it is taken back.',
      response: { 200: CartMerges, '4xx': ErrorBody },
    }),
    async (request, reply) => {
      const call = await openCall(request, options);
      tellShopper(reply, call, options, undefined);
      return listMerges(call.shop);
    },
  );

  app.post(
    `${cartPath}/v3.0/merges/:merge_id/undo`,
    cartOperation('undoCartMerge', 'Take a merge of carts back', {
      description:
        'Within a day. What the merge changed and nobody changed since becomes what it was, and the carts that gave their lines are in use again; what was changed since stays. Taking it back twice changes nothing more.',
      params: MergePath,
      querystring: WriteQuery,
      response: { 200: MergedCart, ...errors },
    }),
    async (request, reply) => {
      const { query, params } = request;
      const run = (write: CartWrite) => takeMergeBack(write, params.merge_id);
      const selector = selectorOf(query);
      return wholeAnswer(await performWrite(request, reply, options, { query, selector, priced: true, run }));
    },
  );

  app.post(
    `${cartPath}/v3.0/sync`,
    {
      ...cartOperation('syncCart', 'Make the cart what is sent', {
        querystring: WriteQuery,
        body: SyncCart,
        response: { 200: SyncedCart, ...errors },
      }),
      bodyLimit: BULK_BODY_LIMIT,
    },
    async (request, reply) => {
      const { query, body } = request;
      const sync = syncOptions(body);
      const selector = selectorOf({ ...query, id: body.id || query.id });
      const run = (write: CartWrite) => syncCart(write, sync);
      return wholeAnswer(await performWrite(request, reply, options, { query, selector, priced: true, run }));
    },
  );
};
