/** Goods that come back, and money that goes back, each with its next step. */
import { useState } from 'preact/hooks';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { may } from '../../session.ts';
import { reasonField } from './shipping.ts';

type Return = NonNullable<StaffOrder['returns']>[number];
type Refund = NonNullable<StaffOrder['refunds']>[number];
type Props = { readonly order: StaffOrder; readonly again: () => void };

type Step = { readonly path: string; readonly name: string; readonly ask: string; readonly about: string };
const approve: Step = {
  path: 'approve',
  name: 'Approve',
  ask: 'Let the goods come back?',
  about: 'The customer sees it with the order. Their money goes back when they have come.',
};
const refuse: Step = {
  path: 'refuse',
  name: 'Refuse',
  ask: 'Refuse the return?',
  about: 'The customer sees it with the order, and the reason.',
};
const receive: Step = {
  path: 'receive',
  name: 'Received',
  ask: 'Have the goods come back?',
  about: 'They go back into stock, and their money is due to the customer.',
};
const sent: Step = {
  path: 'sent',
  name: 'Sent',
  ask: 'Was the money sent?',
  about: 'Your bank or payment service has it; it has not arrived yet.',
};
const done: Step = {
  path: 'done',
  name: 'Done',
  ask: 'Has the money arrived?',
  about: 'Nothing more is to be done then.',
};
const failed: Step = { path: 'failed', name: 'Failed', ask: 'Did it fail?', about: 'It can be sent again.' };

const steps = new Map<string, readonly Step[]>([
  ['requested', [approve, refuse]],
  ['approved', [receive]],
  ['due', [sent, done]],
  ['sent', [done, failed]],
  ['failed', [{ ...sent, name: 'Sent again', ask: 'Was the money sent again?' }]],
]);

type StepsProps = { readonly status: string; readonly path: string; readonly again: () => void };

const Steps = ({ status, path, again }: StepsProps) => {
  const [reason, setReason] = useState('');
  if (!may('company/orders/write')) return null;
  return (
    <div class="acts">
      {(steps.get(status) ?? []).map(({ path: step, name, ask, about }) => (
        <Act
          key={step}
          quiet
          isGrave={step === 'refuse'}
          ask={ask}
          about={about}
          fields={<Text {...reasonField} value={reason} onChange={setReason} />}
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
