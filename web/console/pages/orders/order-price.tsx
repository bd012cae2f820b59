/** What an order cost, which offers acted, and who bears what they took off. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { OrderRecomputed } from '../../../../src/contract/orders/order-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { read } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { inWords } from '../../parts/names.ts';
import { Panel } from '../../parts/page.tsx';
import { PriceRows } from '../../parts/price-rows.tsx';
import { ordersPath } from '../../paths.ts';
import { at } from '../../session.ts';

type PriceProps = { readonly order: StaffOrder; readonly currency: string };
type Funding = NonNullable<StaffOrder['funding']>[number];

const bearerOf = ({ payable_by: who, payable_category: kind = '' }: Funding): string =>
  who || (kind === '' ? 'nobody in particular' : `the ${kind.replaceAll('_', ' ')}`);

const Bearers = ({ funding, currency }: { readonly funding: readonly Funding[]; readonly currency: string }) =>
  funding.length === 0 ? null : (
    <>
      <h3>Who bears which discount</h3>
      <PriceRows
        rows={funding.map((one) => ({
          key: `${one.source}${one.id}${one.stage}`,
          display: `${inWords(one.stage ?? '')}: ${bearerOf(one)}`,
          value: one.amount ?? 0,
          currency,
        }))}
      />
    </>
  );

/** Whether its numbers still come out of what it was made from. */
const Recomputed = ({ id }: { readonly id: string }) => {
  const [checked, setChecked] = useState<Static<typeof OrderRecomputed> | undefined>();
  return (
    <>
      <Act quiet run={async () => setChecked(await read(`${ordersPath}/orders/${id}/recompute`))}>
        Reckon it again
      </Act>
      {checked && (
        <Notice kind={checked.agrees ? 'good' : 'warn'}>
          {checked.agrees ? 'Every number came out the same.' : 'The numbers came out otherwise.'}
        </Notice>
      )}
    </>
  );
};

export const OrderPrice = ({ order, currency }: PriceProps) => (
  <Panel title="Price">
    <PriceRows
      rows={(order.breakup_values ?? []).map(({ name: key, display, amount: value = 0 }) => ({
        key,
        display,
        value,
        currency,
      }))}
    />
    {(order.offers ?? []).length > 0 && (
      <>
        <h3>Offers that acted</h3>
        <ul class="plain-list">
          {(order.offers ?? []).map(({ id, name, code, mode }) => (
            <li key={id}>
              <a href={at(`/offers/${mode}/${id}`)}>{name || code || id}</a> {code && <code>{code}</code>}
            </li>
          ))}
        </ul>
      </>
    )}
    <Bearers funding={order.funding ?? []} currency={currency} />
    <Recomputed id={order.order_id ?? ''} />
  </Panel>
);
