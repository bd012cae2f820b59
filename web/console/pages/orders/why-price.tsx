/** Why an order costs what it costs: every sum from the printed prices to the total, asked for when somebody wants to know. */
import { useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { OrderExplained } from '../../../../src/contract/orders/order-explain-contract.ts';
import { tellingSums } from '../../../ui/telling-sums.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { ordersPath } from '../../paths.ts';

const Sums = ({ id }: { readonly id: string }) => (
  <Answered
    asked={useRead<Static<typeof OrderExplained>>(`${ordersPath}/orders/${id}/explain`, { path: 'totals.total' })}
  >
    {({ sums }) => (
      <ol class="sums-behind">
        {tellingSums(sums).map((sum) => (
          <li key={sum.id}>{sum.sentence}</li>
        ))}
      </ol>
    )}
  </Answered>
);

export const WhyPrice = ({ id }: { readonly id: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Why this price</summary>
      {isOpen && <Sums id={id} />}
    </details>
  );
};
