/** What the cart costs: the rows as the server sends them, in its order. */
import type { CartDetail } from '../../src/contract/cart-contract.ts';
import { money } from '../ui/money.ts';

export const Breakup = ({ cart, currency }: { readonly cart: CartDetail; readonly currency: string }) => (
  <dl class="breakup">
    {cart.breakup_values?.display?.map(({ key = '', display, value = 0, currency_code: code = currency, message }) => (
      <div key={key} class={`${value < 0 ? 'less' : ''} ${key}`}>
        <dt>
          {display}
          {message?.map((sentence) => (
            <small key={sentence}>{sentence}</small>
          ))}
        </dt>
        <dd>{money(value, code)}</dd>
      </div>
    ))}
  </dl>
);
