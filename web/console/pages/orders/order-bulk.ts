/** What can be done to several orders at once. */
import type { Static } from 'typebox';
import type { OrderTags } from '../../../../src/contract/orders/order-paper-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { change, read } from '../../call.ts';
import type { Bulk, BulkAct } from '../../parts/lists/bulk.tsx';
import { ordersPath } from '../../paths.ts';
import { saidOf } from './said-rules.ts';
import { reasonField, shippingFields } from './shipping.ts';

const needs = 'company/orders/write';
const idOf = ({ order_id = '' }: StaffOrder): string => order_id;
const many = (n: number): string => (n === 1 ? 'one order' : `${n} orders`);

const turn = (order: StaffOrder, step: string, done: string, body: unknown): Promise<unknown> =>
  change('POST', `${ordersPath}/orders/${idOf(order)}/${step}`, `${done}: ${idOf(order)}`, { body });

/** Many parcels have many numbers: those are told on the page of each order. */
const shipping: BulkAct<StaffOrder> = {
  name: 'Ship',
  needs,
  ask: (n) => `Ship ${many(n)}?`,
  about: 'All that is left of each leaves now, and its customer is told.',
  fields: { carrier: shippingFields.carrier },
  run: (order, values) => turn(order, 'parcels', 'Shipped', saidOf(values)),
};

const cancelling: BulkAct<StaffOrder> = {
  name: 'Cancel',
  needs,
  ask: (n) => `Cancel ${many(n)}?`,
  about: 'The goods go back into stock, and what was paid is given back. There is no way back.',
  leave: 'Keep them',
  isGrave: true,
  fields: { reason: { ...reasonField, name: 'Reason, kept with each order' } },
  run: (order, { reason }) => turn(order, 'cancel', 'Cancelled', { reason }),
};

/** Beside the tags it has. */
const tagging: BulkAct<StaffOrder> = {
  name: 'Tag',
  needs,
  ask: (n) => `Tag ${many(n)}?`,
  fields: { tag: { name: 'Tag', required: true } },
  run: async (order, { tag = '' }) => {
    const path = `${ordersPath}/orders/${idOf(order)}`;
    const { tags } = await read<Static<typeof OrderTags>>(`${path}/timeline`);
    const body = { tags: [...new Set([...tags, tag.trim()])] };
    return change('PUT', `${path}/tags`, `Tagged: ${idOf(order)}`, { body });
  },
};

export const orderBulk: Bulk<StaffOrder> = {
  idOf,
  acts: [shipping, tagging, cancelling],
};
