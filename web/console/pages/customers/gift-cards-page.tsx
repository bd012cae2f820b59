/** Gift cards: made here with a code that is shown once, and cancelled while nobody has redeemed them. */
import { useState } from 'preact/hooks';
import type { GiftCardView } from '../../../../src/contract/customers/balance-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { AskAct } from '../../parts/ask-act.tsx';
import { amount, currencySign } from '../../parts/amounts.ts';
import { CustomerLink } from '../../parts/customer-link.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { dayOf, fromField } from '../../parts/times.ts';
import { balancePath } from '../../paths.ts';
import { may } from '../../session.ts';

const path = `${balancePath}/gift-cards`;
type Tell = (code: string) => void;

const Make = ({ tell }: { readonly tell: Tell }) => (
  <AskAct
    ask="New gift card"
    about="Its code is shown once. Whoever has the code can redeem it."
    fields={{
      value: { name: 'Worth', type: 'number', value: '1000', unit: currencySign(), required: true },
      until: { name: 'Valid until', type: 'datetime-local', hint: 'For ever, when empty' },
      note: { name: 'Note', hint: 'For the shop’s own people' },
    }}
    go="Make the card"
    run={async ({ value, until, note }) => {
      const body = { value: Number(value), expires_at: fromField(until) ?? null, note };
      tell((await change<GiftCardView>('POST', path, 'The gift card is made', { body })).code ?? '');
    }}
  >
    New gift card
  </AskAct>
);

const columns = (tell: Tell): readonly Column<GiftCardView>[] => [
  { name: 'Card', show: ({ hint }) => <code>…{hint}</code> },
  { name: 'Worth', show: ({ value, currency }) => amount(value, currency), isFigure: true },
  { name: 'State', show: ({ state }) => <State of={state} /> },
  {
    name: 'Whose',
    show: ({ user_id }) => (user_id ? <CustomerLink id={user_id} /> : 'Nobody’s yet'),
  },
  { name: 'Made', show: ({ created_at }) => dayOf(created_at) },
  { name: 'Until', show: ({ expires_at }) => dayOf(expires_at) || 'No end' },
  { name: 'Note', show: ({ note }) => note || '–' },
  {
    name: 'Do',
    show: ({ id, hint, state }) =>
      state === 'open' &&
      may('company/balances/write') && (
        <Act
          quiet
          isGrave
          ask={`Void the card that ends in ${hint}?`}
          about="Nobody can redeem it from then on. There is no way back."
          leave="Keep the card"
          go="Void the card"
          run={async () => {
            await change('DELETE', `${path}/${id}`, 'The gift card is void');
            tell('');
          }}
        >
          Void
        </Act>
      ),
  },
];

export const GiftCardsPage = () => {
  const [code, setCode] = useState('');
  const [attempt, setAttempt] = useState(0);
  const tell = (next: string): void => {
    setCode(next);
    setAttempt(attempt + 1);
  };
  return (
    <RoomPage room="Customers" acts={may('company/balances/write') && <Make tell={tell} />}>
      <ShownOnce name="The code of the card" value={code} />
      <Listing<GiftCardView>
        key={attempt}
        label="Gift cards"
        path={path}
        columns={columns(tell)}
        empty="Make one and hand its code to somebody: who redeems it in the shop pays with what it is worth."
      />
    </RoomPage>
  );
};
