/** `cartwright serve`: one process that serves, or one that starts several and watches over them. */
import { availableParallelism } from 'node:os';
import {
  type Config,
  type Environment,
  readConfig,
  readPlace,
  settings,
  unknownVariables,
  withMeantVariable,
} from '../config.ts';
import type { Command, Input } from './command.ts';
import { STOP_DEADLINE_MS, serveNode } from './serve-node.ts';
import { peersOf } from './workers/own-place.ts';
import { superviseWorkers } from './workers/supervise-workers.ts';
import { shareOf, workerCount } from './workers/worker-rules.ts';

const FIRST_OPERATOR = 'owner@cartwright.local';
/** Beyond what each of them allows itself. */
const GRACE_MS = 5_000;

/** What a person writes behind the command counts more than what the environment says. */
const configOf = (environment: Environment, workers: string): Config =>
  readConfig(workers === '' ? environment : { ...environment, [settings.workers.variable]: workers });

const serveAs = (input: Input, config: Config): Promise<number> => {
  const place = readPlace(input.environment);
  if (place !== undefined) {
    const peers = peersOf(place, process);
    const isFirst = place.number === 1 && place.ends === 0;
    return serveNode(input, shareOf(config, place.count), { peers, isFirst }).finally(() => process.channel?.unref());
  }
  for (const name of unknownVariables(input.environment))
    input.print(`Nobody reads ${withMeantVariable(name)}: see docs/configuration.md.`);
  const count = workerCount(config, availableParallelism());
  if (count === 1) return serveNode(input, config, { peers: undefined, isFirst: true });
  const stopMs = config.drainSeconds * 1000 + STOP_DEADLINE_MS + GRACE_MS;
  return superviseWorkers({ count, args: process.argv.slice(2), stopMs, print: input.print });
};

export const serve: Command = {
  name: 'serve',
  summary: 'serve the API (npm start)',
  about:
    'Serves on HOST and PORT until SIGINT or SIGTERM. On the first start with an empty database it makes an organization with\n' +
    'an application, an OAuth client and an operator, and writes their credentials to credentials.json in the data folder.',
  options: {
    empty: { type: 'boolean', meaning: 'first start without the demo shop' },
    owner: { type: 'string', shows: 'EMAIL', meaning: 'address of the first operator', fallback: FIRST_OPERATOR },
    workers: { type: 'string', shows: 'N', meaning: 'processes that serve, instead of CARTWRIGHT_WORKERS' },
  },
  run: async (input) => serveAs(input, configOf(input.environment, input.text('workers'))),
};
