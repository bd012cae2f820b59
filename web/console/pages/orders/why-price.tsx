/** Why an order costs what it costs: every sum from the printed prices to the total, asked for when somebody wants to know. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { ExplainedSum } from '../../../../src/contract/cart/cart-explain-contract.ts';
import type { OrderExplained } from '../../../../src/contract/orders/order-explain-contract.ts';
import { tellingSums } from '../../../ui/telling-sums.ts';
import { amount } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { type Column, Rows } from '../../parts/lists/listing.tsx';
import { ordersPath } from '../../paths.ts';
import { howOf, titleOf } from './why-price-rules.ts';

const columns: readonly Column<ExplainedSum>[] = [
  { name: 'What', show: titleOf },
  { name: 'How it came about', show: howOf, isText: true },
  { name: 'Amount', show: ({ value, currency_code: code }) => amount(value, code), isFigure: true },
];

/** In the language of this page, whatever the shop's own is. */
const Sums = ({ id }: { readonly id: string }) => (
  <Answered
    asked={useRead<Static<typeof OrderExplained>>(`${ordersPath}/orders/${id}/explain`, {
      path: 'totals.total',
      language: 'en',
    })}
  >
    {({ sums }) => <Rows label="Sums behind the total" rows={tellingSums(sums)} columns={columns} />}
  </Answered>
);

export const WhyPrice = ({ id }: { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>Why this price</h2>
        <span class="soft">Every sum from the printed prices to the total.</span>
      </summary>
      {isOpen && <Sums id={id} />}
    </details>
  );
};
