/**
 * Events as a load: eight senders send batches to a served node until it is killed. After the restart every batch that was
 * not answered is sent again, as senders do. In the end each event that was ever acknowledged is stored, and each id once, and
 * counted once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { EventVerdicts } from '../../src/contract/events/event-collector-contract.ts';
import { countEvents } from '../../src/events/funnels/funnel-count.ts';
import type { Serving } from '../commands/run-cartwright.ts';
import { collectorUrl } from '../events/event-server.ts';
import { anEvent, type WholeEvent } from '../events/samples.ts';
import type { Load } from './crash-campaign.ts';
import { type Finding, withServed } from './crash-load.ts';
import type { Scene } from './crash-scene.ts';
import { authorizationOf, install } from './crash-shop.ts';

const SENDERS = 8;
const BATCH = 10;
const RETRY_MS = 500;
const TRIES = 20;

export type Shop = { readonly applicationId: string; readonly authorization: string };
export const setUpShop = (scene: Scene): Promise<Shop> =>
  install(scene, async (_node, made) => {
    return { applicationId: made.application_id, authorization: authorizationOf(made) };
  });

const someAcks = (): number => Math.ceil(10 ** (2 + Math.random()));

/** What is broken are acknowledged ids that are not there, and figures that are not those of what is there. */
export const eventLoad = (): Load<Finding> => {
  const acknowledged = new Set<string>();
  let open: (readonly WholeEvent[])[] = [];
  let shop: Shop = { applicationId: '', authorization: '' };
  let repeated = 0;
  let replayed = 0;

  const newBatch = (): readonly WholeEvent[] =>
    Array.from({ length: BATCH }, () =>
      anEvent('product_view', { applicationId: shop.applicationId, at: Date.now(), id: randomUUID() }),
    );

  /** Undefined when no answer came, or one that does not say that all of it is stored. */
  const send = async (url: string, batch: readonly WholeEvent[]): Promise<EventVerdicts | undefined> => {
    const headers = { authorization: shop.authorization, 'content-type': 'application/json' };
    try {
      const response = await fetch(`${url}${collectorUrl}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ batch }),
      });
      const verdicts = (await response.json()) as EventVerdicts;
      if (response.status !== 200 || verdicts.success_count + verdicts.duplicate_count !== BATCH) return undefined;
      for (const { event } of batch) acknowledged.add(event.id);
      return verdicts;
    } catch {
      return undefined;
    }
  };

  const repeatOpen = async (url: string): Promise<void> => {
    const batches = open;
    open = [];
    for (const batch of batches) {
      repeated += BATCH;
      let answer: EventVerdicts | undefined;
      for (let turn = 0; answer === undefined && turn < TRIES; turn += 1) {
        answer = await send(url, batch);
        if (answer === undefined) await pause(RETRY_MS);
      }
      if (answer === undefined) throw new Error('a batch could not be sent again');
      replayed += answer.duplicate_count;
    }
  };

  const withRestarted = (scene: Scene, work: Parameters<typeof withServed>[1]): Promise<void> =>
    withServed(scene, async (node, killSoon) => {
      await repeatOpen(node.url);
      await work(node, killSoon);
    });

  const sendUntilKilled = async ({ url }: Serving, kill: () => Promise<void>): Promise<void> => {
    const enough = acknowledged.size + someAcks();
    let killed: Promise<void> | undefined;
    const sender = async (): Promise<void> => {
      for (;;) {
        const batch = newBatch();
        const answer = await send(url, batch);
        if (acknowledged.size >= enough) killed ??= kill();
        if (answer !== undefined) continue;
        open.push(batch);
        if (killed !== undefined) return;
        await pause(RETRY_MS);
      }
    };
    await Promise.all(Array.from({ length: SENDERS }, sender));
    await killed;
  };

  return {
    prepare: async (scene) => {
      shop = await setUpShop(scene);
    },
    crash: async (scene) => {
      await withRestarted(scene, sendUntilKilled);
      return acknowledged.size;
    },
    inspect: async (scene) => {
      await withRestarted(scene, async () => {});
      const db = await scene.open();
      try {
        const stored = new Set<string>();
        let rows = 0;
        for await (const chunk of db.scan<{ id: string }>('select id from event order by id')) {
          rows += chunk.length;
          for (const { id } of chunk) stored.add(id);
        }
        while ((await countEvents(db, Date.now())) > 0);
        const [counted] = await db.all<{ events: number; views: number }>(
          `select (select sum(events) from funnel_event_day where application_id = ?) as events,
            (select sum(views) from funnel_product_day where application_id = ?) as views`,
          [shop.applicationId, shop.applicationId],
        );
        const figures = [Number(counted?.events), Number(counted?.views)].filter((sum) => sum !== rows);
        const broken = [
          ...[...acknowledged].filter((id) => !stored.has(id)),
          ...figures.map((sum) => `${sum} counted of ${rows}`),
        ];
        return { acknowledged: acknowledged.size, stored: rows, repeated, replayed, broken };
      } finally {
        await db.close();
      }
    },
  };
};
