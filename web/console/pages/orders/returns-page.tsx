/** Goods that come back. */
import type { Static } from 'typebox';
import type { ReturnList } from '../../../../src/contract/orders/order-goods-contract.ts';
import type { Choices } from '../../parts/field.tsx';
import type { Column } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ByStatePage } from './by-state-page.tsx';

const states: Choices = [
  ['requested', 'Waiting for an answer'],
  ['approved', 'On their way back'],
  ['received', 'Received'],
  ['refused', 'Refused'],
  ['withdrawn', 'Withdrawn'],
];
const columns: readonly Column<Static<typeof ReturnList>['items'][number]>[] = [
  { name: 'Asked for', show: ({ requested_on }) => moment(requested_on) },
  { name: 'Why', show: ({ reason }) => reason },
  { name: 'State', show: ({ status = '' }) => <State of={status} /> },
];

export const ReturnsPage = () => (
  <ByStatePage
    label="Returns"
    path="returns"
    states={states}
    columns={columns}
    empty="What shoppers ask to send back stands here, by how far it is. They ask for it in their account, and you can take goods back on the page of an order."
  />
);
