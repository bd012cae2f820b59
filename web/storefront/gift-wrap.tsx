/** Wrapping of a line, and what is written on its card. */
import { useRef } from 'preact/hooks';
import { money } from '../ui/money.ts';
import { Switch } from '../ui/switch.tsx';
import { type CartLine, type Outcome, setGift } from './cart.ts';
import { named, words } from './words.ts';

type GiftProps = {
  readonly line: CartLine;
  readonly currency: string;
  readonly run: (work: Promise<Outcome>) => Promise<Outcome>;
};
const MOST_LETTERS = 200;

export const GiftWrap = ({ line, currency, run }: GiftProps) => {
  const field = useRef<HTMLInputElement>(null);
  const {
    is_gift_applied: isWrapped = false,
    gift_price: price = 0,
    gift_message: message,
    display_text: about,
  } = line.article?.gift_card ?? {};
  if (line.article?.is_gift_visible !== true) return null;
  return (
    <div class="gift">
      <Switch
        isOn={isWrapped}
        label={price > 0 ? words.cart.wrapFor(money(price, currency)) : words.cart.wrap}
        about={about && named(about)}
        onSwitch={async (isOn) => (await run(setGift(line, isOn))).success}
      />
      {isWrapped && (
        <label>
          <span class="label">{words.cart.message}</span>
          <input
            ref={field}
            maxLength={MOST_LETTERS}
            defaultValue={message ?? ''}
            onChange={(event) => void run(setGift(line, true, event.currentTarget.value.trim()))}
          />
        </label>
      )}
    </div>
  );
};
