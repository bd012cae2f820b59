/** The prices of an order as they were kept, with its lines under the names that the order gives them. */
import type { NamedLine, TellingOf } from '../../cart/explain/tell-numbers.ts';
import { giftIdentifier } from '../../cart/price/view-lines.ts';
import type { Database } from '../../db/database.ts';
import type { PricedNumbers } from '../../pricing/explain/explain-cart.ts';
import type { PriceInput } from '../../pricing/pricing-types.ts';
import type { OrderDocument, StoredOrder } from '../order-document.ts';
import { inputOf, type PricedOrder } from '../order-snapshot.ts';
import { readOrderSnapshot } from '../order-store.ts';
import { valueOf } from '../stored-values.ts';
import { turnFor } from '../../shared/slices.ts';

/** Which numbers, and who reads them. */
export type ExplainAsked = Pick<TellingOf, 'language' | 'viewer'> & { readonly path: string | undefined };

/** What an order was priced from, and its prices as they were kept. Both are long texts of a large order. */
export type PricedFrom = { readonly input: PriceInput; readonly prices: PricedOrder };

export const readPricedFrom = async (db: Database, order: StoredOrder): Promise<PricedFrom> => {
  const snapshot = await readOrderSnapshot(db, order);
  if (snapshot === undefined) throw new Error(`order ${order.id} has no snapshot`);
  const { length } = order.document.lines;
  await turnFor(length);
  const input = inputOf(snapshot);
  await turnFor(length);
  const prices = valueOf(snapshot.priced) as PricedOrder;
  await turnFor(length);
  return { input, prices };
};

/** Lines of a pricing by the identifiers that the order gives them. */
export const byIdentifier = <Line extends { readonly key: string }>(
  lines: readonly Line[],
  { lines: priced }: Pick<PricedNumbers, 'lines'>,
): ReadonlyMap<string, Line> => {
  const gifts = new Set(priced.flatMap(({ key, gift }) => (gift === null ? [] : [key])));
  return new Map(lines.map((line) => [gifts.has(line.key) ? giftIdentifier(line.key) : line.key, line]));
};

export const namedLines = (
  { lines }: Pick<OrderDocument, 'lines'>,
  prices: Pick<PricedNumbers, 'lines'>,
): ReadonlyMap<string, NamedLine> => {
  const known = new Map(lines.map((line) => [line.identifier, line]));
  return new Map(
    [...byIdentifier(prices.lines, prices)].map(([identifier, { key }]) => {
      const line = known.get(identifier);
      return [
        key,
        { identifier, name: line === undefined ? identifier : `${line.name}, ${line.sizeName ?? line.size}` },
      ] as const;
    }),
  );
};
