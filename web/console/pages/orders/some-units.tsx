/** Some units of an order: sent in a parcel, cancelled or brought back, with what that gives back said before it is done. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { RefundPreview } from '../../../../src/contract/orders/order-goods-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { ask, change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { ordersPath } from '../../paths.ts';
import { shop } from '../../session.ts';

type Bag = NonNullable<NonNullable<StaffOrder['shipments']>[number]['bags']>[number];
type Props = { readonly order: StaffOrder; readonly again: () => void };

export const SomeUnits = ({ order, again }: Props) => {
  const path = `${ordersPath}/orders/${order.order_id}`;
  const currency = order.currency?.code ?? shop.value.currency;
  const bags = (order.shipments ?? []).flatMap(({ bags: lines }) => lines ?? []);
  const [units, setUnits] = useState<ReadonlyMap<string, number>>(new Map());
  const [reason, setReason] = useState('');
  const [carrier, setCarrier] = useState('');
  const [number, setNumber] = useState('');
  const [preview, setPreview] = useState<Static<typeof RefundPreview> | undefined>();
  const items = [...units]
    .filter(([, quantity]) => quantity > 0)
    .map(([identifier, quantity]) => ({ identifier, quantity }));
  const none = items.length === 0;
  const act = async (what: string, said: string, more: Readonly<Record<string, unknown>> = {}): Promise<void> => {
    await change('POST', `${path}/${what}`, said, { body: { reason, items, ...more } });
    setUnits(new Map());
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
  const why = <Text name="Reason, kept with the order" value={reason} onChange={setReason} required />;
  const refund = preview?.refund;
  return (
    <Panel title="Some of it">
      <Rows label="Units" rows={bags} columns={columns} />
      <div class="acts">
        <Act
          disabled={none}
          ask="Send these units in a parcel"
          fields={
            <>
              <Text name="Carrier" value={carrier} onChange={setCarrier} />
              <Text name="Tracking number" value={number} onChange={setNumber} />
            </>
          }
          run={() => act('parcels', 'Parcel sent', { carrier, tracking_number: number })}
        >
          Send a parcel
        </Act>
        <Act
          quiet
          disabled={none}
          run={async () => setPreview(await ask<Static<typeof RefundPreview>>(`${path}/refund-preview`, { items }))}
        >
          What would go back?
        </Act>
        <Act quiet disabled={none} ask="Cancel these units?" fields={why} run={() => act('cancel', 'Units cancelled')}>
          Cancel units
        </Act>
        <Act
          quiet
          disabled={none}
          ask="Take these units back?"
          fields={why}
          run={() => act('returns', 'Return noted', { approved: true })}
        >
          Take back
        </Act>
      </div>
      {refund && (
        <Notice>
          {amount(refund.amount ?? 0, currency)} would go back, {amount(refund.payment_amount ?? 0, currency)} of it as
          money.
        </Notice>
      )}
    </Panel>
  );
};
