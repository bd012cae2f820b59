/** Why a customer cancels or returns goods, as he is asked and as he answers. Pure. */
import type { AskedShipment } from '../../contract/orders/order-shipment-contract.ts';
import { Refusal } from '../../shared/errors.ts';

type Flow = 'cancel' | 'return';
type Reason = { readonly id: number; readonly flow: Flow; readonly text: string };

/** An id is never given to another reason: orders and programs keep them. */
const reasons: readonly Reason[] = [
  { id: 1, flow: 'cancel', text: 'Ordered by mistake' },
  { id: 2, flow: 'cancel', text: 'It arrives too late' },
  { id: 3, flow: 'cancel', text: 'Found it cheaper elsewhere' },
  { id: 4, flow: 'cancel', text: 'Not needed any more' },
  { id: 5, flow: 'cancel', text: 'Another reason' },
  { id: 101, flow: 'return', text: 'Damaged or not working' },
  { id: 102, flow: 'return', text: 'Not what was ordered' },
  { id: 103, flow: 'return', text: 'Does not fit' },
  { id: 104, flow: 'return', text: 'Not as described' },
  { id: 105, flow: 'return', text: 'Another reason' },
];
const another: ReadonlySet<number> = new Set([5, 105]);
const MOST_CHARACTERS = 500;

export const reasonsFor = (may: Readonly<Record<Flow, boolean>>) =>
  reasons
    .filter(({ flow }) => may[flow])
    .map(({ id, flow, text }, at) => ({ id, flow, text, priority: at + 1, asksMore: another.has(id) }));

/** In the shape that the SDK has for reasons of a line. */
export const bagReasons = (may: Readonly<Record<Flow, boolean>>) =>
  reasonsFor(may).map(({ id, text, asksMore }) => ({
    id,
    display_name: text,
    meta: { show_text_area: asksMore },
    qc_type: [],
    question_set: [],
    reasons: [],
  }));

const refuse = (message: string): never => {
  const field = 'body.statuses[0].shipments[0].reasons';
  throw new Refusal('body_invalid', { details: [{ field, message }] });
};

type Said = { readonly reason_id?: number; readonly reason_text?: string };
const wordsOf = ({ reason_id: id, reason_text: words = '' }: Said, flow: Flow | undefined): readonly string[] => {
  if (words.trim() !== '') return [words.trim()];
  if (id === undefined) return [];
  const known = reasons.find((one) => one.id === id && one.flow === flow);
  return [
    known?.text ??
      refuse(
        `There is no reason ${id} ${flow === undefined ? 'for it' : `to ${flow}`}. Ask for the reasons of the shipment.`,
      ),
  ];
};

/** All that was said, each once. */
export const reasonIn = ({ reasons: given }: AskedShipment, flow: Flow | undefined): string => {
  const said = [...(given?.entities ?? []), ...(given?.products ?? [])];
  const words = new Set(said.flatMap(({ data }) => wordsOf(data ?? {}, flow)));
  const reason = [...words].join('; ');
  if (reason.length > MOST_CHARACTERS) refuse(`All reasons together have at most ${MOST_CHARACTERS} characters.`);
  return reason;
};
