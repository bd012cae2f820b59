/** What is kept of an event that was refused: enough to see why and to try again, nothing that tells who. Pure. */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import type { EventReason } from '../../contract/events/event-collector-contract.ts';
import { EventContext, eventSchema, who } from '../../contract/events/event-contract.ts';
import type { BadEvent } from '../collector/event-rules.ts';
import { findKind } from '../collector/event-schemas.ts';
import { isObject, type Json, type Shape } from '../collector/event-shape.ts';
import type { HashText } from '../../privacy/person-names.ts';
import { redacted } from '../privacy/redaction-rules.ts';
import type { Refused } from './refusal-store.ts';
import { ownEntry } from '../../shared/own-entry.ts';

/** For events nobody knows: of their payload only what all events have. */
const anyEvent = eventSchema('', '', Type.Object({ context: EventContext, ...who })) as Shape;
const header = { ...anyEvent.properties?.['event'] } as Shape;
const unknownShape: Shape = {
  ...anyEvent,
  properties: {
    ...anyEvent.properties,
    event: { ...header, properties: { ...header.properties, name: { type: 'string' }, type: { type: 'string' } } },
  },
};

const WORD = /^[\w-]{1,64}$/;
const IDENTIFIER = /^[\w.:-]{1,128}$/;
const PATH = /^[\w.[\]-]{0,512}$/;

/** A path names fields as the sender did, who may have used a name that tells who. */
const safeReason = (one: EventReason): EventReason => (PATH.test(one.path) ? one : { ...one, path: '[name]' });

const hashedId = (payload: unknown, name: string, hash: HashText): string | null => {
  const id = isObject(payload) ? ownEntry(payload, name) : undefined;
  return typeof id === 'string' && id !== '' ? hash(id) : null;
};

export const refusedEvent = (
  { whole, eventId, name, reasons }: BadEvent,
  receivedAt: number,
  hash: HashText,
): Refused => {
  const shape = findKind(name)?.shape ?? unknownShape;
  const body = JSON.stringify(whole === null ? null : (redacted(shape, whole, hash) as Json));
  const payload = whole?.['payload'];
  const kept = reasons.map(safeReason);
  return {
    id: createHash('sha256')
      .update(`${JSON.stringify(kept)}\n${body}`)
      .digest('hex')
      .slice(0, 32),
    eventId: eventId !== null && IDENTIFIER.test(eventId) ? eventId : null,
    name: WORD.test(name) ? name : '',
    receivedAt,
    userHash: hashedId(payload, 'user_id', hash),
    anonymousHash: hashedId(payload, 'anonymous_id', hash),
    reasons: kept,
    body,
  };
};
