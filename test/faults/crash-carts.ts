/**
 * Carts as a load: sixteen clients add to four carts of a served node, each call under a key of its own, until the node is
 * killed. After the restart every call that was not answered is repeated with its key. In the end a cart must hold
 * exactly as many units as there were keys, and its history one version for each.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import type { Row } from '../../src/db/database.ts';
import type { Serving } from '../commands/run-cartwright.ts';
import type { Load } from './crash-campaign.ts';
import { type Finding, newShoppers, patience, withServed } from './crash-load.ts';
import type { Scene } from './crash-scene.ts';
import { authorizationOf, install, sellOne } from './crash-shop.ts';

const SHOPPERS = 4;
const CLIENTS = 16;
const RETRY_MS = 1000;
const TRIES = 15;
/** Adds after the kill, where somebody is left who takes them. */
const MORE = 100;

/** A shopper, and which of his keys were answered and which were only sent. */
type Shopper = { readonly token: string; readonly answered: Set<string>; readonly open: Set<string> };

const cart = '/service/application/cart/v1.0/detail?i=true';
const oneUnit = JSON.stringify({ items: [{ item_id: 1, item_size: 'M' }] });

/** A shop with one product that never runs out. Answers with what its storefront authenticates by. */
export const setUpShop = (scene: Pick<Scene, 'variables'>): Promise<string> =>
  install(scene, async (node, made) => {
    await sellOne(node, made, 900_000);
    return authorizationOf(made);
  });

/** From a handful to some hundreds, so that the kill falls on first writes as well as on a warm node. */
const someAcks = (): number => Math.ceil(10 ** (1 + Math.random() * 1.5));

