/**
 * The long campaigns there are: what each proves, and how one round of it is run. A round is a command that exists by itself and
 * takes some minutes at most, so that a campaign can be stopped between two of them and continued later.
 */
import { guards } from './guards.ts';

type Round = {
  /** After `node bin/run.js`. */
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
};
export type Campaign = {
  readonly name: string;
  readonly proves: string;
  /** Of one round, on two cores that do nothing else. */
  readonly takes: string;
  /** Rounds when none are asked for. */
  readonly rounds: number;
  /** `number` counts from 0; `seed` is of this round alone; `size` where one is asked for, of campaigns that have one. */
  readonly round: (number: number, seed: number, size?: number) => Round;
};

const crash = (name: string, flags: readonly string[], proves: string): Campaign => ({
  name,
  proves,
  takes: '3 min',
  rounds: 10,
  round: () => ({ args: ['test/faults/crash-loop.ts', ...flags, '--rounds', '10'] }),
});

const drawn = (seed: number, runs: number): Readonly<Record<string, string>> => ({
  CARTWRIGHT_TEST_SEED: String(seed),
  CARTWRIGHT_LAW_RUNS: String(runs),
});

/** Files of the suite whose properties draw more cases when asked to. */
const laws = (name: string, runs: number, files: readonly string[], proves: string): Campaign => ({
  name,
  proves,
  takes: '3 min',
  rounds: 10,
  round: (_, seed) => ({ args: ['test/run-tests.ts', ...files], environment: drawn(seed, runs) }),
});

const fuzz = (engine: 'sqlite' | 'postgres'): Campaign => ({
  name: `fuzz-${engine}`,
  proves: 'near-valid, hostile and broken requests get no 5xx, and every answer is as openapi.json says',
  takes: '4 min, 50,000 requests',
  rounds: 20,
  round: (_, seed) => ({ args: ['test/fuzz/run-fuzz.ts', '50000', '--engine', engine, '--seed', String(seed)] }),
});

const bench = (name: string, proves: string, takes: string): Campaign => ({
  name,
  proves,
  takes,
  rounds: 1,
  round: () => ({ args: ['bench/run-bench.ts', name] }),
});

const CARTS_A_ROUND = 50_000;
const WORLDS_A_ROUND = 5_000;
const worldsFrom = (seed: number): readonly string[] =>
  `test/webhooks/run-long.ts --seeds ${WORLDS_A_ROUND} --from ${seed} --deliveries 0`.split(' ');

