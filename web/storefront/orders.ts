/** The shopper's own orders. */
import type { Order, OrderList } from '../../src/contract/orders/order-contract.ts';
import type { Static } from 'typebox';
import { call } from './call.ts';
import { wordFor, words } from './words.ts';
import { dateText } from './dates.ts';

const path = '/service/application/order/v1.0/orders';
const ordersPerPage = 20;

export const readOrder = async (id: string): Promise<Order | undefined> =>
  (await call<{ readonly order?: Order }>(`${path}/${encodeURIComponent(id)}`)).order;
export const listOrders = (page: number): Promise<Static<typeof OrderList>> =>
  call(path, { query: { page_no: page, page_size: ordersPerPage } });
const change = (id: string, what: string, body: unknown): Promise<unknown> =>
  call(`${path}/${encodeURIComponent(id)}/${what}`, { method: 'POST', body });

export type Units = { readonly identifier: string; readonly quantity: number };
export const cancelOrder = (id: string): Promise<unknown> => change(id, 'cancel', {});
export const cancelUnits = (id: string, items: readonly Units[], reason: string): Promise<unknown> =>
  change(id, 'cancel', { items, reason });
export const requestReturn = (id: string, items: readonly Units[], reason: string): Promise<unknown> =>
  change(id, 'returns', { items, reason });
export const withdrawReturn = (id: string, returnId: string): Promise<unknown> =>
  change(id, `returns/${encodeURIComponent(returnId)}/withdraw`, {});

export const stateName = (state = ''): string => wordFor(words.order.stateNames, state);
export const madeOn = ({ order_created_time: time = '' }: Order): string => dateText(time, 'day');
