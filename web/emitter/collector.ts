/** Where events go. The collector's settings are asked for once a page; until it answers, those that a page before was told do. */
import type { CollectorConfig } from '../../src/contract/events/event-collector-contract.ts';
import type { EmitterOptions } from './emitter-api.ts';
import type { Waiting } from './queue.ts';
import type { KeptVisitor } from './visitor.ts';

const path = '/service/application/webhook/v1.0/click-analytics/';

export type Collector = {
  readonly url: string;
  /** Pages of the service itself show the credential; others the write key, which needs no leave of their browser. */
  readonly headers: Readonly<Record<string, string>>;
  /** `isDoubted`: something failed, so what was told before may hold no more. */
  readonly config: (isDoubted: boolean) => Promise<CollectorConfig>;
};

export const collectorOf = ({ url, applicationId, token }: EmitterOptions, visitor: KeptVisitor): Collector => {
  let asked: Promise<CollectorConfig> | undefined;
  const headers = { authorization: `Bearer ${btoa(`${applicationId}:${token}`)}` };
  const ask = async (): Promise<CollectorConfig> => {
    const response = await fetch(`${url}${path}config`, { headers, referrerPolicy: 'origin' });
    if (!response.ok) throw new Error();
    const collector = (await response.json()) as CollectorConfig;
    visitor.update({ collector });
    return collector;
  };
  return {
    url: `${url}${path}events`,
    headers: url.startsWith('http') ? {} : headers,
    config: (isDoubted) => {
      asked = (!isDoubted && asked) || ask();
      return asked;
    },
  };
};

/** Events that the service makes itself are not ours to send. */
export const isOurs = ({ event }: Waiting, config: CollectorConfig): boolean => {
  const [kind] = /cart$|^order|wishlist/.exec(event.event.name) ?? [];
  return config[`${kind}_events` as 'cart_events'] !== 'server';
};

/** It travels as plain text: a page that goes can send nothing else to another origin, which would have to be asked first. */
export const bodyOf = (batch: readonly Waiting[], { write_key }: CollectorConfig, dropped: number): string =>
  JSON.stringify({ batch: batch.map(({ event }) => event), sent_at: new Date(), write_key, consent: true, dropped });