export const campaigns: readonly Campaign[] = [
  crash('crash', [], 'acknowledged batches survive kill -9 of node and database server, none half'),
  crash('crash-carts', ['--carts'], 'no acknowledged add is lost and none counts twice when a served node is killed'),
  crash('crash-orders', ['--orders'], 'a checkout happens once, whole or not at all, when a served node is killed'),
  crash('crash-events', ['--events'], 'acknowledged events are stored once when a served node is killed'),
  ...(['postgres', 'sqlite'] as const).map((engine) =>
    crash(
      `crash-workers-${engine}`,
      ['--carts', '--victim', `${engine} worker`],
      `the same when one of two workers on ${engine} is killed`,
    ),
  ),
  crash('crash-broker', ['--broker'], 'every event is in the stream once though the NATS server is killed'),
  {
    name: 'laws',
    proves: 'the laws of pricing, money and refunds hold for whatever is drawn',
    takes: '8 min, 5,000 cases of each law',
    rounds: 10,
    round: (_, seed) => ({
      args: ['test/laws/run-laws.ts', '5000'],
      environment: { CARTWRIGHT_TEST_SEED: String(seed) },
    }),
  },
  {
    name: 'oracle',
    proves: 'a second engine, written from the documentation alone, prices every cart alike',
    takes: '2 min, 50,000 carts',
    rounds: 20,
    round: (_, seed) => ({ args: ['test/oracle/run-oracle.ts', String(CARTS_A_ROUND), '--seed', String(seed)] }),
  },
  fuzz('sqlite'),
  fuzz('postgres'),
  laws(
    'histories',
    500,
    ['cart', 'balance', 'stock'].map((what) => `test/histories/${what}-histories.test.ts`),
    'concurrent histories of carts, balances and stock are linearizable; 500 of each on each engine a round',
  ),
  laws(
    'models',
    200,
    ['test/cart/cart-model.test.ts', 'test/orders/goods-races.test.ts', 'test/balances/balance-statements.test.ts'],
    'carts, orders and balances end as a simple model does, also when a node dies',
  ),
  laws(
    'order-laws',
    200,
    ['test/orders/served-laws.test.ts', 'test/orders/goods-laws.test.ts', 'test/orders/earned-laws.test.ts'],
    'orders, parcels, returns and what was earned add up on both engines, whatever happens to them',
  ),
  {
    name: 'webhooks',
    proves:
      'in simulated worlds of crashes, lost answers and jumping clocks every delivery arrives, in order of its schedule',
    takes: '2 min, 5,000 worlds',
    rounds: 20,
    round: (number) => ({
      args: worldsFrom(number * WORLDS_A_ROUND + 1),
    }),
  },
  {
    name: 'webhooks-crash',
    proves: 'every delivery arrives though the nodes that bring them are killed',
    takes: '3 min, 2,000 deliveries on each engine',
    rounds: 10,
    round: () => ({
      args: ['test/webhooks/run-long.ts', '--seeds', '0', '--deliveries', '2000', '--rounds', '4'],
    }),
  },
  {
    name: 'versions',
    proves: 'nodes of an earlier version and of this one serve side by side while this one migrates their PostgreSQL',
    takes: '2 min; each round begins one commit with migrations earlier',
    rounds: 2,
    round: (number) => ({ args: ['test/topology/run-versions.ts', '--migrations-ago', String(number + 1)] }),
  },
  {
    name: 'topology',
    proves:
      'with one part after another lost nothing acknowledged is, nobody who repeats sees a failure, and standbys show nothing older than they may; asks for Debian’s packages',
    takes: '5 min, four faults',
    rounds: 5,
    round: (number) => ({ args: ['test/topology/run-topology.ts', '--rounds', '4', '--first', String(4 * number)] }),
  },
  {
    name: 'move',
    proves:
      'a shop of a million carts (--size) moves to PostgreSQL whole, however often the move is killed and begun again',
    takes: '15 min, six kills',
    rounds: 1,
    round: (_, seed, size = 1_000_000) => ({ args: ['test/commands/run-move.ts', ...[size, 6, seed].map(String)] }),
  },
  {
    name: 'restore',
    proves:
      'a PostgreSQL shop with events in weeks is made again from its backup, by a move and by pgBackRest; asks for Debian’s packages',
    takes: '1 min',
    rounds: 1,
    round: () => ({ args: ['test/run-tests.ts', 'test/commands/restore-drill.ts'] }),
  },
  {
    name: 'busy',
    proves: 'the whole suite passes while eight programs that do nothing but count keep the cores busy',
    takes: '1 h',
    rounds: 1,
    round: () => ({ args: ['test/campaign/run-busy.ts'] }),
  },
  {
    name: 'guards',
    proves: 'the tests notice when an owner condition, a permission, a quota or the check of origin is taken away',
    takes: '1 min, one guard each',
    rounds: guards.length,
    round: (number) => ({ args: ['test/campaign/run-guard.ts', String(number)] }),
  },
  {
    name: 'mutation',
    proves: 'the tests of money and pricing notice a mistake made on purpose; it continues by itself',
    takes: 'hours',
    rounds: 1,
    round: () => ({
      args: ['node_modules/@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.json'],
    }),
  },
  {
    name: 'plans',
    proves: 'no statement of a busy shop reads a whole table of a million rows in PostgreSQL',
    takes: '6 min',
    rounds: 1,
    round: () => ({ args: ['test/db/plans/run-plans.ts'] }),
  },
  bench(
    'overload',
    'at three times what it can serve, it serves nearly as much as at its best and refuses the rest',
    '5 min',
  ),
  bench('worst-cart', 'the largest cart holds up nobody, whatever is asked of it', '10 min'),
  bench('memory', 'a node that read a million carts is as large as one that read a few', '6 min'),
  {
    name: 'soak',
    proves: 'two hours of visits leave a node as large as it was, and every call is answered',
    takes: '2 h on each engine',
    rounds: 2,
    round: (number) => ({
      args: ['bench/run-bench.ts', 'soak', '--minutes', '120', '--engine', number === 0 ? 'sqlite' : 'postgres'],
    }),
  },
  bench('disk', 'writes share what a slow disk takes, and reads do not wait for it', '4 min'),
];
