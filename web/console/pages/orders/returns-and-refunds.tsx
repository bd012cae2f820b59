/** Goods that come back, and money that goes back, each with its next step. */
import { useState } from 'preact/hooks';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { may } from '../../session.ts';

type Return = NonNullable<StaffOrder['returns']>[number];
type Refund = NonNullable<StaffOrder['refunds']>[number];
type Props = { readonly order: StaffOrder; readonly again: () => void };

const steps = new Map<string, readonly (readonly [path: string, name: string])[]>([
  [
    'requested',
    [
      ['approve', 'Approve'],
      ['refuse', 'Refuse'],
    ],
  ],
  ['approved', [['receive', 'Received']]],
  [
    'due',
    [
      ['sent', 'Sent'],
      ['done', 'Done'],
    ],
  ],
  [
    'sent',
    [
      ['done', 'Done'],
      ['failed', 'Failed'],
    ],
  ],
  ['failed', [['sent', 'Sent again']]],
]);

type StepsProps = { readonly status: string; readonly path: string; readonly again: () => void };

const Steps = ({ status, path, again }: StepsProps) => {
  const [reason, setReason] = useState('');
  if (!may('company/orders/write')) return null;
  return (
    <div class="acts">
      {(steps.get(status) ?? []).map(([step, name]) => (
        <Act
          key={step}
          quiet
          ask={`${name}?`}
          fields={<Text name="Reason, kept with the order" value={reason} onChange={setReason} required />}
          run={async () => {
            await change('POST', `${path}/${step}`, name, { body: { reason } });
            again();
          }}
        >
          {name}
        </Act>
      ))}
    </div>
  );
};

export const Returns = ({ order, again }: Props) => {
  const returns = order.returns ?? [];
  if (returns.length === 0) return null;
  const columns: readonly Column<Return>[] = [
    { name: 'Asked for', show: ({ requested_on }) => moment(requested_on) },
    {
      name: 'Units',
      show: ({ items }) => (items ?? []).reduce((sum, { quantity = 0 }) => sum + quantity, 0),
      isFigure: true,
    },
    { name: 'Why', show: ({ reason }) => reason },
    { name: 'State', show: ({ status = '' }) => <State of={status} /> },
    {
      name: 'Do',
      show: ({ status = '', return_id = '' }) => (
        <Steps status={status} path={`${ordersPath}/orders/${order.order_id}/returns/${return_id}`} again={again} />
      ),
    },
  ];
  return (
    <Panel title="Returns">
      <Rows label="Returns" rows={returns} columns={columns} />
    </Panel>
  );
};

export const Refunds = ({ order, again }: Props) => {
  const refunds = order.refunds ?? [];
  if (refunds.length === 0) return null;
  const columns: readonly Column<Refund>[] = [
    { name: 'Since', show: ({ created_on }) => moment(created_on) },
    { name: 'Because', show: ({ cause, reason }) => `${cause ?? ''}: ${reason ?? ''}` },
    { name: 'Given back', show: ({ amount: all = 0, currency }) => amount(all, currency), isFigure: true },
    { name: 'As money', show: ({ payment_amount = 0, currency }) => amount(payment_amount, currency), isFigure: true },
    { name: 'State', show: ({ status = '' }) => <State of={status} /> },
    {
      name: 'Do',
      show: ({ status = '', refund_id = '' }) => (
        <Steps status={status} path={`${ordersPath}/orders/${order.order_id}/refunds/${refund_id}`} again={again} />
      ),
    },
  ];
  return (
    <Panel title="Refunds">
      <Rows label="Refunds" rows={refunds} columns={columns} />
    </Panel>
  );
};
