/** What a customer has to pay with beside a payment: points, store credit, gift cards. */
import { useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { BalancesView } from '../../src/contract/customers/balance-contract.ts';
import { money } from '../ui/money.ts';
import { Notice, sentenceOf } from '../ui/states.tsx';
import { Switch } from '../ui/switch.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { type Ordered, readBalances, useCredit, usePoints } from './checkout.ts';
import { brief, said, words } from './words.ts';

type OwnProps = { readonly ordered: Ordered; readonly cart: CartDetail; readonly onChange: () => void };
type MeansProps = OwnProps & { readonly balances: BalancesView };

const cardsOf = ({ gift_cards: cards }: BalancesView): number =>
  cards.reduce((sum, { balance, is_expired: isOver }) => sum + (isOver ? 0 : balance), 0);
const isCreditUsed = ({ breakup_values: breakup }: CartDetail): boolean =>
  breakup?.display?.some(({ key }) => key === 'store_credit') ?? false;

const Means = ({ ordered, cart, balances, onChange }: MeansProps) => {
  const [problem, setProblem] = useState('');
  const { points, store_credit: credit, currency } = balances;
  const loyalty = cart.breakup_values?.loyalty_points;
  const cards = cardsOf(balances);
  const run = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      setProblem('');
      onChange();
      return true;
    } catch (error) {
      setProblem(sentenceOf(error));
      return false;
    }
  };
  return (
    <fieldset class="own-means">
      <legend class="label">{words.checkout.own}</legend>
      {points > 0 && (
        <Switch
          isOn={loyalty?.is_applied === true}
          label={words.checkout.usePoints(points.toLocaleString(words.tag))}
          about={brief(said(loyalty?.description ?? ''))}
          onSwitch={(isOn) => run(usePoints(ordered, isOn))}
        />
      )}
      {credit > 0 && (
        <Switch
          isOn={isCreditUsed(cart)}
          label={words.checkout.useCredit(money(credit, currency))}
          onSwitch={(isOn) => run(useCredit(ordered, isOn))}
        />
      )}
      {cards > 0 && <p class="soft">{words.checkout.giftCards(money(cards, currency))}</p>}
      {problem !== '' && <Notice kind="warn">{problem}</Notice>}
    </fieldset>
  );
};

/** Only for who is signed in: nobody else has any. */
export const OwnMeans = (props: OwnProps) => {
  const { answer } = useAnswer('balances', readBalances);
  if (answer === undefined || (answer.points <= 0 && answer.store_credit <= 0 && cardsOf(answer) === 0)) return null;
  return <Means {...props} balances={answer} />;
};
