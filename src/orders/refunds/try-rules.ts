/** What may be sent of a refund to the provider, and what its word about a try makes of the refund. Pure. */
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { refundAfter, type RefundStep, refuseSendingAgain } from './refund-rules.ts';
import type { StoredRefund } from './refund-store.ts';
import { countedTry, type RefundState, type SentTry } from './sent-try.ts';

/** Four hours less than a provider knows a name, for clocks that differ and calls that take their time. */
const KNOWN_MS = 20 * 3_600_000;

const isOpen = (tried: SentTry | null): tried is SentTry => tried?.failedBy === null;

/** How a try is named at the provider: the order, which try it is, and the refund. */
export const tryName = ({ orderId, id, tried }: StoredRefund): string => `${orderId}/${tried?.number ?? 0}/${id}`;

type NamedTry = { readonly orderId: string; readonly number: number; readonly refundId: string };
export const tryNamed = (name: string): NamedTry | undefined => {
  const [, orderId = '', number, refundId = ''] = /^([^/]+)\/(\d{1,6})\/(.+)$/.exec(name) ?? [];
  return number === undefined ? undefined : { orderId, number: Number(number), refundId };
};

type Begun = StoredRefund & { readonly tried: SentTry };
/** The refund with one more call of its try, or of the next where nothing came of the last. */
export const tryBegun = (refund: StoredRefund, at: number): Begun => {
  const { state, tried, events, version } = refund;
  if (state !== 'due' && state !== 'failed') {
    throw new Refusal('refund_state_conflict', { message: `A refund that is ${state} is not sent again.` });
  }
  refuseSendingAgain(refund);
  if (isOpen(tried) && at >= tried.at + KNOWN_MS) {
    throw new Refusal('refund_state_conflict', {
      message: `Whether this was paid back is not known since ${isoTime(tried.at)}, and sent again it may be paid back twice. Look at the payment provider, then say that it is done or failed; once it failed it can be sent again.`,
    });
  }
  const number = tried === null ? countedTry(events) : tried.number + 1;
  const next: SentTry = isOpen(tried) ? { ...tried, calls: tried.calls + 1 } : { number, at, calls: 1, failedBy: null };
  return { ...refund, version: version + 1, tried: next };
};

/** Money of a try that another followed: what became of that one nobody knows, so somebody has to look. */
const paidByOlder = (refund: StoredRefund, number: number, { reference, ...step }: RefundStep): StoredRefund => {
  const reason = `Try ${number + 1} was paid back, though another was sent after it: look at the payment provider whether money went back twice.`;
  const { state, version, events } = refund;
  if (events.some((event) => event.reason === reason)) return refund;
  return {
    ...refund,
    state: 'done',
    version: version + 1,
    modifiedAt: Math.max(refund.modifiedAt, step.at),
    events: [...events, { ...step, reason }],
    reference: state === 'done' ? refund.reference : (reference ?? refund.reference),
  };
};

type News = { readonly state: Exclude<RefundState, 'due'>; readonly reference: string };

/**
 * The refund after the provider's word about one of its tries. Of the last it counts also where others said that it failed: money
 * has left. Of one before it counts alone that it paid back.
 */
export const afterNews = (
  refund: StoredRefund,
  number: number,
  { state, reference }: News,
  { at, by }: Pick<RefundStep, 'at' | 'by'>,
): StoredRefund => {
  const { tried } = refund;
  const step: RefundStep = { state, at, by, reason: '', reference };
  if (tried !== null && number < tried.number) return state === 'done' ? paidByOlder(refund, number, step) : refund;
  // What it says of a try after it said that it failed is older, unless money has left.
  const hasFailed = tried?.number === number && tried.failedBy === 'provider';
  if (refund.state === 'done' || (hasFailed && state !== 'done')) return refund;
  const stepped = refundAfter(refund, step);
  const failedBy = state === 'failed' ? 'provider' : null;
  if (stepped === refund && tried?.failedBy === failedBy) return refund;
  return { ...stepped, version: refund.version + 1, tried: { at, calls: 1, ...tried, number, failedBy } };
};

/**
 * The refund after the provider refused a call of a try. Nothing came of the try where this was its only call: of one that was not
 * answered before, a refusal (another key, a payment that is not found) says nothing. `step`: what becomes of the refund itself.
 */
export const afterRefusal = (
  refund: StoredRefund,
  number: number,
  { isOnlyCall, step }: { readonly isOnlyCall: boolean; readonly step: RefundStep | undefined },
): StoredRefund => {
  const { state, tried, version } = refund;
  if (tried?.number !== number || (state !== 'due' && state !== 'failed')) return refund;
  const isOver = isOpen(tried) && isOnlyCall && tried.calls === 1;
  const stepped = step === undefined || state === 'failed' ? refund : refundAfter(refund, step);
  if (stepped === refund && !isOver) return refund;
  return { ...stepped, version: version + 1, tried: isOver ? { ...tried, failedBy: 'others' } : tried };
};
