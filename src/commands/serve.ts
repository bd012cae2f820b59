/** `cartwright serve`: sets up an empty database, serves until it is told to stop, and leaves in order. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { type Credentials, demoNames, emptyNames } from './plan-installation.ts';
import { setUpInstallation } from './set-up-installation.ts';
import { credentialsFile } from './write-credentials.ts';
import { createApp } from '../app.ts';
import { type Config, readConfig, unknownVariables } from '../config.ts';
import { wantDemoShop } from '../demo/demo-statements.ts';
import { clockGuard, type ClockState } from '../db/clock-guard.ts';
import { startSweeps } from '../db/sweep.ts';
import { compileWhenIdle } from '../http/compile-when-idle.ts';
import { gracefulStop } from '../http/graceful-stop.ts';
import { holdPort } from '../http/starting-server.ts';
import { uuid7 } from '../shared/identifiers.ts';
import { sweepsOf } from '../sweeps.ts';
import type { Command } from './command.ts';
import { baseUrl, consoleLink } from './console-link.ts';
import { bringDemoShop } from './demo/demo-shop.ts';
import { openNode } from './open-node.ts';

const STOP_DEADLINE_MS = 10_000;
const SWEEP_MS = 60_000;
const clockWords: Readonly<Record<ClockState, string>> = {
  right: 'the clocks of this machine and of the database agree again',
  off: 'the clocks of this machine and of the database differ: run NTP on both',
  wrong: 'the clock of this machine is far from the database’s: this node removes nothing by time until it is set',
};
/** Connections that may wait to be accepted; the system may allow fewer. */
const LISTEN_BACKLOG = 4096;
const FIRST_OPERATOR = 'owner@cartwright.local';

const welcome = (config: Config, { operator }: Credentials): readonly string[] => [
  `First start. Credentials: ${credentialsFile(config.dataFolder)} (readable by you only)`,
  `Console, signs ${operator.email} in once within 24 hours:`,
  `  ${consoleLink(config, operator.link_token)}`,
];

export const serve: Command = {
  name: 'serve',
  summary: 'serve the API (npm start)',
  about:
    'Serves on HOST and PORT until SIGINT or SIGTERM. On the first start with an empty database it makes an organization with\n' +
    'an application, an OAuth client and an operator, and writes their credentials to credentials.json in the data folder.',
  options: {
    empty: { type: 'boolean', meaning: 'first start without the demo shop' },
    owner: { type: 'string', shows: 'EMAIL', meaning: 'address of the first operator', fallback: FIRST_OPERATOR },
  },
  run: async (input) => {
    const { environment, print } = input;
    const config = readConfig(environment);
    for (const name of unknownVariables(environment)) print(`Nobody reads ${name}: see docs/configuration.md.`);
    const held = await holdPort(config, () => uuid7(Date.now(), randomBytes));
    const node = await openNode(config, print, { waitMs: config.waitMs }).catch(async (error: unknown) => {
      await held.release();
      throw error;
    });
    const stopped = Promise.withResolvers<number>();
    try {
      const handOut = await setUpInstallation(node, {
        dataFolder: config.dataFolder,
        names: input.flag('empty') ? emptyNames : demoNames,
        ownerEmail: input.text('owner'),
        alongside: (companyId) => (input.flag('empty') ? [] : [wantDemoShop(companyId)]),
      });
      await bringDemoShop(node, print);
      const stop = gracefulStop({
        drainMs: config.drainSeconds * 1000,
        deadlineMs: STOP_DEADLINE_MS,
        closeServer: () => app.close(),
        closers: [async () => stopCompiling(), () => stopSweeps(), node.close],
        ended: stopped.resolve,
        exit: (code) => process.exit(code),
        log: (message, error) => app.log.info({ err: error }, message),
      });
      const app = await createApp(node, config, stop.isDraining);
      await held.release();
      await app.listen({ host: config.host, port: config.port, backlog: LISTEN_BACKLOG });
      const stopSweeps = startSweeps(sweepsOf(node), {
        everyMs: SWEEP_MS,
        now: node.now,
        chance: Math.random,
        goesByTime: clockGuard(node.db, (state, skewMs) =>
          app.log[state === 'right' ? 'info' : 'error']({ skew_ms: skewMs }, clockWords[state]),
        ),
        onFailure: (name, error) => app.log.error({ err: error }, `the sweep of ${name} failed`),
      });
      const stopCompiling = compileWhenIdle(app.compilers, (error) =>
        app.log.error({ err: error }, 'a route cannot be served'),
      );
      stop.listen(process);
      const made = await handOut();
      const listening = { ...config, port: (app.server.address() as AddressInfo).port };
      const serves = `Cartwright serves on ${baseUrl(listening)} (${node.db.engine}). API reference: ${baseUrl(listening)}/docs`;
      // In one piece: whoever waits for the first of these lines has all of them.
      print([serves, ...(made === undefined ? [] : welcome(listening, made))].join('\n'));
    } catch (error) {
      await held.release();
      await node.close();
      throw error;
    }
    // The process ends by itself when nothing is left to do. process.exit would be quicker, but with a compilation under
    // way in the background Node 24 can wait for it forever.
    return stopped.promise;
  },
};
