/**
 * What happens to orders of a campaign after they were made: a unit or all of it is cancelled by its customer, or the goods are
 * sent, arrive, and one comes back. Each step has a key of its own, by which it is asked for again after a kill.
 */
import type { Database, Row } from '../../src/db/database.ts';
import type { OrderProgress } from '../../src/orders/order-progress.ts';

/** An order on its way; `done` steps of it were answered. */
export type Journey = {
  readonly orderId: string;
  readonly line: string;
  readonly end: 'a unit is cancelled' | 'a unit comes back' | 'all is cancelled';
  done: number;
};
export type JourneyCall = {
  readonly by: 'customer' | 'staff';
  /** Behind the order. */
  readonly path: string;
  readonly body: object;
  readonly key: string;
};

/** The step that is to be taken next; undefined at the end. */
export const nextCall = ({ orderId, line, end, done }: Journey): JourneyCall | undefined => {
  const items = [{ identifier: line, quantity: 1 }];
  const reason = 'campaign';
  const ends: Readonly<Record<Journey['end'], readonly (readonly [JourneyCall['by'], string, object])[]>> = {
    'a unit comes back': [
      ['staff', 'ship', { reason }],
      ['staff', 'deliver', { reason }],
      ['staff', 'returns', { reason, items }],
      ['staff', `returns/${orderId}-R1/receive`, { reason }],
    ],
    'a unit is cancelled': [['customer', 'cancel', { items }]],
    'all is cancelled': [['customer', 'cancel', {}]],
  };
  const step = ends[end][done];
  if (step === undefined) return undefined;
  const [by, path, body] = step;
  return { by, path, body, key: `step-${done}-of-${orderId}` };
};

/** What of refunds, returns and papers does not agree with what the orders say. */
export const brokenJourneys = async (db: Database): Promise<readonly string[]> => {
  let [due, returns, papers] = [0, 0, 0];
  for await (const rows of db.scan<Row & { readonly progress: string }>('select progress from customer_order')) {
    for (const { progress } of rows) {
      const { settlements = [], returns: asked = [], invoiced } = JSON.parse(progress) as OrderProgress;
      for (const { parts } of settlements) for (const { kind, amount } of parts) due += kind === 'payment' ? amount : 0;
      returns += asked.length;
      papers += invoiced === true ? 1 : 0;
    }
  }
  const count = async (sql: string): Promise<number> => (await db.one<Row & { n: number }>(`select ${sql}`))?.n ?? 0;
  const checks: readonly (readonly [string, number, number])[] = [
    ['money to be refunded', await count('coalesce(sum(amount), 0) as n from order_refund'), due],
    ['returns', await count('count(*) as n from order_return'), returns],
    ['invoices', await count("count(*) as n from order_paper where kind = 'invoice'"), papers],
    [
      'gaps between invoices',
      await count("coalesce(max(number), 0) as n from order_paper where kind = 'invoice'"),
      papers,
    ],
    [
      'gaps between credit notes',
      await count("coalesce(max(number), 0) as n from order_paper where kind = 'credit_note'"),
      await count("count(*) as n from order_paper where kind = 'credit_note'"),
    ],
  ];
  const nothing = returns === 0 ? ['nothing was returned: the load did not do its work'] : [];
  return [...nothing, ...checks.flatMap(([what, is, must]) => (is === must ? [] : [`${what}: ${is}, not ${must}`]))];
};
