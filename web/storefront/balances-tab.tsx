/** Points, store credit and gift cards of who is signed in, what moved them, and a card to be redeemed. */
import { useRef, useState } from 'preact/hooks';
import type { Static } from 'typebox';
import type { BalanceEntry, BalanceEntryList, BalancesView } from '../../src/contract/customers/balance-contract.ts';
import type { ReferralCodes } from '../../src/contract/offers/referral-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { money } from '../ui/money.ts';
import { Failure, Problem, sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { call } from './call.ts';
import { readBalances } from './checkout.ts';
import { dateText } from './dates.ts';
import { said, wordFor, words } from './words.ts';

const path = '/service/application/balance/v1.0';
const readEntries = (): Promise<Static<typeof BalanceEntryList>> =>
  call(`${path}/entries`, { query: { page_size: 20 } });

const Figures = ({ balances }: { readonly balances: BalancesView }) => {
  const { points, store_credit: credit, currency, pending, gift_cards: cards } = balances;
  const { pending: more, cardEnds, over } = words.account;
  return (
    <ul class="figures">
      <li class="summary">
        <h3>{words.account.points}</h3>
        <p class="figure">{points.toLocaleString(words.tag)}</p>
        {pending.points > 0 && <p class="soft">{more(pending.points.toLocaleString(words.tag))}</p>}
      </li>
      <li class="summary">
        <h3>{words.account.credit}</h3>
        <p class="figure">{money(credit, currency)}</p>
        {pending.store_credit > 0 && <p class="soft">{more(money(pending.store_credit, currency))}</p>}
      </li>
      {cards.map(({ id, hint, balance, expires_at: end, is_expired: isOver }) => (
        <li key={id} class="summary">
          <h3>{cardEnds(hint, end === null ? '' : dateText(end, 'day'))}</h3>
          <p class="figure">{money(balance, currency)}</p>
          {isOver && <p class="warn">{over}</p>}
        </li>
      ))}
    </ul>
  );
};

const Redeem = ({ onDone }: { readonly onDone: () => void }) => {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const redeem = async (code: string): Promise<void> => {
    if (code === '') return setProblem(words.address.missing);
    try {
      await call(`${path}/gift-cards`, { method: 'POST', body: { code } });
      setProblem('');
      announce(words.account.redeemed);
      if (field.current !== null) field.current.value = '';
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <section class="redeem">
      <h3>{words.account.redeem}</h3>
      <form
        class="joined"
        onSubmit={(event) => {
          event.preventDefault();
          void redeem(field.current?.value.trim() ?? '');
        }}
      >
        <label>
          <span class="label">{words.account.redeemCode}</span>
          <input ref={field} name="gift-card" maxLength={64} autoComplete="off" />
        </label>
        <button type="submit" class="button quiet">
          {words.account.redeemDo}
        </button>
      </form>
      <Problem sentence={problem} />
    </section>
  );
};

const amountOf = ({ kind, amount }: BalanceEntry, currency: string): string =>
  (amount > 0 ? '+' : '') +
  (kind === 'points' ? amount.toLocaleString(words.tag).replace('-', '−') : money(amount, currency));

const kindOf = ({ kind }: BalanceEntry): string => wordFor(words.account.kinds, kind);
const titleOf = (entry: BalanceEntry): string => said(entry.reason) || kindOf(entry);
const aboutOf = (entry: BalanceEntry): string =>
  [...new Set([titleOf(entry), kindOf(entry), dateText(entry.created_at, 'day')])].slice(1).join(' · ');

type HistoryProps = { readonly who: string; readonly reading: number; readonly currency: string };

const History = ({ who, reading, currency }: HistoryProps) => {
  const { answer } = useAnswer(`entries/${who}/${reading}`, readEntries);
  return (
    <section>
      <h3>{words.account.history}</h3>
      {answer?.items.length === 0 && <p class="soft">{words.account.noHistory}</p>}
      <ul class="kept">
        {answer?.items.map((entry) => (
          <li key={entry.id}>
            <span>
              {titleOf(entry)}
              <span class="soft">{aboutOf(entry)}</span>
            </span>
            <span class={entry.amount < 0 ? 'figures-cell' : 'figures-cell off'}>{amountOf(entry, currency)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const referrals = '/service/application/cart/v1.0/referral';

/** Codes of his own for others, and what each order with one brings him; nothing, where the shop has no such coupon. */
const Friends = ({ who, currency }: { readonly who: string; readonly currency: string }) => {
  const { answer: first } = useAnswer(`referral/${who}`, () => call<ReferralCodes>(referrals, {}));
  const [made, setMade] = useState<ReferralCodes>();
  const items = (made ?? first)?.items.filter(({ is_running: runs }) => runs) ?? [];
  const ask = async (coupon_id: string): Promise<void> => {
    try {
      setMade(await call<ReferralCodes>(referrals, { method: 'POST', body: { coupon_id } }));
      // The button goes with the answer.
      document.getElementById('main')?.focus({ preventScroll: true });
    } catch (error) {
      announce(sentenceOf(error));
    }
  };
  if (items.length === 0) return null;
  return (
    <section>
      <h3>{words.account.friend}</h3>
      <ul class="kept">
        {items.map(({ coupon_id: id, title, code, reward: { kind, amount } }) => (
          <li key={id}>
            <span>
              {words.account.friendGets(said(title))}
              <span class="soft">
                {words.account.friendBrings(
                  kind === 'points'
                    ? `${amount.toLocaleString(words.tag)} ${words.account.points}`
                    : money(amount, currency),
                )}
              </span>
            </span>
            {code === null ? (
              <button type="button" class="button quiet" onClick={() => void ask(id)}>
                {words.account.friendCode}
              </button>
            ) : (
              <strong class="code">{code}</strong>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

export const BalancesTab = ({ who }: { readonly who: string }) => {
  const [reading, setReading] = useState(0);
  const { answer, problem, again } = useAnswer(`balances/${who}/${reading}`, readBalances);
  if (problem !== undefined) {
    return <Failure title={words.account.failed} problem={problem} again={again} />;
  }
  if (answer === undefined) return <span class="bone tall" />;
  return (
    <>
      <Figures balances={answer} />
      <Redeem onDone={() => setReading(reading + 1)} />
      <Friends who={who} currency={answer.currency} />
      <History who={who} reading={reading} currency={answer.currency} />
    </>
  );
};
