/** A process that serves: it sets up an empty database, serves until it is told to stop, and leaves in order. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type Credentials, demoNames, emptyNames } from './plan-installation.ts';
import { type HandOut, setUpInstallation } from './set-up-installation.ts';
import { credentialsFile } from './write-credentials.ts';
import { version } from '../api-about.ts';
import { createApp } from '../app.ts';
import type { Node } from '../applications/node.ts';
import type { Config } from '../config.ts';
import { wantDemoShop } from '../demo/demo-statements.ts';
import { clockGuard, type ClockState } from '../db/clock-guard.ts';
import { openReplicas, type Replicas } from '../db/replicas/open-replicas.ts';
import { MOST_BYTES, openChannel } from '../db/postgres/postgres-channel.ts';
import { open, seal } from '../db/sealing/seal.ts';
import { startSweeps } from '../db/sweep.ts';
import { compileNextKind } from '../events/collector/event-schemas.ts';
import { compileWhenIdle } from '../http/compile-when-idle.ts';
import { type GracefulStop, gracefulStop } from '../http/graceful-stop.ts';
import { holdPort } from '../http/starting-server.ts';
import { nodeDoor } from '../node-door.ts';
import { servingSweep } from '../nodes/serving-node.ts';
import { overNodes } from '../http/workers/over-nodes.ts';
import { doesOnce, type Peers } from '../http/workers/peers.ts';
import { uuid7 } from '../shared/identifiers.ts';
import { sweepsOf } from '../sweeps.ts';
import type { Input } from './command.ts';
import { baseUrl, consoleLink, publicPathOf } from './console-link.ts';
import { bringDemoShop } from './demo/demo-shop.ts';
import { type DemoMonth, startDemoMonth } from './demo/live-month.ts';
import { openNode } from './open-node.ts';
import { removeServingPlace, writeServingPlace } from './serving-place.ts';
import { SERVING, STOP } from './workers/own-place.ts';

export const STOP_DEADLINE_MS = 10_000;
const SWEEP_MS = 60_000;
const clockWords: Readonly<Record<ClockState, string>> = {
  right: 'the clocks of this machine and of the database agree again',
  off: 'the clocks of this machine and of the database differ: run NTP on both',
  wrong: 'the clock of this machine is far from the database’s: this node removes nothing by time until it is set',
};
const LISTEN_BACKLOG = 4096;

const welcome = (config: Config, { operator }: Credentials): readonly string[] => [
  `First start. Credentials: ${credentialsFile(config.dataFolder)} (readable by you only)`,
  `Console, signs ${operator.email} in once within 24 hours:`,
  `  ${consoleLink(baseUrl(config), operator.link_token)}`,
];

/**
 * A worker is told by its supervisor; a signal for all processes of a terminal or a container is the supervisor's. A start that
 * is told so has nothing to finish.
 */
const stopListener = (peers: Peers | undefined): ((stop: GracefulStop) => void) => {
  if (peers === undefined) return (stop) => stop.listen(process);
  let onStop = (): void => process.exit(0);
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => undefined);
  peers.hear(STOP, () => onStop());
  return (stop) => {
    onStop = () => void stop.stop('the supervisor says so');
  };
};

/** What a node does before it first serves. */
const setUp = async (node: Node, config: Config, { flag, text, print }: Input): Promise<HandOut> => {
  const handOut = await setUpInstallation(node, {
    dataFolder: config.dataFolder,
    names: flag('empty') ? emptyNames : demoNames,
    ownerEmail: text('owner'),
    alongside: (companyId) => (flag('empty') ? [] : [wantDemoShop(companyId)]),
  });
  await bringDemoShop(node, print);
  return handOut;
};

const replicasOf = (config: Config, { db, stopwatch }: Node, print: (line: string) => void): Replicas | undefined => {
  const {
    replicaUrls: urls,
    replicaLagSeconds,
    databaseConnections: max,
    preparedStatements: prepared,
    waitMs,
  } = config;
  if (urls === undefined) return undefined;
  if (db.engine === 'sqlite') {
    print('DATABASE_REPLICA_URL is of no use without DATABASE_URL: SQLite has no standbys.');
    return undefined;
  }
  const postgres = { max, prepared, waitMs };
  const replicas = openReplicas({ primary: db, urls, mostBehindMs: replicaLagSeconds * 1000, stopwatch, postgres });
  replicas.start();
  return replicas;
};

type Counting = { readonly counting: Peers | undefined; readonly close: () => Promise<void> };
const COUNTS = 'counts of nodes';
/** By PostgreSQL nodes hear of each other what they counted; where that does not work, each counts alone. */
const openCounting = (
  { databaseUrl: url }: Config,
  { keyring, db }: Node,
  peers: Peers | undefined,
  print: (line: string) => void,
): Counting => {
  if (url === undefined || !doesOnce(peers)) return { counting: undefined, close: async () => undefined };
  const onFailure = (error: unknown): void => print(`Nodes do not hear of each other’s counts: ${String(error)}`);
  const sealing = {
    seal: (text: string) => seal(keyring, COUNTS, text),
    open: (sealed: string) => open(keyring, COUNTS, sealed),
  };
  const { sending } = db.changes ?? {};
  const channel = openChannel({ url, name: 'cartwright_counts', sealing, onFailure, ...(sending && { sending }) });
  return { counting: overNodes(peers, channel, MOST_BYTES), close: channel.close };
};

