/** Money that goes back to who paid it. */
import type { ListedRefund } from '../../../../src/contract/orders/order-goods-contract.ts';
import { amount } from '../../parts/amounts.ts';
import type { Choices } from '../../parts/field.tsx';
import type { Column } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ByStatePage } from './by-state-page.tsx';

const states: Choices = [
  ['due', 'Due'],
  ['sent', 'Sent'],
  ['failed', 'Failed'],
  ['done', 'Done'],
];
const columns: readonly Column<ListedRefund>[] = [
  { name: 'Since', show: ({ created_on }) => moment(created_on) },
  { name: 'Because', show: ({ cause }) => cause },
  { name: 'Payment', show: ({ payment_id }) => payment_id ?? 'Collected on delivery' },
  { name: 'Amount', show: ({ amount: due = 0, currency }) => amount(due, currency), isFigure: true },
  { name: 'State', show: ({ status = '' }) => <State of={status} /> },
];

export const RefundsPage = () => (
  <ByStatePage
    label="Refunds"
    path="refunds"
    states={states}
    columns={columns}
    empty="Money that goes back to shoppers stands here, by what became of it: for a return, for something that was cancelled, or for what was paid too much."
  />
);
