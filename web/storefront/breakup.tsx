/** What the cart costs: the rows as the server sends them, in its order. A row of offers opens and says which they are. */
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { money } from '../ui/money.ts';
import { said, words } from './words.ts';

type BreakupProps = { readonly cart: CartDetail; readonly currency: string };

const Offers = ({ cart, currency }: BreakupProps) => (
  <details class="why">
    <summary>{words.cart.whyRow}</summary>
    <ul class="why-steps">
      {cart.applied_promo_details?.map(({ id, offer_text: text, promotion_name: name, discount = 0 }) => (
        <li key={id}>
          <span>{text || name}</span> {discount > 0 && <span class="off">−{money(discount, currency)}</span>}
        </li>
      ))}
    </ul>
  </details>
);

/** The name of a row in the reader's words, where this page has any; else the server's. */
export const labelOf = (key: string, display: string | undefined): string =>
  new Map(Object.entries(words.cart.rows)).get(key) ?? display ?? key;

export const Breakup = ({ cart, currency }: BreakupProps) => {
  const rows = cart.breakup_values?.display ?? [];
  const hasFractions = rows.some(({ value = 0 }) => !Number.isInteger(value));
  return (
    <dl class="breakup">
      {rows.map(({ key = '', display, value = 0, currency_code: code = currency, message }) => (
        <div key={key} data-row={key} class={value < 0 ? 'less' : undefined}>
          <dt>
            {labelOf(key, display)}
            {key === 'promotion' ? (
              <Offers cart={cart} currency={currency} />
            ) : (
              key !== 'coupon' && message?.map((sentence) => <small key={sentence}>{said(sentence)}</small>)
            )}
          </dt>
          <dd>{money(value, code, hasFractions)}</dd>
        </div>
      ))}
    </dl>
  );
};
