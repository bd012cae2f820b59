/** `cartwright capacity --orders-per-day 5000`: machines for a shop's figures. */
import { type Command, type Input, type Option, UsageError } from '../command.ts';
import { type Capacity, capacityFor, type ShopFigures, usualShop } from './capacity-rules.ts';

type Asked = { readonly name: string; readonly figure: keyof ShopFigures; readonly meaning: string };
const asked: readonly Asked[] = [
  { name: 'orders-per-day', figure: 'ordersPerDay', meaning: 'orders of an ordinary day' },
  { name: 'conversion', figure: 'conversionPercent', meaning: 'visits that end in an order, of a hundred' },
  { name: 'pages', figure: 'pages', meaning: 'lists and products looked at in a visit' },
  { name: 'cart-reads', figure: 'cartReads', meaning: 'times a visit shows the cart' },
  { name: 'cart-writes', figure: 'cartWrites', meaning: 'times a visit changes the cart' },
  { name: 'events', figure: 'events', meaning: 'analytics events of a visit' },
  { name: 'peak', figure: 'peak', meaning: 'the busiest minute against the average of the day' },
  { name: 'cart-days', figure: 'cartDays', meaning: 'days for which carts are kept' },
  { name: 'event-days', figure: 'eventDays', meaning: 'days for which events are kept' },
  { name: 'cores', figure: 'coresPerNode', meaning: 'cores of a node' },
  { name: 'full', figure: 'fullPercent', meaning: 'how full a core may be in the busiest minute, of a hundred' },
];

const options: Readonly<Record<string, Option>> = Object.fromEntries(
  asked.map(({ name, figure, meaning }) => [
    name,
    { type: 'string', shows: 'NUMBER', meaning, fallback: String(usualShop[figure]) } as const,
  ]),
);

const figuresOf = ({ text }: Input): ShopFigures => {
  const entries = asked.map(({ name, figure }) => {
    const value = Number(text(name));
    if (text(name).trim() === '' || !(value > 0 && value <= 1e9)) {
      throw new UsageError(`--${name} must be a number above 0, up to 1,000,000,000`);
    }
    return [figure, value] as const;
  });
  return Object.fromEntries(entries) as ShopFigures;
};

const PLENTY = 10;
const number = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < PLENTY ? 1 : 0 });

const advice = ({ oneMachine, nodes, connections }: Capacity, { coresPerNode }: ShopFigures): readonly string[] => [
  oneMachine
    ? 'One machine with SQLite is enough: one process does it. Two nodes over PostgreSQL are for surviving the loss of one.'
    : `${nodes} nodes of ${coresPerNode} cores, one of them spare, over PostgreSQL with a standby of the same size.`,
  connections > 200
    ? `Put PgBouncer before PostgreSQL: the nodes would open up to ${connections} connections.`
    : `PostgreSQL’s max_connections at least ${connections + 20}.`,
];

export const capacity: Command = {
  name: 'capacity',
  summary: 'reckon machines from a shop’s figures',
  about:
    'Multiplies what a shop expects by what each operation costs (docs/operations/scale.md, measured on one kind of machine: yours may\n' +
    'be twice as fast or half) and prints cores, nodes, disk and connections for its busiest minute. Nothing is opened or changed.',
  options,
  run: async (input) => {
    const shop = figuresOf(input);
    const found = capacityFor(shop);
    const rows: readonly (readonly [string, string])[] = [
      ['visits a day', number(found.visitsPerDay)],
      ['requests a second, busiest minute', number(found.requestsPerSecond)],
      ['durable writes a second', number(found.writesPerSecond)],
      ['cores for nodes', number(found.nodeCores)],
      ['nodes', number(found.nodes)],
      ['cores for PostgreSQL', number(found.databaseCores)],
      ['disk for PostgreSQL, GB', number(found.databaseGigabytes)],
      ['connections to PostgreSQL', number(found.connections)],
    ];
    for (const [what, value] of rows) input.print(`${what.padEnd(36)} ${value.padStart(12)}`);
    for (const sentence of advice(found, shop)) input.print(sentence);
  },
};
