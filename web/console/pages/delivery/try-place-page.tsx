/** Which store serves goods at a place, how, when and for how much, why the others do not, and what taxes are due there. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { Quoted } from '../../../../src/contract/cart/places/quote-contract.ts';
import type { TriedPlace } from '../../../../src/contract/cart/places/try-place-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { useAnswer } from '../../../ui/use-answer.ts';
import { ask, read } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { amount } from '../../parts/amounts.ts';
import { Select, Text } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { moment } from '../../parts/times.ts';
import { cartPath, catalogPath } from '../../paths.ts';
import { may, shop } from '../../session.ts';
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

type Known = { readonly name: string; readonly sizes: readonly string[] };
type Stocked = { readonly items: readonly { readonly item_name?: string; readonly size: string }[] };

/** What the product of a number is called and which sizes it has, for those who may read its stock. */
const useProduct = (item: string): Known => {
  const isAsked = /^[1-9]\d{0,8}$/.test(item.trim()) && may('company/inventory/read');
  const { answer } = useAnswer(
    `${shop.value.id} sizes of ${isAsked ? item.trim() : ''}`,
    async (): Promise<Stocked> =>
      isAsked ? read<Stocked>(`${catalogPath}/inventory`, { item_id: item.trim(), page_size: 100 }) : { items: [] },
  );
  const items = answer?.items ?? [];
  return { name: items[0]?.item_name ?? '', sizes: [...new Set(items.map(({ size }) => size))] };
};

export const TryPlacePage = () => {
  const [area, setArea] = useState('');
  const [item, setItem] = useState('');
  const [chosen, setSize] = useState('OS');
  const [quantity, setQuantity] = useState('1');
  const [tried, setTried] = useState<Tried | undefined>();
  const [quoted, setQuoted] = useState<Quoted | undefined>();
  const supposed = useSupposed();
  const known = useProduct(item);
  const size = known.sizes.length === 0 || known.sizes.includes(chosen) ? chosen : (known.sizes[0] ?? chosen);
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
    <RoomPage room="Delivery">
      <Panel title="Try a place">
        <div class="filters">
          <Text name="Postal code" value={area} onChange={setArea} placeholder="400001" />
          <Text name="Product number" value={item} onChange={setItem} placeholder="10187" />
          {known.sizes.length === 0 ? (
            <Text name="Size" value={size} onChange={setSize} />
          ) : (
            <Select name="Size" value={size} onChange={setSize} choices={known.sizes.map((one) => [one, one])} />
          )}
          <Text name="Units" type="number" value={quantity} onChange={setQuantity} />
          <Act disabled={item === '' && !supposed.hasGoods} run={attempt}>
            Try
          </Act>
        </div>
        {supposed.fields}
        {known.name !== '' && <p class="soft">{known.name}</p>}
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
