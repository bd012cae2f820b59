/**
 * Deliveries as a load: a process delivers events to two receivers until it is killed in the middle, and another goes on. In the
 * end every event reached both of them, and what came more than once came with the same id and the same body.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Node } from '../../src/applications/node.ts';
import { system } from '../../src/applications/node.ts';
import { emptyNames } from '../../src/commands/plan-installation.ts';
import { setUpInstallation } from '../../src/commands/set-up-installation.ts';
import { withNode } from '../../src/commands/open-node.ts';
import { readConfig } from '../../src/config.ts';
import { outboxStatements } from '../../src/events/outbox.ts';
import { addSubscriber } from '../../src/webhooks/subscribers/save-subscriber.ts';
import type { Shop } from '../applications/test-server.ts';
import type { Load } from '../faults/crash-campaign.ts';
import type { Scene } from '../faults/crash-scene.ts';
import { patience } from '../patience.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { cartEvent, reach, subscriberBody } from './webhook-server.ts';

const RECEIVERS = 2;
const BATCH = 100;
const LONGEST_AIM_MS = 40;
const PATIENCE_MS = 30_000;
const program = fileURLToPath(new URL('delivering-process.ts', import.meta.url));

export type DeliveryFinding = {
  readonly wanted: number;
  readonly received: number;
  /** Deliveries that came again, which is allowed. */
  readonly repeated: number;
  readonly broken: readonly string[];
};

const onNode = <T>(scene: Scene, work: (node: Node) => Promise<T>): Promise<T> =>
  withNode(readConfig({ ...patience, ...scene.variables }), () => {}, work);

const setUp = (scene: Scene, receivers: readonly Receiver[]): Promise<Shop> =>
  onNode(scene, async (node) => {
    const options = { dataFolder: scene.variables.CARTWRIGHT_DATA, names: emptyNames, ownerEmail: 'o@example.com' };
    await (await setUpInstallation(node, { ...options, alongside: () => [] }))();
    const made = await node.db.one<{ id: string; company_id: number; organization_id: string }>(
      'select a.id, a.company_id, c.organization_id from application a join company c on c.id = a.company_id',
    );
    if (made === undefined) throw new Error('there is no application');
    const place = { organizationId: made.organization_id, companyId: made.company_id };
    const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };
    for (const { url } of receivers) {
      const written = subscriberBody(url) as unknown as Parameters<typeof addSubscriber>[2];
      await addSubscriber({ node, reach }, place, written, request);
    }
    return { ...place, applicationId: made.id, applicationToken: '' };
  });

const tell = (scene: Scene, shop: Shop, from: number, count: number): Promise<void> =>
  onNode(scene, async ({ db }) => {
    for (let at = from; at < from + count; at += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, from + count - at) }, (_, number) => at + number);
      await db.commit(
        outboxStatements(
          numbers.map((number) => cartEvent(shop, number)),
          Date.now(),
        ),
      );
    }
  });

const startDelivering = async (scene: Scene): Promise<ChildProcess> => {
  // The server that tests were given is not the scene's.
  const { DATABASE_URL: _, ...inherited } = process.env;
  const env = { ...patience, ...inherited, ...scene.variables };
  const child = spawn(process.execPath, ['--no-warnings', program], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', () => resolve());
    child.once('close', (code) => reject(new Error(`it ended with ${code}`)));
  });
  return child;
};
const kill = async (child: ChildProcess): Promise<void> => {
  const ended = new Promise((resolve) => child.once('close', resolve));
  child.kill('SIGKILL');
  await ended;
};

export const deliveryLoad = (eventsPerRound: number): Load<DeliveryFinding> => {
  const receivers: Receiver[] = [];
  let shop: Shop | undefined;
  let told = 0;
  const came = (): number => receivers.reduce((sum, { received }) => sum + received.length, 0);
  /** The first body of each id, by receiver. */
  const firsts = new Map<Receiver, Map<string, string>>();
  const arrived = (): number => [...firsts.values()].reduce((sum, bodies) => sum + bodies.size, 0);

  /** Gives up when nothing has come for a while. */
  const until = async (isReached: () => boolean): Promise<void> => {
    let [known, since] = [came(), Date.now()];
    while (!isReached() && Date.now() - since < PATIENCE_MS) {
      await pause(10);
      if (came() > known) [known, since] = [came(), Date.now()];
    }
  };
  const judge = (receiver: Receiver, expected: ReadonlySet<string>): readonly string[] => {
    const bodies = firsts.get(receiver) ?? new Map<string, string>();
    return [
      ...[...expected].filter((id) => !bodies.has(id)).map((id) => `${id} never came`),
      ...receiver.received
        .filter(({ headers, body }) => bodies.get(String(headers['webhook-id'])) !== body)
        .map(({ headers }) => `${String(headers['webhook-id'])} came with two bodies`),
      ...[...bodies.keys()].filter((id) => !expected.has(id)).map((id) => `${id} was never told`),
    ];
  };

  return {
    prepare: async (scene) => {
      for (let at = 0; at < RECEIVERS; at += 1) {
        const receiver = await openReceiver();
        const bodies = new Map<string, string>();
        receiver.answer = ({ headers, body }) => {
          const id = String(headers['webhook-id']);
          if (!bodies.has(id)) bodies.set(id, body);
          return { status: 200 };
        };
        firsts.set(receiver, bodies);
        receivers.push(receiver);
      }
      shop = await setUp(scene, receivers);
    },
    crash: async (scene) => {
      if (shop === undefined) throw new Error('nothing is prepared');
      await tell(scene, shop, told, eventsPerRound);
      told += eventsPerRound;
      const enough = came() + Math.ceil(eventsPerRound * RECEIVERS * Math.random());
      const child = await startDelivering(scene);
      await until(() => came() >= enough);
      await pause(Math.random() * LONGEST_AIM_MS);
      await kill(child);
      return came();
    },
    inspect: async (scene) => {
      const place = shop;
      if (place === undefined) throw new Error('nothing is prepared');
      const child = await startDelivering(scene);
      const wanted = told * RECEIVERS;
      await until(() => arrived() >= wanted);
      await kill(child);
      const expected = new Set(Array.from({ length: told }, (_, number) => cartEvent(place, number).id));
      const broken = receivers.flatMap((receiver) => judge(receiver, expected));
      const [received, repeated] = [arrived(), came() - arrived()];
      await Promise.all(receivers.map(({ close }) => close()));
      return { wanted, received, repeated, broken };
    },
  };
};
