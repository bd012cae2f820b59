/** The figures as tables of sums, and changes to them: a change is an amount by which a row grows or shrinks. Pure. */
import type { Statement, Value } from '../../db/database.ts';
import { inPowers, repeated } from '../../db/many-rows.ts';

export const figureTables = {
  funnel_day: { keys: ['day', 'steps'], sums: ['shoppers'] },
  funnel_event_day: { keys: ['day', 'name'], sums: ['events'] },
  funnel_order_day: {
    keys: ['day', 'currency'],
    sums: ['orders', 'revenue', 'unverified_orders', 'unverified_revenue'],
  },
  funnel_product_day: {
    keys: ['day', 'product_id', 'currency'],
    sums: ['views', 'adds', 'orders', 'units', 'revenue'],
  },
  funnel_offer_day: {
    keys: ['day', 'offer_id', 'currency'],
    sums: ['carts', 'uses', 'units', 'cost', 'revenue'],
  },
  funnel_cart_day: { keys: ['day', 'currency', 'stage'], sums: ['carts', 'value'] },
} as const;
export type FigureTable = keyof typeof figureTables;
export const figureTableNames = Object.keys(figureTables) as readonly FigureTable[];

export type Change = Readonly<{ table: FigureTable; key: readonly (string | number)[]; by: readonly number[] }>;

/** One change a row, and none for rows that stay as they are. */
export const summed = (changes: readonly Change[]): readonly Change[] => {
  const found = new Map<string, Change>();
  for (const change of changes) {
    const place = JSON.stringify([change.table, change.key]);
    const before = found.get(place);
    const by = change.by.map((amount, at) => amount + (before?.by[at] ?? 0));
    found.set(place, { ...change, by });
  }
  return [...found.values()].filter(({ by }) => by.some((amount) => amount !== 0));
};

export const reversed = (changes: readonly Change[]): readonly Change[] =>
  changes.map((change) => ({ ...change, by: change.by.map((amount) => -amount) }));

/**
 * A day whose sum no shop can have stays as it is: senders may make up amounts, and one that does not fit its column would keep
 * every event behind it from being counted. 400 such days still have a sum that fits.
 */
const MOST_SUM = '10000000000000000';
const withinReason = (table: FigureTable, name: string): string =>
  `case when ${table}.${name} between -${MOST_SUM} and ${MOST_SUM} then excluded.${name} else 0 end`;

const addTo = (table: FigureTable, applicationId: string, changes: readonly Change[]): readonly Statement[] => {
  const { keys, sums } = figureTables[table];
  const columns = ['application_id', ...keys, ...sums];
  const one = `(${columns.map(() => '?').join(', ')})`;
  const grown = sums.map((name) => `${name} = ${table}.${name} + ${withinReason(table, name)}`).join(', ');
  return inPowers(changes).map((some) => ({
    sql: `insert into ${table} (${columns.join(', ')}) values ${repeated(some.length, one)}
      on conflict (${['application_id', ...keys].join(', ')}) do update set ${grown}`,
    params: some.flatMap(({ key, by }): readonly Value[] => [applicationId, ...key, ...by]),
  }));
};

export const changeStatements = (applicationId: string, changes: readonly Change[]): readonly Statement[] =>
  figureTableNames.flatMap((table) =>
    addTo(
      table,
      applicationId,
      changes.filter((change) => change.table === table),
    ),
  );
