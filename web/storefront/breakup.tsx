/** What the cart costs: the rows as the server sends them, in its order. */
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { money } from '../ui/money.ts';

type BreakupProps = { readonly cart: CartDetail; readonly currency: string };

export const Breakup = ({ cart, currency }: BreakupProps) => {
  const rows = cart.breakup_values?.display ?? [];
  const hasFractions = rows.some(({ value = 0 }) => !Number.isInteger(value));
  return (
    <dl class="breakup">
      {rows.map(({ key = '', display, value = 0, currency_code: code = currency, message }) => (
        <div key={key} data-row={key} class={value < 0 ? 'less' : undefined}>
          <dt>
            {display}
            {message?.map((sentence) => (
              <small key={sentence}>{sentence}</small>
            ))}
          </dt>
          <dd>{money(value, code, hasFractions)}</dd>
        </div>
      ))}
    </dl>
  );
};
