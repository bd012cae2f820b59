/** What of an event goes to a subscriber: all of it, or its envelope around the payload that his reducer makes. Pure. */
import { once } from '../../shared/once.ts';
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

/** Read only when it is asked for, and then once: hundreds of subscribers may have filters. */
export const payloadOnce = (body: string): (() => unknown) => once(() => (JSON.parse(body) as Envelope).payload);

/** Signs that are read in the time of a look at a value. */
const SIGNS_A_LOOK = 50;
export const looksToRead = (body: string): number => Math.ceil(body.length / SIGNS_A_LOOK);