/** Works on every entry, as many at once as there are clients. */
const byClients = async <T>(entries: readonly T[], work: (entry: T) => Promise<void>): Promise<void> => {
  const rest = entries.values();
  const client = async (): Promise<void> => {
    for (const entry of rest) await work(entry);
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
};

/** A node on a busy machine may refuse for a moment; then a client asks again. */
const patiently = async <T>(ask: () => Promise<T | undefined>): Promise<T | undefined> => {
  for (let turn = 1; ; turn += 1) {
    const answer = await ask();
    if (answer !== undefined || turn === TRIES) return answer;
    await pause(RETRY_MS);
  }
};

export const cartLoad = (): Load<Finding> => {
  const shoppers: Shopper[] = [];
  const broken: string[] = [];
  let authorization = '';
  let repeated = 0;
  let replayed = 0;
  const acknowledged = (): number => shoppers.reduce((sum, { answered }) => sum + answered.size, 0);

  /** Undefined when no answer came, or one that does not say the unit is in the cart. */
  const add = async (url: string, { token, answered, open }: Shopper, key: string): Promise<Response | undefined> => {
    open.add(key);
    const headers = {
      authorization,
      'x-anonymous-id': token,
      'idempotency-key': key,
      'content-type': 'application/json',
    };
    try {
      const response = await fetch(`${url}${cart}`, { method: 'POST', headers, body: oneUnit });
      const { success } = (await response.json()) as { readonly success?: boolean };
      if (response.status !== 200 || success !== true) return undefined;
      answered.add(key);
      open.delete(key);
      return response;
    } catch {
      return undefined;
    }
  };

  const read = async (url: string, { token }: Shopper): Promise<CartDetail> => {
    const headers = { authorization, 'x-anonymous-id': token };
    const found = await patiently(async () => {
      const response = await fetch(`${url}${cart}`, { headers });
      return response.status === 200 ? ((await response.json()) as CartDetail) : undefined;
    });
    if (found === undefined) throw new Error('a cart could not be read');
    return found;
  };
  const unitsOf = ({ items = [] }: CartDetail): number => items.reduce((sum, { quantity = 0 }) => sum + quantity, 0);

  /** Before anything is repeated: what was acknowledged is there, and nothing that was never sent. */
  const compare = async (url: string, when: string): Promise<void> => {
    for (const [at, shopper] of shoppers.entries()) {
      const units = unitsOf(await read(url, shopper));
      const [least, most] = [shopper.answered.size, shopper.answered.size + shopper.open.size];
      if (units < least || units > most) broken.push(`${when}: cart ${at} has ${units}, not ${least} to ${most}`);
    }
  };

  const repeatOpen = async (url: string, when: string): Promise<void> => {
    const calls = shoppers.flatMap((shopper) => [...shopper.open].map((key) => ({ shopper, key })));
    repeated += calls.length;
    await byClients(calls, async ({ shopper, key }) => {
      const answer = await patiently(() => add(url, shopper, key));
      if (answer?.headers.get('idempotent-replayed') === 'true') replayed += 1;
      if (answer === undefined) broken.push(`${when}: the repeat of ${key} was not answered`);
    });
  };

  /** Makes good what the last end of the node left open, and works with it. */
  const withRestarted = (scene: Scene, when: string, work: Parameters<typeof withServed>[1]): Promise<void> =>
    withServed(scene, async (node, killSoon) => {
      await compare(node.url, when);
      await repeatOpen(node.url, when);
      await work(node, killSoon);
    });

  const addUntilKilled = async ({ url }: Serving, round: number, kill: () => Promise<void>): Promise<void> => {
    const enough = acknowledged() + someAcks();
    let killed: Promise<void> | undefined;
    // Nobody leaves before the kill has fallen, however many he adds until then: it would fall between calls.
    let last = Number.POSITIVE_INFINITY;
    const killNow = async (): Promise<void> => {
      await kill();
      last = acknowledged() + MORE;
    };
    const client = async (shopper: Shopper, name: string): Promise<void> => {
      const afterCall = patience(name);
      for (let turn = 0; ; turn += 1) {
        const answer = await add(url, shopper, `round-${round}-${name}-turn-${turn}`);
        if (acknowledged() >= enough) killed ??= killNow();
        if (killed !== undefined && (answer === undefined || acknowledged() >= last)) return;
        await afterCall(answer === undefined); // its key stays open, and is repeated after the restart
      }
    };
    const clients = shoppers.flatMap((shopper, at) =>
      Array.from({ length: CLIENTS / SHOPPERS }, (_, which) => client(shopper, `cart-${at}-client-${which}`)),
    );
    await Promise.all(clients);
    await killed;
  };

  const historyOf = async ({ open }: Scene, id: string): Promise<readonly number[]> => {
    const db = await open();
    try {
      const rows = await db.all<Row & { version: number }>(
        'select version from cart_history where id = ? order by version',
        [id],
      );
      return rows.map(({ version }) => version);
    } finally {
      await db.close();
    }
  };

  const inspectCart = async (scene: Scene, url: string, shopper: Shopper, at: number): Promise<number> => {
    const held = await read(url, shopper);
    const keys = shopper.answered.size;
    const units = unitsOf(held);
    if (units !== keys) broken.push(`cart ${at} has ${units} units of ${keys} keys`);
    const versions = await historyOf(scene, held.id ?? '');
    if (versions.length !== keys || versions.some((version, index) => version !== index + 1)) {
      broken.push(`the history of cart ${at} is not the versions 1 to ${keys}`);
    }
    return units;
  };

  return {
    prepare: async (scene) => {
      authorization = await setUpShop(scene);
      await withRestarted(scene, 'at first', async ({ url }) => {
        for (const token of await newShoppers(url, authorization, SHOPPERS)) {
          shoppers.push({ token, answered: new Set(), open: new Set() });
        }
      });
    },
    crash: async (scene, round) => {
      await withRestarted(scene, `round ${round}`, (node, killSoon) => addUntilKilled(node, round, killSoon));
      return acknowledged();
    },
    inspect: async (scene) => {
      let stored = 0;
      await withRestarted(scene, 'in the end', async ({ url }) => {
        for (const [at, shopper] of shoppers.entries()) stored += await inspectCart(scene, url, shopper, at);
      });
      return { acknowledged: acknowledged(), stored, repeated, replayed, broken };
    },
  };
};
