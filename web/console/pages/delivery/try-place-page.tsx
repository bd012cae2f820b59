/** Which store serves goods at a place, how, when and for how much, and why the others do not. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { TriedPlace } from '../../../../src/contract/cart/try-place-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { ask } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';

type Tried = Static<typeof TriedPlace>;
type Line = Tried['items'][number];
type Other = Line['others'][number];

const columns: readonly Column<Other>[] = [
  { name: 'Store', show: ({ store_name, store_uid }) => store_name ?? store_uid },
  { name: 'In stock', show: ({ in_stock }) => in_stock, isFigure: true },
  { name: 'Lane', show: ({ lane }) => (lane === null ? '–' : <code>{lane.area}</code>) },
  { name: 'Why not', show: ({ message }) => message },
];

const LineTried = ({ line }: { readonly line: Line }) => (
  <Panel title={`${line.name || line.item_id}, ${line.size}`}>
    {line.served_by === null ? (
      <Notice kind="warn">{line.message}</Notice>
    ) : (
      <Notice kind="good">
        {line.served_by.store_name ?? line.served_by.store_uid} sends it
        {line.served_by.lane && (
          <>
            {' '}
            by the lane <code>{line.served_by.lane.area}</code>
          </>
        )}
        .
        <ul class="plain-list">
          {line.served_by.journeys.map(({ journey, min, max }) => (
            <li key={journey}>
              {journey}: {moment(min)} – {moment(max)}
            </li>
          ))}
        </ul>
      </Notice>
    )}
    {line.others.length > 0 && <Rows label="Other stores" rows={line.others} columns={columns} />}
  </Panel>
);

export const TryPlacePage = () => {
  const [area, setArea] = useState('');
  const [item, setItem] = useState('');
  const [size, setSize] = useState('OS');
  const [quantity, setQuantity] = useState('1');
  const [tried, setTried] = useState<Tried | undefined>();
  const attempt = async (): Promise<void> => {
    const goods = [{ product_id: item.trim(), size, quantity: Number(quantity) }];
    setTried(await ask<Tried>(`${cartPath}/cart/try-place`, { cart_items: goods, area_code: area }));
  };
  return (
    <RoomPage room="Delivery">
      <Panel title="Try a place">
        <div class="filters">
          <Text name="Postal code" value={area} onChange={setArea} placeholder="400001" />
          <Text name="Product number" value={item} onChange={setItem} placeholder="10187" />
          <Text name="Size" value={size} onChange={setSize} hint="By its code; OS is one size" />
          <Text name="Units" type="number" value={quantity} onChange={setQuantity} />
          <Act disabled={area === '' || item === ''} run={attempt}>
            Try
          </Act>
        </div>
      </Panel>
      {tried && (
        <>
          <p class="soft">
            {tried.area === null ? 'No area covers this place.' : `${tried.area.city}, ${tried.area.country}.`}{' '}
            Delivery: {amount(tried.delivery_charge, tried.currency_code)}.
          </p>
          {tried.items.map((line) => (
            <LineTried key={`${line.item_id} ${line.size}`} line={line} />
          ))}
        </>
      )}
    </RoomPage>
  );
};
