/** Invoice and credit notes of an order, to be printed. */
import type { Static } from 'typebox';
import type { OrderPapers } from '../../../../src/contract/orders/order-paper-contract.ts';
import { addressOf, change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { may } from '../../session.ts';

export const Papers = ({ id }: { readonly id: string }) => {
  const path = `${ordersPath}/orders/${id}`;
  const asked = useRead<Static<typeof OrderPapers>>(`${path}/papers`);
  const make = async (): Promise<void> => {
    await change('POST', `${path}/invoice`, 'Invoice made');
    asked.again();
  };
  return (
    <Panel title="Papers">
      <Answered asked={asked}>
        {({ items }) => (
          <>
            <ul class="plain-list">
              {items.map(({ kind, number, refund_id, made_on }) => (
                <li key={number}>
                  <a
                    href={addressOf(refund_id ? `${path}/credit-notes/${refund_id}` : `${path}/invoice`)}
                    target="_blank"
                    rel="noreferrer"
                  >
                    {kind === 'invoice' ? 'Invoice' : 'Credit note'} {number}
                  </a>
                  <small>{dayOf(made_on)}</small>
                </li>
              ))}
            </ul>
            {may('company/orders/write') && !items.some(({ kind }) => kind === 'invoice') && (
              <Act quiet run={make}>
                Make the invoice
              </Act>
            )}
          </>
        )}
      </Answered>
    </Panel>
  );
};
