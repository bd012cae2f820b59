/**
 * Use cases: delivered goods come back. A return is requested, approved or refused, and received, which gives its money back; the
 * one who requested it may withdraw it until it is received.
 */
import type { Node } from '../../applications/node.ts';
import type { OrderSettings } from '../../contract/applications/order-settings-contract.ts';
import { Refusal } from '../../shared/errors.ts';
import type { StoredOrder } from '../order-document.ts';
import { movedOrder } from '../order-life.ts';
import type { OrderReturn, ReturnState, Step, Units } from '../order-progress.ts';
import { updateOrder } from '../order-store.ts';
import { tellReturn } from '../tell-order.ts';
import { customerReturnable } from './customer-units-rules.ts';
import { type Changed, changeOrder, type OrderChange, requireAlive } from './change-goods.ts';
import { givenBack } from './give-back.ts';
import { refuseMoreParts } from './kept-parts-rules.ts';
import { writeReturns } from './return-store.ts';
import { askedUnits, type Counted, returnableUnits } from './unit-rules.ts';

export type RequestReturn = OrderChange & {
  readonly items: readonly Units[];
  readonly reason: string;
  /** Of the shop, when its customer asks; the shop itself is bound by nothing. */
  readonly settings?: OrderSettings | undefined;
  /** The shop has decided already. */
  readonly state?: 'requested' | 'approved';
  /** The goods are here already; whether they are sold again. */
  readonly arrived?: { readonly restocked: boolean };
};

const available = (order: StoredOrder, settings: OrderSettings | undefined, at: number): Counted => {
  if (settings === undefined) return returnableUnits(order);
  const units = customerReturnable(order, settings, at);
  const all = returnableUnits(order);
  const late = [...all].some(([line, count]) => count > (units.get(line) ?? 0));
  if (late && ![...units.values()].some((count) => count > 0)) throw new Refusal('return_window_over');
  return units;
};

const changed = (before: StoredOrder, after: StoredOrder): Changed => ({
  after,
  statements: [...updateOrder(before, after), ...writeReturns(before, after), ...tellReturn(after)],
});

export const requestReturn = (node: Node, request: RequestReturn): Promise<StoredOrder> => {
  const { items, reason, settings, state = 'requested', arrived, ...change } = request;
  return changeOrder(node, change, async (before, at) => {
    requireAlive(before);
    const left = available(before, settings, at);
    const units = askedUnits(before, items, left, 'returned');
    const by = settings === undefined ? 'shop' : 'customer';
    // Only what has come is over: of what is announced all can be announced again.
    refuseMoreParts(before, { units, by, ...(arrived && { left }) });
    const made: OrderReturn = {
      id: `${before.id}-R${(before.progress.returns ?? []).length + 1}`,
      state,
      items: units,
      reason,
      requestedAt: at,
      requestedBy: change.step.by,
      modifiedAt: at,
      answer: '',
      settlementId: null,
    };
    if (arrived !== undefined) return takenBack(node, before, { ...change.step, at }, { made, ...arrived });
    return changed(before, movedOrder(before, { ...change.step, at }, withReturn(before, made)));
  });
};

const steps: Readonly<Record<Exclude<ReturnState, 'requested'>, readonly ReturnState[]>> = {
  approved: ['requested'],
  refused: ['requested', 'approved'],
  withdrawn: ['requested', 'approved'],
  received: ['requested', 'approved'],
};

const returnNamed = (order: StoredOrder, id: string): OrderReturn => {
  const found = order.progress.returns?.find((one) => one.id === id);
  if (found === undefined) throw new Refusal('order_return_not_found');
  return found;
};

/** Null when it is there already. */
const meant = (order: StoredOrder, id: string, state: keyof typeof steps): OrderReturn | null => {
  const found = returnNamed(order, id);
  if (found.state === state) return null;
  if (steps[state].includes(found.state)) return found;
  throw new Refusal('order_state_conflict', { message: `A return that is ${found.state} cannot become ${state}.` });
};

/** In the place it had, or behind the others. */
const withReturn = (order: StoredOrder, changedOne: OrderReturn): StoredOrder['progress'] => {
  const returns = order.progress.returns ?? [];
  const isThere = returns.some(({ id }) => id === changedOne.id);
  const kept = returns.map((one) => (one.id === changedOne.id ? changedOne : one));
  return { ...order.progress, returns: isThere ? kept : [...returns, changedOne] };
};

type TakenBack = { readonly made: OrderReturn; readonly restocked: boolean };

/** The goods are here: their money goes back. */
const takenBack = async (
  { db }: Pick<Node, 'db'>,
  before: StoredOrder,
  step: Step,
  { made, restocked }: TakenBack,
): Promise<Changed> => {
  const { id: returnId, items } = made;
  const received: OrderReturn = { ...made, state: 'received', answer: step.reason, modifiedAt: step.at };
  const finish = (order: StoredOrder, settlementId: string): StoredOrder => ({
    ...order,
    progress: withReturn(order, { ...received, settlementId }),
  });
  const wanted = { items, cause: 'returned', returnId, restocked, finish } as const;
  const { after, statements } = await givenBack(db, before, wanted, step);
  return { after, statements: [...statements, ...writeReturns(before, after)] };
};

export type AnswerReturn = OrderChange & {
  readonly returnId: string;
  readonly state: 'approved' | 'refused' | 'withdrawn';
};

export const answerReturn = (node: Node, { returnId, state, ...change }: AnswerReturn): Promise<StoredOrder> =>
  changeOrder(node, change, (before, at) => {
    const found = meant(before, returnId, state);
    if (found === null) return null;
    requireAlive(before);
    const answer = state === 'withdrawn' ? found.answer : change.step.reason;
    const progress = withReturn(before, { ...found, state, answer, modifiedAt: at });
    return changed(before, movedOrder(before, { ...change.step, at }, progress));
  });

export type ReceiveReturn = OrderChange & {
  readonly returnId: string;
  /** What really came, when it is less than what was announced. */
  readonly items?: readonly Units[] | undefined;
  /** Whether the goods are sold again. */
  readonly restocked: boolean;
};

export const receiveReturn = (node: Node, request: ReceiveReturn): Promise<StoredOrder> => {
  const { returnId, items, restocked, ...change } = request;
  return changeOrder(node, change, async (before, at) => {
    const found = meant(before, returnId, 'received');
    if (found === null) return null;
    requireAlive(before);
    const announced = new Map(found.items.map(({ line, units }) => [line, units]));
    const came = items === undefined ? found.items : askedUnits(before, items, announced, 'received');
    return takenBack(node, before, { ...change.step, at }, { made: { ...found, items: came }, restocked });
  });
};
