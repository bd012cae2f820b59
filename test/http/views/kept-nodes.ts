/** Two nodes that keep answers and one that keeps none, each with its own connection to one database, as in processes of their own. */
import type { AddressInfo } from 'node:net';
import { createApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config.ts';
import { openPostgres } from '../../../src/db/postgres/postgres.ts';
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts';
import type { Engine, TestDatabase } from '../../databases.ts';
import { openWholeShop, type WholeShop } from '../../privacy/whole-shop.ts';
import { patience, PATIENCE_MS } from '../../patience.ts';

type Nodes = {
  readonly shop: WholeShop;
  /** Addresses: two that keep answers, then the one that does not. */
  readonly bases: readonly [string, string, string];
  readonly authorization: string;
  readonly kept: () => Promise<number>;
  /** Answers of the first node that were overtaken by a change. */
  readonly changed: () => Promise<number>;
  /** Those that were given again with figures that had moved. */
  readonly followed: () => Promise<number>;
  /** One that has just been started and so remembers nothing. */
  readonly fresh: () => Promise<{ readonly base: string; readonly close: () => Promise<void> }>;
  readonly close: () => Promise<void>;
};

const quiet = {
  CARTWRIGHT_STOREFRONT: 'off',
  CARTWRIGHT_WEBHOOKS: 'off',
  CARTWRIGHT_ADDRESS_REQUESTS_PER_MINUTE: '1000000',
  CARTWRIGHT_LOG_LEVEL: 'silent',
  CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: '1',
  ...patience,
  CARTWRIGHT_PUBLIC_URL: 'http://shop.example',
};

export const openNodes = async (engine: Engine): Promise<Nodes> => {
  let opened: TestDatabase | undefined;
  const remembered: Engine = {
    ...engine,
    open: async (options) => {
      opened = await engine.open(options);
      return opened;
    },
  };
  const shop = await openWholeShop(remembered);
  const { node, applicationId, applicationToken } = shop.shop;
  // The writer of the other one is on a thread as soon as it has written a little.
  const other =
    opened?.url === undefined
      ? await openSqlite(opened?.file ?? '', { slowCommitMs: 0 })
      : await openPostgres(opened.url, { waitMs: PATIENCE_MS });
  const first = await createApp(node, readConfig(quiet), () => false);
  const second = await createApp({ ...node, db: other }, readConfig(quiet), () => false);
  const plain = await createApp(node, readConfig({ ...quiet, CARTWRIGHT_VIEW_CACHE: 'off' }), () => false);
  const apps = [first, second, plain];
  for (const app of apps) {
    await app.listen({ host: '127.0.0.1', port: 0 });
    // Nobody is sent away because a busy machine takes half a minute for something else.
    app.server.setTimeout(0);
  }
  const baseOf = (at: number): string =>
    `http://127.0.0.1:${(apps[at]?.server.address() as AddressInfo | undefined)?.port}`;
  const counted = async (at: number, outcome = 'kept'): Promise<number> => {
    const text = await (await fetch(`${baseOf(at)}/metrics`)).text();
    const line = text.split('\n').find((one) => one.startsWith(`cartwright_views_total{outcome="${outcome}"}`));
    return Number(line?.split(' ')[1] ?? 0);
  };
  return {
    shop,
    bases: [baseOf(0), baseOf(1), baseOf(2)],
    authorization: `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`,
    kept: async () => (await counted(0)) + (await counted(1)),
    changed: () => counted(0, 'changed'),
    followed: () => counted(0, 'followed'),
    fresh: async () => {
      const app = await createApp(node, readConfig({ ...quiet, CARTWRIGHT_VIEW_CACHE: 'off' }), () => false);
      await app.listen({ host: '127.0.0.1', port: 0 });
      return { base: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`, close: () => app.close() };
    },
    close: async () => {
      await first.close();
      await second.close();
      await plain.close();
      await other.close();
      await shop.close();
    },
  };
};
