/** What a node takes up after it has read a great many carts once each: `--touched 200000` makes it shorter. */
import { setTimeout as pause } from 'node:timers/promises';
import { dataFolder, serving, type Variables } from '../test/commands/run-cartwright.ts';
import { copiedId, copiesIn, MADE } from './copied-carts.ts';
import { cart, fillDemoShop, unlimited } from './demo-carts.ts';
import { LANES, SHED } from './interleaved.ts';
import { megabytesOf } from './process-figures.ts';
import { openLane, wire } from './raw-client.ts';
import type { Bench, BenchRow } from './report.ts';
import { onAskedEngines } from './served.ts';
import { TOUCHED } from './settings.ts';

const STEP = 50_000;
/** Idle, so that what is only not yet collected can be: after some ten seconds V8 gives back what its young half grew by. */
const REST_MS = 30_000;

const rowsWith = async (engine: string, databaseUrl?: string): Promise<readonly BenchRow[]> => {
  const { folder, remove } = dataFolder();
  const address: Variables = databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl };
  const server = await serving({ ...unlimited, ...address, CARTWRIGHT_DATA: folder }, []);
  try {
    const { port, authorization } = await fillDemoShop(server.url, folder, MADE);
    const began = megabytesOf(server.pid);
    const { copy, close } = await copiesIn(folder, databaseUrl);
    const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(port)));
    let peak = began;
    let missed = 0;
    for (let from = 1; from <= TOUCHED; from += STEP) {
      const to = Math.min(TOUCHED, from + STEP - 1);
      await copy(from, to);
      let next = from;
      const touch = async (lane: (typeof lanes)[number]): Promise<void> => {
        while (next <= to) {
          const path = `${cart}/v1.0/detail?id=${copiedId(next++)}&i=true&b=true`;
          const request = wire('GET', path, { authorization });
          let status = await lane.ask(request);
          // On a machine that is busy with something else.
          while (status === SHED) status = await lane.ask(request);
          if (status !== 200) missed += 1;
          if (next % 1000 === 0) peak = Math.max(peak, megabytesOf(server.pid));
        }
      };
      await Promise.all(lanes.map(touch));
      console.error(`  ${to} carts, ${Math.round(megabytesOf(server.pid))} MB`);
    }
    for (const lane of lanes) lane.close();
    await close();
    await pause(REST_MS);
    const megabytes = megabytesOf(server.pid);
    return [
      {
        bench: `${engine} memory`,
        case: `after ${TOUCHED.toLocaleString('en')} carts, MB`,
        megabytes,
        ratio: megabytes,
        wanted: '<= 400',
        note: `${Math.round(began)} MB before, ${Math.round(peak)} MB at most, ${missed} not answered`,
      },
    ];
  } finally {
    await server.stop();
    remove();
  }
};

export const memoryBench: Bench = {
  name: 'memory',
  // What is kept is kept alike on both engines: PostgreSQL is asked by name.
  run: () => onAskedEngines(rowsWith, { durable: false }),
};
