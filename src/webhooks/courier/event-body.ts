/** What of an event goes to a subscriber: all of it, or its envelope around the payload that his reducer makes. Pure. */
import { reduced } from '../subscribers/filter-rules.ts';
import type { Subscriber } from '../subscribers/subscriber.ts';

type Envelope = { readonly contains?: unknown; readonly payload?: unknown };

export const bodyFor = (
  { document }: Subscriber,
  { slug, body }: { readonly slug: string; readonly body: string },
): string => {
  const reducer = document.subscriptions.find((one) => one.slug === slug)?.reducer ?? null;
  if (reducer === null) return body;
  const envelope = JSON.parse(body) as Envelope;
  const payload = reduced(reducer, envelope.payload);
  return JSON.stringify({ ...envelope, contains: Object.keys(payload), payload });
};

export const payloadOf = (body: string): unknown => (JSON.parse(body) as Envelope).payload;
