/** Some units of an order: sent in a parcel, cancelled or brought back, with what that gives back said before it is done. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { RefundPreview } from '../../../../src/contract/orders/order-goods-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { ask, change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { amount } from '../../parts/amounts.ts';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { ordersPath } from '../../paths.ts';
import { shop } from '../../session.ts';
import { saidOf } from './said-rules.ts';
import { reasonField, shippingFields } from './shipping.ts';

type Bag = NonNullable<NonNullable<StaffOrder['shipments']>[number]['bags']>[number];
type Props = { readonly order: StaffOrder; readonly again: () => void };

const why = { reason: reasonField };

/** What can be done to some units, by where the goods are. */
const waysOf = ({ status, parcels = [] }: StaffOrder) => ({
  maySend: status === 'placed',
  mayCancel: status === 'placed' || status === 'awaiting_payment',
  mayTakeBack: parcels.some(({ status: state }) => state === 'delivered'),
});

export const SomeUnits = ({ order, again }: Props) => {
  const path = `${ordersPath}/orders/${order.order_id}`;
  const currency = order.currency?.code ?? shop.value.currency;
  const bags = (order.shipments ?? []).flatMap(({ bags: lines }) => lines ?? []);
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const [preview, setPreview] = useState<Static<typeof RefundPreview> | undefined>();
  const items = [...units]
    .filter(([, quantity]) => quantity > 0)
    .map(([identifier, quantity]) => ({ identifier, quantity }));
  const none = items.length === 0;
  const { maySend, mayCancel, mayTakeBack } = waysOf(order);
  if (!maySend && !mayCancel && !mayTakeBack) return null;
  const act = async (what: string, said: string, more: Readonly<Record<string, unknown>>): Promise<void> => {
    await change('POST', `${path}/${what}`, said, { body: { items, ...more } });
    setUnits(new Map());
    setPreview(undefined);
    again();
  };
  const columns: readonly Column<Bag>[] = [
    { name: 'Article', show: ({ name, size_name }) => `${name ?? ''}, ${size_name ?? ''}` },
    { name: 'Ordered', show: ({ quantity }) => quantity, isFigure: true },
    {
      name: 'Units',
      show: ({ identifier = '', name, quantity = 0 }) => (
        <input
          class="cell"
          type="number"
          min={0}
          max={quantity}
          aria-label={`Units of ${name ?? ''}`}
          value={units.get(identifier) ?? 0}
          onChange={({ currentTarget }) => {
            setPreview(undefined);
            setUnits(new Map(units).set(identifier, Number(currentTarget.value)));
          }}
        />
      ),
      isFigure: true,
    },
  ];
  const refund = preview?.refund;
  return (
    <Panel title="Only some units">
      <p class="soft">Say how many units it is about; then choose what becomes of them.</p>
      <Rows label="Units" rows={bags} columns={columns} />
      <div class="acts">
        {maySend && (
          <AskAct
            disabled={none}
            ask="Send these units in a parcel"
            fields={shippingFields}
            go="Send"
            run={(values) => act('parcels', 'Parcel sent', saidOf(values))}
          >
            Send a parcel
          </AskAct>
        )}
        <Act
          quiet
          disabled={none}
          run={async () => setPreview(await ask<Static<typeof RefundPreview>>(`${path}/refund-preview`, { items }))}
        >
          What would be refunded?
        </Act>
        {mayTakeBack && (
          <AskAct
            quiet
            disabled={none}
            ask="Take these units back?"
            about="The return is approved at once. Their money goes back when you say that they have come."
            fields={why}
            run={(values) => act('returns', 'Return noted', { ...values, approved: true })}
          >
            Take back
          </AskAct>
        )}
        {mayCancel && (
          <AskAct
            quiet
            isGrave
            disabled={none}
            ask="Cancel these units?"
            about="They go back into stock, what stays may be priced again, and what was paid for them is given back."
            fields={why}
            leave="Keep them"
            run={(values) => act('cancel', 'Units cancelled', values)}
          >
            Cancel units
          </AskAct>
        )}
      </div>
      {refund && (
        <Notice>
          {amount(refund.amount ?? 0, currency)} would be refunded, {amount(refund.payment_amount ?? 0, currency)} of it
          as money.
        </Notice>
      )}
    </Panel>
  );
};
