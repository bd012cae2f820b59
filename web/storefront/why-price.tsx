/** Why a line costs what it costs: from the printed price to what is paid, every step as the answer has it. */
import { useState } from 'preact/hooks';
import { money } from '../ui/money.ts';
import { tellingSums } from '../ui/telling-sums.ts';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { cart, type CartLine, offersOn, readWhy } from './cart.ts';
import { said, words } from './words.ts';

type WhyProps = { readonly line: CartLine; readonly currency: string };
type Step = { readonly label: string; readonly amount: number; readonly kind?: 'less' | 'end' | 'tax' };

const less = (label: string, amount: number): Step => ({ label, amount: 0 - amount, kind: 'less' });

/** What offers and coupons take off the line, each by its name. */
export const offSteps = (line: CartLine): readonly Step[] => {
  const { discount_total_quantity: off = 0, code = '' } = line.coupon ?? {};
  return [
    ...offersOn(line).map(({ offer_text: text, promotion_name: name = '', discount = 0 }) =>
      less(said(text || name), discount),
    ),
    ...(off === 0 ? [] : [less(words.cart.coupon(code), off)]),
  ];
};

const taxOn = ({ tax }: CartLine): readonly Step[] =>
  tax?.amount ? [{ label: words.cart.taxIn(tax.rate ?? 0), amount: tax.amount, kind: 'tax' }] : [];

const stepsOf = (line: CartLine): readonly Step[] => {
  const { marked = 0, effective = 0, selling_price: final = 0 } = line.price?.converted ?? {};
  return [
    { label: words.cart.marked, amount: marked },
    ...(marked === effective ? [] : [{ label: words.cart.seller, amount: effective }]),
    ...offSteps(line),
    { label: words.cart.youPay, amount: final, kind: 'end' },
    ...taxOn(line),
  ];
};

/** What the shop wrote stands in brackets in a sentence of the service; here it has the reader's words. */
const inOwnWords = (sentence: string): string =>
  sentence.replace(/\(([^()]+)\)/g, (_, thing: string) => `(${said(thing)})`);

/** Every sum behind the price, as the service reckoned it; asked for when somebody wants to know that, too. */
const Sums = ({ line }: Pick<WhyProps, 'line'>) => {
  const current = useValue(cart).cart;
  const at =
    current?.items?.findIndex(({ identifiers: one }) => one?.identifier === line.identifiers?.identifier) ?? -1;
  const path = `items.${at}.price.converted.selling_price`;
  const { answer } = useAnswer(`why/${current?.last_modified}/${current?.currency?.code}/${path}`, () => readWhy(path));
  return (
    <ol class="sums-behind">
      {tellingSums(answer?.sums ?? []).map(({ id, sentence }) => (
        <li key={id}>{inOwnWords(sentence)}</li>
      ))}
    </ol>
  );
};

export const WhyPrice = ({ line, currency }: WhyProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="why">
      <summary>{words.cart.why}</summary>
      <dl class="why-steps">
        {stepsOf(line).map(({ label, amount, kind }) => (
          <div key={label} class={kind}>
            <dt>{label}</dt>
            <dd>{money(amount, currency, true)}</dd>
          </div>
        ))}
      </dl>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{words.cart.sums}</summary>
        {isOpen && <Sums line={line} />}
      </details>
    </details>
  );
};
