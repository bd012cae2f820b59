/** By what each parcel goes: the methods that take it, each with when it would arrive and what it costs. */
import { useState } from 'preact/hooks';
import type { ShippingMethods, ShippingOption } from '../../src/contract/cart/cart-shipping-contract.ts';
import { money } from '../ui/money.ts';
import { type OptionCard, OptionCards } from '../ui/option-cards.tsx';
import type { CartLine, Outcome } from './cart.ts';
import { promisedDay } from './dates.ts';
import { named, words } from './words.ts';

type Parcel = ShippingMethods['shipments'][number];

/** What delivery costs with it; where there are other parcels, how the whole would change. */
const costOf = ({ methods }: Parcel, option: ShippingOption, isOnly: boolean, currency: string): string => {
  const { delivery_charge: charge = 0, waived = 0, total = 0 } = option;
  const more = total - (methods.find(({ is_selected: is }) => is)?.total ?? total);
  if (isOnly || more === 0) {
    if (charge <= waived) return words.cart.free;
    return isOnly ? money(charge - waived, currency) : '';
  }
  return `${more > 0 ? '+' : ''}${money(more, currency)}`;
};

const cardOf = (parcel: Parcel, option: ShippingOption, isOnly: boolean, currency: string): OptionCard => {
  const max = promisedDay(option.promise ?? {}, 'max');
  const when = max ? words.checkout.arrives('', max) : '';
  return {
    value: option.method_id ?? '',
    title: named(option.name),
    about: (
      <>
        {when}
        {option.description && <small>{named(option.description)}</small>}
      </>
    ),
    aside: costOf(parcel, option, isOnly, currency) || undefined,
  };
};

/** What is in it: without that, several parcels look alike. */
const goodsIn = ({ items = [] }: Parcel, lines: readonly CartLine[]): string =>
  lines
    .filter(({ identifiers }) => items.includes(identifiers?.identifier ?? ''))
    .map(({ product, quantity = 1 }) => (quantity > 1 ? `${quantity} × ${product?.name}` : product?.name))
    .join(', ');

/** There is something to choose. */
const isOpen = ({ methods }: Parcel): boolean => methods.length > 1;

type ShippingChoiceProps = {
  readonly answer: ShippingMethods;
  readonly lines: readonly CartLine[];
  readonly choose: (methodId: string, storeId: number) => Promise<Outcome>;
};

export const ShippingChoice = ({ answer, lines, choose }: ShippingChoiceProps) => {
  const { shipments } = answer;
  const currency = answer.currency?.code ?? '';
  const [picked, setPicked] = useState<ReadonlyMap<number, string>>(new Map());
  const [problem, setProblem] = useState('');
  const pick = async (store: number, method: string): Promise<void> => {
    setPicked(new Map(picked).set(store, method));
    setProblem('');
    const { success, message } = await choose(method, store);
    if (success) return;
    setPicked(new Map());
    setProblem(message);
  };
  if (!shipments.some(isOpen)) return null;
  return (
    <div class="shipping-choice">
      <h3>{words.checkout.speed}</h3>
      <p class="warn" role="alert">
        {problem}
      </p>
      {shipments.map((parcel, at) => {
        const { fulfillment_id: store = 0, methods, method_id: now } = parcel;
        const name = words.checkout.parcel(at + 1, shipments.length);
        const wanted = picked.get(store);
        const chosen = methods.some(({ method_id: id }) => id === wanted) ? wanted : now;
        return (
          <div key={at}>
            {shipments.length > 1 && (
              <p class="label">
                {name}: <span class="goods">{goodsIn(parcel, lines)}</span>
              </p>
            )}
            <OptionCards
              legend={`${words.checkout.speed}, ${name}`}
              name={`shipping-${at}`}
              chosen={chosen ?? ''}
              onChoose={(method) => void pick(store, method)}
              options={methods.map((option) => cardOf(parcel, option, shipments.length === 1, currency))}
            />
          </div>
        );
      })}
    </div>
  );
};
