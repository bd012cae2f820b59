/** Which store serves goods at a place, how, when and for how much, why the others do not, and what taxes are due there. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { Quoted } from '../../../../src/contract/cart/places/quote-contract.ts';
import type { TriedPlace } from '../../../../src/contract/cart/places/try-place-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { ask } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { ProductField, SizeField, useSize } from '../../parts/fields/product-input.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { QuotedPlace, useSupposed } from './quote.tsx';

/** To staff a member without a value is left out. */
type Tried = Static<typeof TriedPlace>;
type Line = Tried['items'][number];
type Other = Line['others'][number];

const columns: readonly Column<Other>[] = [
  { name: 'Store', show: ({ store_name, store_uid }) => store_name ?? store_uid },
  { name: 'In stock', show: ({ in_stock }) => in_stock, isFigure: true },
  { name: 'Lane', show: ({ lane }) => (lane ? <code>{lane.area}</code> : '–') },
  { name: 'Why not', show: ({ message }) => message },
];

const LineTried = ({ line }: { readonly line: Line }) => (
  <Panel title={`${line.name || line.item_id}, ${line.size}`}>
    {line.served_by ? (
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
    ) : (
      <Notice kind="warn">{line.message}</Notice>
    )}
    {line.others.length > 0 && <Rows label="Other stores" rows={line.others} columns={columns} />}
  </Panel>
);

export const TryPlacePage = () => {
  const [area, setArea] = useState('');
  const [item, setItem] = useState('');
  const [size, setSize, isAsked] = useSize(item);
  const [quantity, setQuantity] = useState('1');
  const [tried, setTried] = useState<Tried | undefined>();
  const [quoted, setQuoted] = useState<Quoted | undefined>();
  const supposed = useSupposed();
  const attempt = async (): Promise<void> => {
    const asked = { area: area.trim(), item: item.trim(), size, quantity: Number(quantity) };
    const goods = [{ product_id: asked.item, size, quantity: asked.quantity }];
    const isServed = area !== '' && item !== '';
    setTried(
      isServed ? await ask<Tried>(`${cartPath}/cart/try-place`, { cart_items: goods, area_code: area }) : undefined,
    );
    setQuoted(await ask<Quoted>(`${cartPath}/cart/quote`, supposed.body(asked)));
  };
  return (
    <RoomPage
      room="Delivery"
      about="Choose a product and write a postal code: you see which store sends it there, when it arrives, what delivery costs and which taxes are due."
    >
      <Panel title="Try a place">
        <div class="filters">
          <Text name="Postal code" value={area} onChange={setArea} placeholder="400001" />
          <ProductField value={item} onChange={setItem} />
          <SizeField product={item} value={size} onChange={setSize} />
          <Text name="Units" type="number" value={quantity} onChange={setQuantity} />
          <Act disabled={isAsked || (item === '' && !supposed.hasGoods)} run={attempt}>
            Try
          </Act>
        </div>
        {item === '' && !supposed.hasGoods && <p class="soft">Choose a product first, or suppose goods below.</p>}
        {supposed.fields}
      </Panel>
      {tried && (
        <>
          <p class="soft">
            {tried.area ? `${tried.area.city}, ${tried.area.country}.` : 'No area covers this place.'} Delivery:{' '}
            {amount(tried.delivery_charge, tried.currency_code)}.
          </p>
          {tried.items.map((line) => (
            <LineTried key={`${line.item_id} ${line.size}`} line={line} />
          ))}
        </>
      )}
      {quoted && <QuotedPlace quoted={quoted} />}
    </RoomPage>
  );
};
