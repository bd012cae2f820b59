/** One customer: profile, orders, what the shop owes him and how that came about; and forgetting him. */
import { useState } from 'preact/hooks';
import { useLocation, useRoute } from 'preact-iso';
import type { AuthoredEntry, BalancesView } from '../../../../src/contract/customers/balance-contract.ts';
import type { CustomerView } from '../../../../src/contract/customers/customer-contract.ts';
import type { StaffOrder } from '../../../../src/contract/orders/staff-order-contract.ts';
import { Facts } from '../../../ui/facts.tsx';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { amount, count } from '../../parts/amounts.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { Page, Panel, State } from '../../parts/page.tsx';
import { dayOf, moment } from '../../parts/times.ts';
import { balancePath, customersPath, ordersPath } from '../../paths.ts';
import { at, may, shop } from '../../session.ts';
import { nameOf, phoneOf } from './customer-name.ts';
import { SegmentsOf } from './customer-segments.tsx';

const orderColumns: readonly Column<StaffOrder>[] = [
  { name: 'Order', show: ({ order_id }) => order_id },
  { name: 'Made', show: ({ order_created_time }) => moment(order_created_time) },
  { name: 'State', show: ({ status }) => <State of={status ?? ''} /> },
  { name: 'Total', show: ({ order_value = 0, currency }) => amount(order_value, currency?.code), isFigure: true },
];
const worth = (kind: string, value: number): string => (kind === 'points' ? `${count(value)} points` : amount(value));
const entryColumns: readonly Column<AuthoredEntry>[] = [
  { name: 'When', show: ({ created_at }) => moment(created_at) },
  { name: 'What', show: ({ kind, direction }) => inWords(`${kind} ${direction}`) },
  { name: 'Why', show: ({ kind, reason }) => (reason === inWords(kind) ? '' : reason) },
  { name: 'Amount', show: ({ kind, amount: by }) => worth(kind, by), isFigure: true },
  { name: 'After it', show: ({ kind, balance }) => worth(kind, balance), isFigure: true },
];

const kinds: Choices = [
  ['points', 'Points'],
  ['store_credit', 'Store credit'],
];

const Adjust = ({ id, again }: { readonly id: string; readonly again: () => void }) => (
  <AskAct
    quiet
    ask="Add to a balance, or take from it"
    go="Change it"
    fields={{
      kind: { name: 'Balance', value: 'points', choices: kinds },
      by: { name: 'How much; less than 0 takes away', type: 'number', step: 'any', required: true },
      reason: { name: 'Why; the customer sees it', required: true },
    }}
    run={async ({ kind, by, reason }) => {
      await change('POST', `${balancePath}/customers/${id}/adjustments`, 'Balance changed', {
        body: { kind, amount: Number(by), reason },
      });
      again();
    }}
  >
    Change a balance
  </AskAct>
);

const Balances = ({ id }: { readonly id: string }) => {
  const [round, setRound] = useState(0);
  const asked = useRead<BalancesView>(`${balancePath}/customers/${id}/balances`);
  const again = (): void => {
    asked.again();
    setRound(round + 1);
  };
  return (
    <>
      <Panel title="Balances" acts={may('company/balances/write') && <Adjust id={id} again={again} />}>
        <Answered asked={asked}>
          {({ points, store_credit, pending, gift_cards }) => (
            <Facts
              of={[
                ['Points', count(points)],
                ['Store credit', amount(store_credit)],
                ['Still to come', `${count(pending.points)} points, ${amount(pending.store_credit)}`],
                ['Gift cards', gift_cards.map(({ hint, balance }) => `…${hint} ${amount(balance)}`).join(', ')],
              ]}
            />
          )}
        </Answered>
      </Panel>
      <Panel title="Ledger">
        <Listing<AuthoredEntry>
          key={round}
          label="Ledger"
          path={`${balancePath}/customers/${id}/entries`}
          columns={entryColumns}
          emptyTitle="Nothing was earned or spent yet"
          empty=""
        />
      </Panel>
    </>
  );
};

const Forget = ({ customer }: { readonly customer: CustomerView }) => {
  const { route } = useLocation();
  return (
    <Act
      quiet
      isGrave
      ask={`Forget ${nameOf(customer)}?`}
      about={
        <ul class="told-list">
          <li>Profile, addresses, carts, wishlists and everything that was noted of visits are erased.</li>
          <li>Orders and balances stay in the books, under a name that leads to nobody.</li>
          <li>Orders on their way keep their address until they arrive, for 30 days at most.</li>
          <li>There is no way back. Close the account where the customer signs in first.</li>
        </ul>
      }
      leave="Keep the customer"
      go="Forget for good"
      run={async () => {
        await change(
          'DELETE',
          `${customersPath}/${encodeURIComponent(customer.user_id)}`,
          'The customer is being forgotten',
        );
        route(at('/customers'));
      }}
    >
      Forget this customer
    </Act>
  );
};

const Shown = ({ customer }: { readonly customer: CustomerView }) => {
  const id = encodeURIComponent(customer.user_id);
  return (
    <Page
      title={nameOf(customer)}
      back={{ to: at('/customers'), name: 'Customers' }}
      acts={may('app/customers/write') && <Forget customer={customer} />}
    >
      <div class="columns">
        <div>
          {may('company/orders/read') && (
            <Panel title="Orders">
              <Listing<StaffOrder>
                label="Orders"
                path={`${ordersPath}/orders-listing`}
                query={{ customer_id: customer.user_id, sales_channels: shop.value.id }}
                isNumbered
                columns={orderColumns}
                to={({ order_id }) => at(`/orders/${order_id}`)}
                empty=""
              />
            </Panel>
          )}
          {may('company/balances/read') && <Balances id={id} />}
        </div>
        <div>
          <Panel title="Profile">
            <Facts
              of={[
                ['E-mail', customer.emails.map(({ email }) => email).join(', ')],
                ['Phone', customer.phone_numbers.map(phoneOf).join(', ')],
                ['Groups', customer.groups.map(inWords).join(', ')],
                ['Customer since', dayOf(customer.registered_at ?? customer.created_at)],
                ['Account', customer.active ? 'Active' : 'Not active'],
                ['Id at the sign-in', <code>{customer.user_id}</code>],
              ]}
            />
          </Panel>
          <SegmentsOf id={id} />
        </div>
      </div>
    </Page>
  );
};

export const CustomerPage = () => {
  const { id = '' } = useRoute().params;
  const asked = useRead<CustomerView>(`${customersPath}/${encodeURIComponent(id)}`);
  return <Answered asked={asked}>{(customer) => <Shown customer={customer} />}</Answered>;
};
