/** Conditions that few offers ask for: when somebody signed up, how much is in the cart, and how it is ordered. */
import { useState } from 'preact/hooks';
import { Seldom } from '../../../parts/fields/seldom.tsx';
import { paymentName } from '../../../parts/names.ts';
import { Tick } from '../../../parts/tick.tsx';
import { isSaidAt, type Path, record, valueAt, withValue } from './body.ts';
import { OrderingStores, ShippingMethods } from './chosen-at.tsx';
import { CountAt, MomentAt, TicksAt } from './field-at.tsx';
import type { Editing } from './sentence-parts.ts';

const at = (...names: readonly string[]): Path => ['restrictions', ...names];
const rare: readonly Path[] = [
  'user_registered',
  'order_quantity',
  'platforms',
  'payments',
  'shipping_methods',
  'ordering_stores',
].map((name) => at(name));

/** Each payment mode has members of its own, which stay. */
const Payments = (editing: Editing) => {
  const path = at('payments');
  const chosen = record(valueAt(editing.body, path));
  const put = (mode: string, on: boolean): void => {
    const others = Object.entries(chosen).filter(([name]) => name !== mode);
    const next = on ? [...others, [mode, {}] as const] : others;
    editing.set(withValue(editing.body, path, next.length === 0 ? undefined : Object.fromEntries(next)));
  };
  return (
    <fieldset>
      <legend>Only when paid by (any, when none is ticked)</legend>
      {[...new Set(['CARD', 'UPI', 'NB', 'WL', 'COD', ...Object.keys(chosen)])].map((mode) => (
        <Tick key={mode} on={Object.hasOwn(chosen, mode)} set={(on) => put(mode, on)}>
          {paymentName(mode)}
        </Tick>
      ))}
    </fieldset>
  );
};

export const RareLimits = (editing: Editing) => {
  // As it came: what is emptied by hand does not fold under the hand.
  const [isOpen] = useState(() => isSaidAt(editing.body, rare));
  return (
    <Seldom name="More conditions, which few need" isOpen={isOpen}>
      <div class="form wide">
        <MomentAt
          {...editing}
          name="Customers since"
          path={at('user_registered', 'start')}
          hint="Whoever signed up then or later; all, when empty"
        />
        <MomentAt
          {...editing}
          name="Customers until"
          path={at('user_registered', 'end')}
          hint="Whoever signed up before; all, when empty"
        />
        <CountAt
          {...editing}
          name="Units in the cart, at least"
          path={at('order_quantity', 'minimum')}
          hint="Any number, when empty"
        />
        <CountAt
          {...editing}
          name="Units in the cart, at most"
          path={at('order_quantity', 'maximum')}
          hint="Any number, when empty"
        />
        <TicksAt
          {...editing}
          name="Only on (everywhere, when none is ticked)"
          path={at('platforms')}
          of={['web', 'android', 'ios']}
        />
        <Payments {...editing} />
        <ShippingMethods {...editing} />
        <OrderingStores {...editing} />
      </div>
    </Seldom>
  );
};
