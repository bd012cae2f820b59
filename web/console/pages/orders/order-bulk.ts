/** What can be done to several orders at once. */
import type { Static } from 'typebox';
import type { OrderTags } from '../../../../src/contract/orders/order-paper-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { change, read } from '../../call.ts';
import type { Bulk, BulkAct } from '../../parts/bulk.tsx';
import { ordersPath } from '../../paths.ts';

const needs = 'company/orders/write';
const idOf = ({ order_id = '' }: StaffOrder): string => order_id;
const many = (n: number): string => (n === 1 ? 'one order' : `${n} orders`);

const moving = (name: string, step: string, done: string): BulkAct<StaffOrder> => ({
  name,
  needs,
  ask: (n) => `${name} ${many(n)}?`,
  fields: { reason: { name: 'Reason, kept with each order', required: true } },
  run: (order, { reason }) =>
    change('POST', `${ordersPath}/orders/${idOf(order)}/${step}`, `${done}: ${idOf(order)}`, { body: { reason } }),
});

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
  acts: [moving('Ship', 'ship', 'Shipped'), tagging, moving('Cancel', 'cancel', 'Cancelled')],
};
