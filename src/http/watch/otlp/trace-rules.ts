/**
 * How traces are named and chosen. Pure. A request's id is the id of its trace: it is in log lines, in the audit and in what is told
 * of events already, so a delivery hours later, at another node, finds back to its trace without anything stored for that.
 */
import { createHash } from 'node:crypto';

export type Traceparent = { readonly traceId: string; readonly spanId: string };
export type Sampled = (traceId: string) => boolean;

/** W3C Trace Context; versions to come begin like this one. */
export const readTraceparent = (header: unknown): Traceparent | undefined => {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId = '', spanId = ''] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(?:-|$)/.exec(header) ?? [];
  if (version === undefined || version === 'ff' || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId };
};

/**
 * The trace that a call is in: what its caller says, else what he repeats the call by. Our storefront draws that key when
 * somebody clicks, in the form of a trace's id, so that all tries of a click, and all that comes of it, are one trace.
 */
export const traceIdOfCall = (headers: Readonly<Record<string, unknown>>): string | undefined => {
  const { traceparent, 'idempotency-key': key } = headers;
  const given = readTraceparent(traceparent)?.traceId;
  if (given !== undefined) return given;
  return typeof key === 'string' && /^(?!0+$)[0-9a-f]{32}$/.test(key) ? key : undefined;
};

export const traceparentText = ({ traceId, spanId }: Traceparent, isSampled: boolean): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** An id that is a UUID or a trace's own is taken as it is; any other gives a trace of its own. */
export const traceIdOf = (requestId: string): string => {
  const digits = requestId.replaceAll('-', '').toLowerCase();
  if (/^[0-9a-f]{32}$/.test(digits) && !/^0+$/.test(digits)) return digits;
  return createHash('sha256').update(requestId).digest('hex').slice(0, 32);
};

const CHANCE_DIGITS = 12;

/** By the last digits, which are by chance in every kind of id: all nodes, and all calls of a trace, are decided alike. */
export const sampledShare =
  (share: number): Sampled =>
  (traceId) =>
    Number.parseInt(traceId.slice(-CHANCE_DIGITS), 16) < share * 16 ** CHANCE_DIGITS;

/** `trace_id` of an event, as receivers get it. */
export const traceOfEvent = (body: string): string | undefined => {
  const { event } = JSON.parse(body) as { readonly event?: { readonly trace_id?: unknown } };
  const [first] = Array.isArray(event?.trace_id) ? (event.trace_id as readonly unknown[]) : [];
  return typeof first === 'string' && first !== '' ? traceIdOf(first) : undefined;
};
