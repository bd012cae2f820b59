/** `cartwright replay`: prices orders again from what they were priced from, and says what does not come out the same. */
import type { Database } from '../../db/database.ts';
import { findOrder } from '../../orders/order-store.ts';
import { replayOrder, replayOrders, type Replayed } from '../../orders/replay/replay-orders.ts';
import type { Difference } from '../../orders/replay/replay-rules.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { within } from '../open-node.ts';
import { timeOf } from '../asked-time.ts';

const sentenceOf = ({ of, path, recorded, now }: Difference): string =>
  of === 'input' && recorded !== null
    ? `  input ${path} ${now === null ? 'is gone' : 'was changed'} since it was kept as ${recorded}`
    : `  ${of} ${path}: recorded ${recorded ?? 'nothing'}, now ${now ?? 'nothing'}`;

const tell = (print: Input['print'], { orderId, differences }: Replayed): void => {
  print(`${orderId} differs`);
  for (const difference of differences) print(sentenceOf(difference));
};

const replayOne = async (db: Database, id: string, print: Input['print']): Promise<number> => {
  const order = await findOrder(db, id);
  if (order === undefined) throw new Refusal('order_not_found');
  const replayed = await replayOrder(db, order);
  if (replayed.differences.length === 0) print(`${id} gives the same numbers, byte for byte`);
  else tell(print, replayed);
  return replayed.differences.length === 0 ? 0 : 1;
};

const counted = (count: number): string => count.toLocaleString('en');

const replayAll = async (db: Database, { text, print }: Input, from: number | undefined): Promise<number> => {
  const applicationId = text('application');
  const known = await db.one('select 1 as one from application where id = ?', [applicationId]);
  if (known === undefined) throw new Refusal('application_not_found');
  let [replayed, different, tenths] = [0, 0, 0];
  for await (const { done, total, different: some } of replayOrders(db, applicationId, { from })) {
    for (const one of some) tell(print, one);
    replayed = done;
    different += some.length;
    if (Math.floor((done * 10) / total) === tenths) continue;
    tenths = Math.floor((done * 10) / total);
    print(`${tenths * 10} %: ${counted(done)} of ${counted(total)} orders, ${counted(different)} differ`);
  }
  print(`${counted(replayed)} orders replayed, ${counted(different)} differ`);
  return different === 0 ? 0 : 1;
};

const isAskedWell = ({ words, flag, text }: Input): boolean =>
  flag('all') ? words.length === 0 && text('application') !== '' : words.length === 1 && text('since') === '';

/** The exit code: 1 when an order does not come out the same. */
export const runReplay = async (db: Database, input: Input): Promise<number> => {
  const [id = ''] = input.words;
  return input.flag('all') ? replayAll(db, input, timeOf(input, 'since')) : replayOne(db, id, input.print);
};

export const replay: Command = {
  name: 'replay',
  summary: 'price orders again and compare',
  about:
    'Prices an order again from the snapshot it keeps and says that every number comes out the same, byte for byte, or which\n' +
    'input was changed and which numbers differ. With --all, every order of an application. It changes nothing. Ends with 0\n' +
    'when all are the same, else with 1 (docs/behaviour/orders.md).',
  options: {
    all: { type: 'boolean', meaning: 'every order of an application' },
    application: { type: 'string', shows: 'ID', meaning: 'whose orders, with --all' },
    since: { type: 'string', shows: 'TIME', meaning: 'made at this time or later, with --all' },
  },
  word: 'ORDER',
  run: async (input) => {
    if (!isAskedWell(input)) throw new UsageError('Name an ORDER, or --all with --application ID');
    timeOf(input, 'since'); // what it cannot read is said before anything is opened
    return within(input, ({ db }) => runReplay(db, input));
  },
};
