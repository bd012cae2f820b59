/** `cartwright simulate`: tries offers over recorded carts and orders, on all cores, and says what they would have cost. */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import * as Value from 'typebox/value';
import { findApplication } from '../../applications/application-store.ts';
import { createArticleCache } from '../../catalog/article-cache.ts';
import { catalogReader } from '../../catalog/read-articles.ts';
import { SimulationBody, type SimulationResult } from '../../contract/offers/simulation-contract.ts';
import { gatherReads } from '../../db/gather-reads.ts';
import { deliveryReader } from '../../delivery/read-lanes.ts';
import { offerReader } from '../../offers/read-offers.ts';
import type { SimulationShop } from '../../orders/simulate/recorded-carts.ts';
import { simulate } from '../../orders/simulate/simulate.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { type OpenNode, within } from '../open-node.ts';
import { progressBar } from '../progress-bar.ts';
import { timeOf } from '../asked-time.ts';

const shopOf = ({ db, now }: Pick<OpenNode, 'db' | 'now'>): SimulationShop => {
  const gathering = gatherReads(db);
  return {
    node: { db: gathering, now },
    catalog: catalogReader(gathering, createArticleCache(gathering, {})),
    delivery: deliveryReader(gathering),
    offers: offerReader(gathering),
  };
};

const counted = (count: number): string => count.toLocaleString('en');

const bodyIn = (file: string | undefined): unknown => {
  if (file === undefined) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`${file} cannot be read as JSON: ${(error as Error).message}`);
  }
};

const idsOf = (text: string): readonly string[] => text.split(',').filter((id) => id !== '');
const iso = (at: number | undefined): string | undefined => (at === undefined ? undefined : new Date(at).toISOString());

/** What the options say comes before what the file says. */
const askedIn = (input: Input): SimulationBody => {
  const { words, text, flag } = input;
  const [from, to] = [iso(timeOf(input, 'since')), iso(timeOf(input, 'until'))];
  const body = {
    ...(bodyIn(words[0]) as object),
    ...(from === undefined ? {} : { from_date: from }),
    ...(to === undefined ? {} : { to_date: to }),
    ...(flag('carts') ? { of: ['orders', 'carts'] } : {}),
    ...(text('offers') === '' ? {} : { offer_ids: idsOf(text('offers')) }),
    ...(text('without') === '' ? {} : { without_offer_ids: idsOf(text('without')) }),
    ...(text('coupon') === '' ? {} : { coupon_code: text('coupon') }),
  };
  if (Value.Check(SimulationBody, body)) return body;
  const [first] = Value.Errors(SimulationBody, body);
  const at = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? '';
  // A schema that allows nothing is how a field is refused that nobody knows.
  const what = first?.message === 'schema is false' ? 'is no field of a simulation' : (first?.message ?? '');
  throw new UsageError(`What is asked cannot be read: ${at} ${what} (docs/behaviour/offers.md).`);
};

const tell = (print: Input['print'], result: SimulationResult): void => {
  const { currency } = result;
  const money = (amount: number): string => `${amount.toLocaleString('en', { minimumFractionDigits: 2 })} ${currency}`;
  print(
    `${counted(result.orders)} orders and ${counted(result.carts)} carts; ${counted(result.reproduced)} come to their recorded total`,
  );
  if (result.note) print(result.note);
  print(`cost ${money(result.cost)}, cashback ${money(result.cashback)}`);
  print(
    `${counted(result.touched)} touched, ${money(result.average_saving)} each on average; ${counted(result.dearer)} dearer`,
  );
  print(
    `${counted(result.margin_breaches)} below the margin, ${counted(result.floor_reached)} held by a floor price, ${counted(result.stacking_accidents)} stacking accidents`,
  );
  for (const { name, carts, amount } of result.offers)
    print(`offer “${name}”: ${counted(carts)} times, ${money(amount)}`);
  for (const { offers, carts, accidents, deepest_percent: deepest } of result.stacks) {
    const names = offers.map(({ name }) => `“${name}”`).join(' with ');
    print(`${names}: ${counted(carts)} times, ${counted(accidents)} accidents, up to ${deepest} % off`);
  }
  for (const { kind, id, before, after, explanation } of result.worst) {
    print(`${kind} ${id}: ${money(before)} becomes ${money(after)}`);
    for (const sentence of explanation) print(`  ${sentence}`);
  }
};

export const runSimulate = async (node: Pick<OpenNode, 'db' | 'now'>, input: Input): Promise<number> => {
  const asked = askedIn(input);
  const application = await findApplication(node.db, input.text('application'));
  if (application === undefined) throw new Refusal('application_not_found');
  const bar = progressBar(input.print, process.stderr);
  const threads = input.text('threads') === '' ? availableParallelism() : Number(input.text('threads'));
  const result = await simulate(shopOf(node), application, asked, {
    threads,
    onProgress: ({ done, total }) => bar.show(done / total, `${counted(done)} of ${counted(total)}`),
  }).finally(bar.end);
  if (input.flag('json')) input.print(JSON.stringify(result, undefined, 2));
  else tell(input.print, result);
  return 0;
};

const isThreads = (text: string): boolean => text === '' || /^([0-9]|[1-5][0-9]|6[0-4])$/.test(text);

export const simulateCommand: Command = {
  name: 'simulate',
  summary: 'say what offers would have cost',
  about:
    'Prices recorded orders, and with --carts the carts in use, again with offers that are tried: saved ones by --offers, and those\n' +
    'in FILE, JSON as POST promotion/simulations takes it. Works on all cores and changes nothing. Says what the offers would have\n' +
    'cost, whom they touch, where they break the margin or meet others, and the ten worst, explained (docs/behaviour/offers.md).',
  options: {
    application: { type: 'string', shows: 'ID', meaning: 'whose orders and offers', required: true },
    offers: { type: 'string', shows: 'IDS', meaning: 'saved offers that are tried, with commas between them' },
    without: { type: 'string', shows: 'IDS', meaning: 'published offers that it is tried to be without' },
    coupon: { type: 'string', shows: 'CODE', meaning: 'whatever has no coupon is taken to have typed this' },
    since: { type: 'string', shows: 'TIME', meaning: 'of what was recorded since; thirty days when left out' },
    until: { type: 'string', shows: 'TIME', meaning: 'of what was recorded before; now when left out' },
    carts: { type: 'boolean', meaning: 'also carts in use' },
    threads: { type: 'string', shows: 'COUNT', meaning: 'from 0 to 64; as many as there are cores when left out' },
    json: { type: 'boolean', meaning: 'print the result as JSON' },
  },
  word: 'FILE',
  run: async (input) => {
    if (!isThreads(input.text('threads'))) throw new UsageError('--threads takes a number from 0 to 64');
    askedIn(input); // what it cannot read is said before anything is opened
    return within(input, (node) => runSimulate(node, input));
  },
};
