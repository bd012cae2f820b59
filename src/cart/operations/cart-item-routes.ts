/** Adding items to a cart, changing and removing them: with the priced cart in the answer, without it, and many at once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions, selectorOf, tags } from '../call/cart-call.ts';
import type { Operation } from '../lines/apply-updates.ts';
import { wantedChanges, wantedItems } from '../lines/request-items.ts';
import { addItems, type AddOptions } from './add-items.ts';
import { performWrite, shownCart, shownIds } from './perform-write.ts';
import { updateItems, type UpdateOptions } from './update-items.ts';
import type { GiftChoice } from '../store/cart-document.ts';
import type { Written } from '../write/write-cart.ts';
import { resultsOf } from '../write/write-outcome.ts';
import {
  AddCartDetail,
  BulkCartWritten,
  CartWritten,
  UpdateCartDetail,
} from '../../contract/cart/cart-answers-contract.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import {
  AddItems,
  BulkAddItems,
  BulkUpdateItems,
  maximumItems,
  UpdateItems,
} from '../../contract/cart/cart-item-bodies.ts';
import { QuickWriteQuery, WriteQuery } from '../../contract/cart/cart-requests.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import { Refusal } from '../../shared/errors.ts';

export const BULK_BODY_LIMIT = 1_048_576;
const errors = { 412: CartConflict, '4xx': ErrorBody };
const config = { access: cartAccess };

const countIsFine = (count: number, most: number): void => {
  if (count === 0) throw new Refusal('items_missing');
  if (count > most) throw new Refusal('too_many_items', { message: `Send at most ${most} items in one call.` });
};

const addOptions = ({ items = [], new_cart: newCart = false }: AddItems, most: number): AddOptions => {
  countIsFine(items.length, most);
  return { items: wantedItems(items), newCart };
};

const operations: readonly Operation[] = ['update_item', 'remove_item'];
const operationOf = (given: string | undefined): Operation => {
  const operation = operations.find((one) => one === given);
  if (operation === undefined) throw new Refusal('operation_unknown');
  return operation;
};

const giftChoices = ({
  free_gift_items: gifts = [],
  free_gift_items_operation: operation = 'update_item',
}: UpdateItems): Readonly<Record<string, GiftChoice>> => {
  const declined = gifts.length > 0 && operationOf(operation) === 'remove_item';
  return Object.fromEntries(
    gifts.flatMap(({ promotion_id: promotion = '', item_id: item = '', item_size: size = '' }) => {
      const itemId = /^\d{1,15}$/.test(item) ? Number(item) : null;
      return promotion === '' ? [] : [[promotion, { declined, itemId, size: size === '' ? null : size }]];
    }),
  );
};

const updateOptions = (body: UpdateItems, most: number): UpdateOptions => {
  const { items = [], free_gift_items: gifts = [] } = body;
  const operation = operationOf(body.operation ?? (items.length === 0 ? body.free_gift_items_operation : undefined));
  countIsFine(items.length + gifts.length, most);
  return { operation, items: wantedChanges(items), gifts: giftChoices(body) };
};

const addAnswer = (written: Written): AddCartDetail => {
  const { success, partial, message, errorCode } = written.record;
  return { success, partial, message, error_code: errorCode, result: resultsOf(written.record), ...shownCart(written) };
};

const quickAnswer = (written: Written): CartWritten => {
  const { success, partial, message, errorCode, cartId } = written.record;
  const result = resultsOf(written.record);
  return { success, partial, message, error_code: errorCode, result, ...shownIds(written), cart_id: cartId };
};

const bulkAnswer = (written: Written): BulkCartWritten => {
  const { id, cart_id } = shownIds(written);
  return {
    ...addAnswer(written),
    ...(id === undefined || cart_id === undefined ? {} : { id, cart_id }),
    items: written.record.outcomes.map(({ itemId, size, storeId, success, message, errorCode }) => ({
      ...(itemId === null ? {} : { item_id: itemId }),
      ...(size === null ? {} : { size }),
      ...(storeId === null ? {} : { store_id: storeId }),
      success,
      message,
      error_code: errorCode,
    })),
  };
};

export const cartItemRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  app.post(
    `${cartPath}/v1.0/detail`,
    {
      config,
      schema: {
        operationId: 'addItems',
        tags,
        summary: 'Add items to the cart',
        description: 'An item that cannot be had fails alone; result says what became of each.',
        querystring: WriteQuery,
        body: AddItems,
        response: { 200: AddCartDetail, ...errors },
      },
    },
    async (request, reply) => {
      const items = addOptions(request.body, maximumItems.detail);
      const { query } = request;
      const run = (write: Parameters<typeof addItems>[0]) => addItems(write, items);
      return addAnswer(
        await performWrite(request, reply, options, { query, selector: selectorOf(query), priced: true, run }),
      );
    },
  );

  app.put(
    `${cartPath}/v1.0/detail`,
    {
      config,
      schema: {
        operationId: 'updateCart',
        tags,
        summary: 'Change or remove lines of the cart',
        querystring: WriteQuery,
        body: UpdateItems,
        response: { 200: UpdateCartDetail, ...errors },
      },
    },
    async (request, reply) => {
      const changes = updateOptions(request.body, maximumItems.detail);
      const { query } = request;
      const run = (write: Parameters<typeof updateItems>[0]) => updateItems(write, changes);
      const selector = selectorOf(query);
      const { partial: _partial, ...answer } = addAnswer(
        await performWrite(request, reply, options, { query, selector, priced: true, run }),
      );
      return answer;
    },
  );

  app.post(
    `${cartPath}/v2.0/detail`,
    {
      config,
      schema: {
        operationId: 'addItemsV2',
        tags,
        summary: 'Add items to the cart, without the cart in the answer',
        querystring: QuickWriteQuery,
        body: AddItems,
        response: { 200: CartWritten, ...errors },
      },
    },
    async (request, reply) => {
      const items = addOptions(request.body, maximumItems.detail);
      const { query } = request;
      const run = (write: Parameters<typeof addItems>[0]) => addItems(write, items);
      return quickAnswer(
        await performWrite(request, reply, options, { query, selector: selectorOf(query), priced: false, run }),
      );
    },
  );

  app.put(
    `${cartPath}/v2.0/detail`,
    {
      config,
      schema: {
        operationId: 'updateCartV2',
        tags,
        summary: 'Change or remove lines of the cart, without the cart in the answer',
        querystring: QuickWriteQuery,
        body: UpdateItems,
        response: { 200: CartWritten, ...errors },
      },
    },
    async (request, reply) => {
      const changes = updateOptions(request.body, maximumItems.detail);
      const { query } = request;
      const run = (write: Parameters<typeof updateItems>[0]) => updateItems(write, changes);
      return quickAnswer(
        await performWrite(request, reply, options, { query, selector: selectorOf(query), priced: false, run }),
      );
    },
  );

  app.post(
    `${cartPath}/v2.0/bulk-detail`,
    {
      config,
      bodyLimit: BULK_BODY_LIMIT,
      schema: {
        operationId: 'addItemsInBulk',
        tags,
        summary: 'Add many items to the cart in one step',
        querystring: WriteQuery,
        body: BulkAddItems,
        response: { 200: BulkCartWritten, ...errors },
      },
    },
    async (request, reply) => {
      const items = addOptions(request.body, maximumItems.bulk);
      const { query } = request;
      const run = (write: Parameters<typeof addItems>[0]) => addItems(write, items);
      return bulkAnswer(
        await performWrite(request, reply, options, { query, selector: selectorOf(query), priced: true, run }),
      );
    },
  );

  app.put(
    `${cartPath}/v2.0/bulk-detail`,
    {
      config,
      bodyLimit: BULK_BODY_LIMIT,
      schema: {
        operationId: 'updateCartInBulk',
        tags,
        summary: 'Change or remove many lines of the cart in one step',
        querystring: WriteQuery,
        body: BulkUpdateItems,
        response: { 200: BulkCartWritten, ...errors },
      },
    },
    async (request, reply) => {
      const changes = updateOptions(request.body, maximumItems.bulk);
      const { query } = request;
      const run = (write: Parameters<typeof updateItems>[0]) => updateItems(write, changes);
      return bulkAnswer(
        await performWrite(request, reply, options, { query, selector: selectorOf(query), priced: true, run }),
      );
    },
  );
};
