/**
 * A broker that is killed again and again while a served node takes events and publishes them: the node never stops, and in the end
 * every event that is stored is in the stream, once.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/db/database.ts';
import { serving } from '../commands/run-cartwright.ts';
import { collectorUrl } from '../events/event-server.ts';
import { anEvent } from '../events/samples.ts';
import { isPublished, judgePublished, publishedAt } from '../topology/broker-parts.ts';
import { until } from '../topology/installation.ts';
import { newNatsServer } from '../webhooks/sinks/nats-server.ts';
import type { OnRound } from './crash-campaign.ts';
import { setUpShop, type Shop } from './crash-events.ts';
import { openScene, type Victim } from './crash-scene.ts';
import { quiet } from './crash-shop.ts';

const BATCH = 10;
const LONGEST_AIM_MS = 60;
const RETRY_MS = 500;
const TRIES = 20;

export type BrokerFinding = {
  readonly acknowledged: number;
  readonly published: number;
  readonly broken: readonly string[];
};

/** Undefined when all of it was taken, else why not. Who is busy is asked again; a broker that is away is no reason to refuse. */
const refusalOf = async (url: string, { applicationId, authorization }: Shop): Promise<string | undefined> => {
  const batch = Array.from({ length: BATCH }, () =>
    anEvent('product_view', { applicationId, at: Date.now(), id: randomUUID() }),
  );
  const headers = { authorization, 'content-type': 'application/json' };
  for (let turn = 1; ; turn += 1) {
    const response = await fetch(`${url}${collectorUrl}`, { method: 'POST', headers, body: JSON.stringify({ batch }) });
    const text = await response.text();
    if (response.status === 200 && text.includes(`"success_count":${BATCH}`)) return undefined;
    const isBusy = response.status === 503 && response.headers.has('retry-after');
    if (!isBusy || turn === TRIES) return `${response.status} ${text.slice(0, 200)}`;
    await pause(RETRY_MS);
  }
};

/** How many events were handed over: what is stored and waits no longer. */
const handedOver = async (db: Database): Promise<number> => {
  const count = async (sql: string): Promise<number> => (await db.one<{ n: number }>(sql))?.n ?? 0;
  const waiting = await count('select count(*) as n from event_sink_queue');
  return (await count('select count(*) as n from event where counted > 0')) - waiting;
};

export const brokerCampaign = async (
  victim: Victim,
  rounds: number,
  onRound: OnRound = () => {},
): Promise<BrokerFinding> => {
  const scene = await openScene(victim);
  const broker = await newNatsServer();
  const shop = await setUpShop(scene);
  const node = await serving({ ...scene.variables, ...quiet, CARTWRIGHT_NATS_URL: broker.url.href });
  const db = await scene.open();
  const broken: string[] = [];
  let acknowledged = 0;
  const sendSome = async (round: number): Promise<void> => {
    for (let left = Math.ceil(Math.random() * 12); left > 0; left -= 1) {
      const refusal = await refusalOf(node.url, shop);
      if (refusal === undefined) acknowledged += BATCH;
      else broken.push(`round ${round}: ${refusal}`);
    }
  };
  try {
    for (let round = 1; round <= rounds; round += 1) {
      // The kill falls while it publishes: what comes after a return is on its way before the next.
      const before = await handedOver(db);
      const sending = Promise.all([sendSome(round), sendSome(round), sendSome(round)]);
      await until('an event that is handed over', async () => (await handedOver(db)) > before);
      await pause(Math.random() * LONGEST_AIM_MS);
      await broker.kill();
      await sending;
      await broker.start();
      onRound(round, acknowledged);
    }
    await until('the last event in the stream', () => isPublished(db));
    const ids = await publishedAt({ servers: broker.url.host });
    broken.push(...(await judgePublished(db, ids)));
    if (new Set(ids).size !== acknowledged) broken.push(`${acknowledged} acknowledged, ${new Set(ids).size} published`);
    return { acknowledged, published: ids.length, broken };
  } finally {
    await db.close();
    node.signal('SIGKILL');
    await node.ended;
    await broker.remove();
    await scene.end();
  }
};
