/** An event as it was stored, held against the collector's strict rules. */
import assert from 'node:assert/strict';
import { judgeEvent } from '../../src/events/collector/event-rules.ts';
import type { Json } from './samples.ts';

type StoredBody = Json & { event: { name: string }; payload: Json };

export const strictEvent = (text: string, applicationId: string, now: number): StoredBody => {
  const body = JSON.parse(text) as StoredBody;
  // Under an id of somebody else: those of the service are its own.
  const sent = { ...body, event: { ...body.event, id: 'sent' } };
  const verdict = judgeEvent(sent, { applicationId, now, strict: true });
  assert.ok('good' in verdict, `valid against its schema: ${JSON.stringify(verdict)}`);
  return body;
};
