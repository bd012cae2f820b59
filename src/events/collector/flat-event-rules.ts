/**
 * The flat form in which the public SDKs and their click library send: `{event_id, event_name, event_timestamp, context,
 * properties, user_id, anonymous_id, session_id}`. Read as the whole event it stands for. Pure.
 */
import { type EventKind, findKind } from './event-schemas.ts';
import { isObject, type Json } from './event-shape.ts';
import { keptTime } from '../../shared/clock.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export const isFlat = (sent: Json): boolean => 'event_name' in sent && !('event' in sent);

const pick = (value: unknown, names: readonly string[]): unknown =>
  isObject(value)
    ? Object.fromEntries(names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, ownEntry(value, name)]] : [])))
    : value;

/** Other casing is read as ours; what stands there under our own name wins. */
const renamed = (value: Json, from: string, to: string): Json => {
  if (!Object.hasOwn(value, from)) return value;
  const { [from]: other, ...rest } = value;
  return { [to]: other, ...rest };
};

/** Newer senders write `user_agent` and `is_mobile`. */
export const ownCasing = (context: unknown): unknown => {
  if (!isObject(context)) return context;
  const device = isObject(context['device']) ? renamed(context['device'], 'is_mobile', 'isMobile') : undefined;
  return { ...renamed(context, 'user_agent', 'userAgent'), ...(device === undefined ? {} : { device }) };
};

/** Their context says more than an event has room for, and leaves out the version of a system that shows none. */
const contextOf = (context: unknown): unknown => {
  const own = ownCasing(context);
  if (!isObject(own)) return own;
  const names = ['library', 'os', 'timezone', 'screen', 'userAgent', 'locale', 'device'];
  const picked = pick(own, names) as Json;
  const os = isObject(picked['os']) ? { os: { name: '', version: '', ...picked['os'] } } : {};
  const device = 'device' in picked ? { device: pick(picked['device'], ['isMobile']) } : {};
  return { ...picked, ...os, ...device };
};

const timeOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const at = keptTime(value);
  return Number.isNaN(at) ? value : at;
};

/** What the form says beside the properties goes where the event has a place for it. */
const payloadOf = (sent: Json, kind: EventKind | undefined): Json => {
  const properties = isObject(sent['properties']) ? sent['properties'] : {};
  const { context, user_id = null, anonymous_id } = sent;
  const beside: Json = {
    ...(context === undefined ? {} : { context: contextOf(context) }),
    user_id,
    ...(anonymous_id === undefined ? {} : { anonymous_id }),
    version: '1',
  };
  const has = kind?.payload.properties ?? {};
  const { event_type, ...others } = properties;
  return {
    ...(event_type !== undefined && 'event_type' in has ? { event_type } : {}),
    ...(pick(beside, Object.keys(has)) as Json),
    ...others,
  };
};

export const wholeEvent = (sent: Json, applicationId: string): Json => {
  const kind = findKind(sent['event_name']);
  const payload = payloadOf(sent, kind);
  return {
    application_id: sent['application_id'] ?? applicationId,
    contains: Object.keys(payload),
    event: {
      category: 'click',
      ...('event_timestamp' in sent ? { created_timestamp: timeOf(sent['event_timestamp']) } : {}),
      ...('event_id' in sent ? { id: sent['event_id'] } : {}),
      name: sent['event_name'],
      trace_id: [],
      type: kind?.type ?? '',
      version: '1',
    },
    payload,
  };
};

const headerNames: Readonly<Record<string, string>> = {
  'event.id': 'event_id',
  'event.name': 'event_name',
  'event.created_timestamp': 'event_timestamp',
};

/** How the sender of a flat event knows the place that is meant. */
export const flatPath = (path: string): string =>
  ownEntry(headerNames, path) ??
  path.replace(/^payload\.(?!(?:context|user_id|anonymous_id)\b)/, 'properties.').replace(/^payload\./, '');