const closeAll = async (...parts: readonly ({ readonly close: () => Promise<void> } | undefined)[]): Promise<void> => {
  for (const part of parts) await part?.close();
};

const WRITTEN = 'what was written';
/** What one worker wrote is no riddle to the others. */
const shareWrites = ({ db }: Node, peers: Peers | undefined): void => {
  if (peers === undefined || peers.count < 2) return;
  const hear = db.changes?.share?.((written) => peers.tell(WRITTEN, written));
  if (hear !== undefined) peers.hear(WRITTEN, hear);
};

export type Role = {
  readonly peers: Peers | undefined;
  /** The first process of the node: it holds the port, sets up, and says where it serves. */
  readonly isFirst: boolean;
};

export const serveNode = async (input: Input, config: Config, { peers, isFirst }: Role): Promise<number> => {
  const { print } = input;
  const listenForStop = stopListener(peers);
  const place = { host: config.host, port: config.port, backlog: LISTEN_BACKLOG };
  const door = nodeDoor(config, peers);
  const held = isFirst
    ? await holdPort(place, door, {
        newRequestId: () => uuid7(Date.now(), randomBytes),
        publicPath: publicPathOf(new URL(baseUrl(config))),
      })
    : { release: () => Promise.resolve() };
  const tell = isFirst ? print : () => undefined;
  const opened = await openNode(config, tell, { waitMs: config.waitMs }).catch(async (error: unknown) => {
    await held.release();
    throw error;
  });
  shareWrites(opened, peers);
  const replicas = replicasOf(config, opened, tell);
  const { counting, ...channel } = openCounting(config, opened, peers, tell);
  const node = { ...opened, peers, counting, replicas, close: () => closeAll(channel, replicas, opened) };
  // Of the process that lives as long as the node does: workers come and go.
  const pid = peers === undefined ? process.pid : process.ppid;
  const stopped = Promise.withResolvers<number>();
  let month: DemoMonth | undefined;
  try {
    const handOut = isFirst ? await setUp(node, config, input) : async () => undefined;
    const stop = gracefulStop({
      drainMs: config.drainSeconds * 1000,
      deadlineMs: STOP_DEADLINE_MS,
      closeServer: () => app.close(),
      closers: [
        async () => stopCompiling(),
        () => stopSweeps(),
        async () => month?.stop(),
        () => removeServingPlace(config.dataFolder, pid),
        node.close,
      ],
      ended: stopped.resolve,
      exit: (code) => process.exit(code),
      log: (message, error) => app.log.info({ err: error }, message),
    });
    const app = await createApp(node, config, stop.isDraining, { door });
    await app.listen(place);
    const stopSweeps = startSweeps(doesOnce(peers) ? [servingSweep(node, version), ...sweepsOf(node)] : [], {
      everyMs: SWEEP_MS,
      now: node.now,
      chance: Math.random,
      goesByTime: clockGuard(node.db, (state, skewMs) =>
        app.log[state === 'right' ? 'info' : 'error']({ skew_ms: skewMs }, clockWords[state]),
      ),
      onFailure: (name, error) => app.log.error({ err: error }, `the sweep of ${name} failed`),
    });
    const compileNext = (): boolean => config.warmUp === 'on' && (compileNextKind() || app.compilers.compileNext());
    const stopCompiling = compileWhenIdle({ compileNext }, (error) =>
      app.log.error({ err: error }, 'a route cannot be served'),
    );
    listenForStop(stop);
    const made = await handOut();
    peers?.tell(SERVING, undefined);
    const listening = { ...config, port: (app.server.address() as AddressInfo).port };
    if (isFirst) await writeServingPlace(config.dataFolder, { port: listening.port, pid });
    const serves = `Cartwright serves on ${baseUrl(listening)} (${node.db.engine}). API reference: ${baseUrl(listening)}/docs`;
    // In one piece: whoever waits for the first of these lines has all of them.
    if (isFirst) print([serves, ...(made === undefined ? [] : welcome(listening, made))].join('\n'));
    if (made !== undefined && config.demoMonth === 'on' && !input.flag('empty')) {
      month = startDemoMonth(node, config, made);
      month.done.catch((error: unknown) => app.log.warn({ err: error }, 'the demo shop has no month behind it'));
    }
  } catch (error) {
    await held.release();
    await node.close();
    throw error;
  }
  // The process ends by itself when nothing is left to do. process.exit would be quicker, but with a compilation under
  // way in the background Node 24 can wait for it forever.
  return stopped.promise;
};
