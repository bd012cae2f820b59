/** Single units of an order: sent back after they came, cancelled before they left, and what became of those that were sent back. */
import { useState } from 'preact/hooks';
import type { Order } from '../../src/contract/orders/order-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { money } from '../ui/money.ts';
import { Problem, sentenceOf } from '../ui/states.tsx';
import { Stepper } from '../ui/stepper.tsx';
import { dateText } from './dates.ts';
import { cancelUnits, requestReturn, type Units, withdrawReturn } from './orders.ts';
import { named, wordFor, words } from './words.ts';

type OrderProps = { readonly order: Order; readonly onDone: () => void };
type ChoiceProps = OrderProps & {
  readonly title: string;
  readonly button: string;
  readonly done: string;
  readonly most: NonNullable<Order['returnable']>;
  /** What is to be known before one chooses. */
  readonly hints?: readonly string[];
  /** The shop wants to know why. */
  readonly asksWhy: boolean;
  readonly send: (id: string, items: readonly Units[], reason: string) => Promise<unknown>;
};

const nameIn = ({ shipments = [] }: Order, line: string): string => {
  const bag = shipments.flatMap(({ bags = [] }) => bags).find(({ identifier }) => identifier === line);
  return bag === undefined ? line : `${bag.name}, ${named(bag.size_name)}`;
};

/** Which units, and why; closed until somebody wants it. */
const Choice = ({ order, onDone, title, button, done, most, hints = [], asksWhy, send }: ChoiceProps) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [why, setWhy] = useState('');
  const [problem, setProblem] = useState('');
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const items = Object.entries(chosen)
      .filter(([, quantity]) => quantity > 0)
      .map(([identifier, quantity]) => ({ identifier, quantity }));
    if (items.length === 0) return setProblem(words.order.chooseUnits);
    try {
      await send(order.order_id ?? '', items, why.trim());
      announce(done);
      onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <details class="units">
      <summary>{title}</summary>
      <form onSubmit={(event) => void submit(event)}>
        {hints.map((hint) => (
          <p key={hint} class="soft">
            {hint}
          </p>
        ))}
        <ul class="parcel">
          {most.map(({ identifier = '', quantity = 0 }) => (
            <li key={identifier}>
              <span>{nameIn(order, identifier)}</span>
              <Stepper
                label={words.order.howMany(nameIn(order, identifier))}
                value={new Map(Object.entries(chosen)).get(identifier) ?? 0}
                least={0}
                most={quantity}
                onChange={(count) => setChosen({ ...chosen, [identifier]: count })}
              />
            </li>
          ))}
        </ul>
        {asksWhy && (
          <label class="field">
            <span class="label">{words.order.returnWhy}</span>
            <input required maxLength={500} value={why} onInput={(event) => setWhy(event.currentTarget.value)} />
          </label>
        )}
        <Problem sentence={problem} />
        <button class="button quiet">{button}</button>
      </form>
    </details>
  );
};

const Returns = ({ order, onDone }: OrderProps) => {
  const { returns = [], order_id: id = '' } = order;
  if (returns.length === 0) return null;
  return (
    <section class="life">
      <h2>{words.order.returns}</h2>
      <ol>
        {returns.map(({ return_id: returnId = '', status = '', items = [], requested_on: at = '', answer }) => (
          <li key={returnId}>
            <strong>{wordFor(words.order.returnStates, status)}</strong>{' '}
            <span class="soft">{dateText(at, 'moment')}</span>
            <small>
              {items
                .map(({ identifier = '', quantity = 0 }) => `${quantity} × ${nameIn(order, identifier)}`)
                .join('; ')}
            </small>
            {answer && <small>{words.order.note(answer)}</small>}
            {status === 'requested' && (
              <button type="button" class="text-button" onClick={() => void withdrawReturn(id, returnId).then(onDone)}>
                {words.order.withdraw}
              </button>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
};

/** What the shop would refuse, said before it is asked. */
const hintsOf = ({ cancel_leaves: leaves = {}, currency }: Order): readonly string[] => {
  const { goods = 0, unpaid = 0 } = leaves;
  return [
    ...(goods > 0 ? [words.order.cancelLeavesGoods(money(goods, currency?.code ?? ''))] : []),
    ...(unpaid > 0 ? [words.order.cancelLeavesUnpaid(money(unpaid, currency?.code ?? ''))] : []),
  ];
};

export const OrderUnitActs = ({ order, onDone }: OrderProps) => {
  const { returnable = [], cancellable = [] } = order;
  const units = cancellable.reduce((sum, { quantity = 0 }) => sum + quantity, 0);
  return (
    <>
      <Returns order={order} onDone={onDone} />
      {returnable.length > 0 && (
        <Choice
          order={order}
          onDone={onDone}
          title={words.order.returnTitle}
          button={words.order.returnDo}
          done={words.order.returnMade}
          most={returnable}
          asksWhy
          send={requestReturn}
        />
      )}
      {units === 0 && hintsOf(order).map((hint) => <p key={hint}>{hint}</p>)}
      {(units > 1 || (units === 1 && !order.can_cancel)) && (
        <Choice
          order={order}
          onDone={onDone}
          title={words.order.cancelUnits}
          button={words.order.cancelDo}
          done={words.order.cancelMade}
          most={cancellable}
          hints={hintsOf(order)}
          asksWhy={false}
          send={cancelUnits}
        />
      )}
    </>
  );
};
