/** Adding items to a cart, changing and removing them: with the priced cart in the answer, without it, and many at once. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartOperation, cartPath, type CartRoutesOptions, selectorOf } from '../call/cart-call.ts';
import type { Operation } from '../lines/apply-updates.ts';
import { wantedChanges, wantedItems } from '../lines/request-items.ts';
import { addItems, type AddOptions } from './add-items.ts';
import { type Performed, performWrite, shownCart, shownIds, type WriteRequest } from './perform-write.ts';
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
import { CartDetail } from '../../contract/cart/cart-contract.ts';
import { CartConflict } from '../../contract/cart/cart-conflict-contract.ts';
import {
  AddItems,
  BulkAddItems,
  BulkUpdateItems,
  maximumItems,
  UpdateItems,
} from '../../contract/cart/cart-item-bodies.ts';
import { QuickWriteQuery, WriteQuery } from '../../contract/cart/cart-requests.ts';
import { aheadOf } from '../../http/answers/write-answers.ts';
import { Refusal } from '../../shared/errors.ts';

export const BULK_BODY_LIMIT = 1_048_576;

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

const quickAnswer = (written: Performed): CartWritten => {
  const { success, partial, message, errorCode, cartId } = written.record;
  const result = resultsOf(written.record);
  return { success, partial, message, error_code: errorCode, result, ...shownIds(written), cart_id: cartId };
};

const bulkAnswer = (written: Performed): BulkCartWritten => {
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

const changeAnswer = (written: Written): UpdateCartDetail => {
  const { partial: _partial, ...answer } = addAnswer(written);
  return answer;
};

/** What an operation does, in which form it answers, and how many items it takes. Without a bulk body the usual limit holds. */
const detail = { most: maximumItems.detail, querystring: WriteQuery, priced: true, about: {} };
const quick = { ...detail, querystring: QuickWriteQuery, priced: false, answer: quickAnswer, answered: CartWritten };
const bulk = {
  ...detail,
  most: maximumItems.bulk,
  bodyLimit: BULK_BODY_LIMIT,
  answer: bulkAnswer,
  answered: BulkCartWritten,
};
const itemRoutes = [
  {
    ...detail,
    route: ['POST', 'v1.0/detail'],
    says: ['addItems', 'Add items to the cart'],
    about: { description: 'An item that cannot be had fails alone; result says what became of each.' },
    body: AddItems,
    answer: addAnswer,
    answered: AddCartDetail,
  },
  {
    ...detail,
    route: ['PUT', 'v1.0/detail'],
    says: ['updateCart', 'Change or remove lines of the cart'],
    body: UpdateItems,
    answer: changeAnswer,
    answered: UpdateCartDetail,
  },
  {
    ...quick,
    route: ['POST', 'v2.0/detail'],
    says: ['addItemsV2', 'Add items to the cart, without the cart in the answer'],
    body: AddItems,
  },
  {
    ...quick,
    route: ['PUT', 'v2.0/detail'],
    says: ['updateCartV2', 'Change or remove lines of the cart, without the cart in the answer'],
    body: UpdateItems,
  },
  {
    ...bulk,
    route: ['POST', 'v2.0/bulk-detail'],
    says: ['addItemsInBulk', 'Add many items to the cart in one step'],
    body: BulkAddItems,
  },
  {
    ...bulk,
    route: ['PUT', 'v2.0/bulk-detail'],
    says: ['updateCartInBulk', 'Change or remove many lines of the cart in one step'],
    body: BulkUpdateItems,
  },
] as const;

const writeOf = (method: 'POST' | 'PUT', body: AddItems | UpdateItems, most: number): WriteRequest['run'] => {
  if (method === 'POST') {
    const items = addOptions(body as AddItems, most);
    return (write) => addItems(write, items);
  }
  const changes = updateOptions(body as UpdateItems, most);
  return (write) => updateItems(write, changes);
};

export const cartItemRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, options) => {
  for (const { route, says, querystring, body, answer, answered, most, priced, about, ...limits } of itemRoutes) {
    const [method, path] = route;
    const [name, summary] = says;
    const response = { 200: answered, 412: CartConflict };
    app.route<{ Querystring: QuickWriteQuery; Body: AddItems | UpdateItems }>({
      method,
      url: `${cartPath}/${path}`,
      ...limits,
      ...cartOperation(name, summary, { ...about, querystring, body, response }),
      handler: async (request, reply) => {
        const run = writeOf(method, request.body, most);
        const { query } = request;
        // What the cart was made from would be copied with the young half of the heap for as long as the disk is waited for.
        const ahead = aheadOf(request, CartDetail);
        const wanted = { query, selector: selectorOf(query), priced, ahead, run };
        return answer(await performWrite(request, reply, options, wanted));
      },
    });
  }
};
