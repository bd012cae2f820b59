/** The coupon on the cart, or the field to try one. */
import { useRef, useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { applyCoupon, couponMessage, type Outcome, removeCoupon } from './cart.ts';
import { words } from './words.ts';

export const Coupon = ({ cart }: { readonly cart: CartDetail }) => {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const run = async (work: Promise<Outcome>): Promise<void> => {
    const { success, message } = await work;
    setProblem(success ? '' : message);
    if (success) announce(message);
  };
  if (cart.coupon?.is_applied === true) {
    return (
      <div class="coupon">
        <p class="with-icon">
          <Icon name="tag" />
          <span>
            <strong>{cart.coupon.coupon_code}</strong> {couponMessage(cart)}
          </span>
        </p>
        <button type="button" class="text-button" onClick={() => void run(removeCoupon())}>
          {words.remove}
        </button>
      </div>
    );
  }
  const apply = (event: Event): void => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (code === '') setProblem(words.offers.enterCode);
    else void run(applyCoupon(code));
  };
  return (
    <div>
      <form class="joined" onSubmit={apply}>
        <label>
          <span class="label">{words.offers.coupon}</span>
          <input ref={field} name="coupon" maxLength={64} placeholder={words.offers.code} autoComplete="off" />
        </label>
        <button type="submit" class="button quiet">
          {words.offers.apply}
        </button>
      </form>
      <p class="warn" role="alert">
        {problem}
      </p>
    </div>
  );
};
