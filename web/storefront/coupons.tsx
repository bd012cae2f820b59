/** The coupons on the cart, each with what it does or what keeps it from it; and the field to try one. */
import { useRef, useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { applyCoupon, type Outcome, removeCoupon } from './cart.ts';
import { brief, said, words } from './words.ts';

type Listed = NonNullable<CartDetail['coupons']>[number];
type OnCart = Pick<Listed, 'coupon_code' | 'is_applied' | 'message'> & Partial<Pick<Listed, 'closed_by'>>;

/** A shop that lets a cart have one says nothing of others. */
const onCart = (cart: CartDetail): readonly OnCart[] => {
  if (cart.coupons !== undefined) return cart.coupons;
  const { coupon_code = '', is_applied } = cart.coupon ?? {};
  return is_applied === true ? [{ coupon_code, is_applied, message: cart.coupon?.message ?? '' }] : [];
};

type RowProps = { readonly coupon: OnCart; readonly onRemove: (code: string) => void };

const Row = ({ coupon, onRemove }: RowProps) => {
  const { coupon_code: code = '', is_applied: acts, message, closed_by: closer } = coupon;
  return (
    <li class="coupon">
      <p class="with-icon">
        <Icon name="tag" />
        <span>
          <strong>{code}</strong>{' '}
          <span class={acts ? undefined : 'warn'}>{closer ? words.offers.closedBy(said(closer)) : brief(message)}</span>
        </span>
      </p>
      <button type="button" class="text-button" aria-label={words.cart.removeOf(code)} onClick={() => onRemove(code)}>
        {words.remove}
      </button>
    </li>
  );
};

export const Coupons = ({ cart }: { readonly cart: CartDetail }) => {
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState('');
  const coupons = onCart(cart);
  const run = async (work: Promise<Outcome>): Promise<void> => {
    const { success, message } = await work;
    setProblem(success ? '' : message);
    if (!success) return;
    announce(message);
    if (field.current !== null) field.current.value = '';
  };
  const remove = async (code: string): Promise<void> => {
    await run(removeCoupon(code));
    // The button that was pressed is gone.
    requestAnimationFrame(() => field.current?.focus());
  };
  const apply = (event: Event): void => {
    event.preventDefault();
    const code = field.current?.value.trim() ?? '';
    if (code === '') setProblem(words.offers.enterCode);
    else void run(applyCoupon(code));
  };
  const hasRoom = cart.coupons !== undefined || coupons.length === 0;
  return (
    <div class="coupons">
      {coupons.length > 0 && (
        <ul>
          {coupons.map((coupon) => (
            <Row key={coupon.coupon_code} coupon={coupon} onRemove={(code) => void remove(code)} />
          ))}
        </ul>
      )}
      {hasRoom && (
        <form class="joined" onSubmit={apply}>
          <label>
            <span class="label">{coupons.length === 0 ? words.offers.coupon : words.offers.another}</span>
            <input ref={field} name="coupon" maxLength={64} placeholder={words.offers.code} autoComplete="off" />
          </label>
          <button type="submit" class="button quiet">
            {words.offers.apply}
          </button>
        </form>
      )}
      <p class="warn" role="alert">
        {problem}
      </p>
    </div>
  );
};
