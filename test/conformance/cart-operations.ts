/** Every cart operation of the interface with the schemas of its request and of its answers. */
import type { TSchema } from 'typebox';
import * as answers from '../../src/contract/cart/cart-answers-contract.ts';
import * as bodies from '../../src/contract/cart/cart-bodies.ts';
import { CartConfigurationAnswer, CartConfigurationList } from '../../src/contract/cart/cart-configuration-contract.ts';
import { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import * as itemBodies from '../../src/contract/cart/cart-item-bodies.ts';
import { CartLight } from '../../src/contract/cart/cart-light-contract.ts';
import * as requests from '../../src/contract/cart/cart-requests.ts';
import { SharedCartAnswer, SharedCartMissing, ShareLink } from '../../src/contract/cart/cart-share-contract.ts';
import type { SchemaJson } from './schema-walk.ts';

type Operation<Schema> = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT';
  /** Below /service/application/cart/. */
  readonly path: string;
  readonly query?: Schema;
  readonly params?: Schema;
  readonly body?: Schema;
  /** By status; HEAD has none. */
  readonly answers: Readonly<Record<number, Schema>>;
};
export type CartOperation = Operation<SchemaJson>;

const detail = 'v1.0/detail';
const share = 'v1.0/share-cart/{token}';
const configuration = 'v1.0/cart/configuration';

const cartOperations = {
  getCart: { method: 'GET', path: detail, query: requests.CartQuery, answers: { 200: CartDetail } },
  getCartLastModified: { method: 'HEAD', path: detail, query: requests.LastModifiedQuery, answers: {} },
  addItems: {
    method: 'POST',
    path: detail,
    query: requests.WriteQuery,
    body: itemBodies.AddItems,
    answers: { 200: answers.AddCartDetail },
  },
  updateCart: {
    method: 'PUT',
    path: detail,
    query: requests.WriteQuery,
    body: itemBodies.UpdateItems,
    answers: { 200: answers.UpdateCartDetail },
  },
  deleteCart: {
    method: 'PUT',
    path: 'v1.0/cart_archive',
    query: requests.ArchiveQuery,
    body: bodies.ArchiveCarts,
    answers: { 200: answers.ArchivedCart },
  },
  getItemCount: {
    method: 'GET',
    path: 'v1.0/basic',
    query: requests.CountQuery,
    answers: { 200: answers.CartCount },
  },
  getItemCountV2: {
    method: 'GET',
    path: 'v2.0/basic',
    query: requests.CountV2Query,
    answers: { 200: answers.CartCountV2 },
  },
  updateCartMeta: {
    method: 'PUT',
    path: 'v1.0/meta',
    query: requests.CartMetaQuery,
    body: bodies.ChangeCartMeta,
    answers: { 200: answers.CartMetaSaved, 400: answers.CartMetaRefused },
  },
  getCartShareLink: {
    method: 'POST',
    path: 'v1.0/share-cart',
    body: bodies.ShareCart,
    answers: { 200: ShareLink },
  },
  getCartSharedItems: {
    method: 'GET',
    path: share,
    params: requests.SharePath,
    answers: { 200: SharedCartAnswer, 404: SharedCartMissing },
  },
  updateCartWithSharedItems: {
    method: 'POST',
    path: `${share}/{action}`,
    query: requests.ShareActionQuery,
    params: requests.ShareActionPath,
    answers: { 200: SharedCartAnswer, 404: SharedCartMissing },
  },
  getCartMetaConfigs: { method: 'GET', path: configuration, answers: { 200: CartConfigurationList } },
  getCartMetaConfig: {
    method: 'GET',
    path: `${configuration}/{cart_meta_id}`,
    params: requests.CartConfigurationPath,
    answers: { 200: CartConfigurationAnswer },
  },
  addItemsV2: {
    method: 'POST',
    path: 'v2.0/detail',
    query: requests.QuickWriteQuery,
    body: itemBodies.AddItems,
    answers: { 200: answers.CartWritten },
  },
  updateCartV2: {
    method: 'PUT',
    path: 'v2.0/detail',
    query: requests.QuickWriteQuery,
    body: itemBodies.UpdateItems,
    answers: { 200: answers.CartWritten },
  },
  bulkAddItems: {
    method: 'POST',
    path: 'v2.0/bulk-detail',
    query: requests.WriteQuery,
    body: itemBodies.BulkAddItems,
    answers: { 200: answers.BulkCartWritten },
  },
  bulkUpdateCart: {
    method: 'PUT',
    path: 'v2.0/bulk-detail',
    query: requests.WriteQuery,
    body: itemBodies.BulkUpdateItems,
    answers: { 200: answers.BulkCartWritten },
  },
  mergeCarts: {
    method: 'POST',
    path: 'v3.0/merge',
    query: requests.WriteQuery,
    body: bodies.MergeCarts,
    answers: { 200: answers.MergedCart },
  },
  syncCart: {
    method: 'POST',
    path: 'v3.0/sync',
    query: requests.WriteQuery,
    body: bodies.SyncCart,
    answers: { 200: answers.SyncedCart },
  },
  getCartLight: {
    method: 'GET',
    path: 'v3.0/detail-light',
    query: requests.CartLightQuery,
    answers: { 200: CartLight },
  },
} as const satisfies Readonly<Record<string, Operation<TSchema>>>;

export type OperationName = keyof typeof cartOperations;
export const operationList: readonly (readonly [OperationName, CartOperation])[] = Object.entries(
  cartOperations,
) as unknown as readonly (readonly [OperationName, CartOperation])[];
