/** Use case: stock and prices of one article, set or counted up and down. A count never goes below nothing, however many come at once. */
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { KeyedWrite } from '../../applications/write-once.ts';
import type { StockChange } from '../../contract/catalog/record-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import type { FeedContext } from '../../feeds/feed-kind.ts';
import type { Kept } from '../../feeds/record-kind.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { inventoryFeed } from '../feed/article-feed.ts';
import { articlesChange } from '../article-statements.ts';
import { changeQuantity } from '../article-store.ts';
import { stockRecords } from './stock-records.ts';
import { readRecord, recordGuard, unchangedSince } from './record-store.ts';

export type StockPlace = { readonly place: CompanyPlace; readonly uid: string };
type Write = KeyedWrite<string>;

export const readStock = async (node: Node, { place, uid }: StockPlace): Promise<Kept> => {
  await requireCompany(node, place);
  const record = await readRecord(node.db, stockRecords, place.companyId, [uid]);
  if (record === undefined) {
    throw new Refusal('record_not_found', { message: `This company has no article ${uid}.` });
  }
  return record;
};

const refuse = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

const requireForm = ({ quantity, change, prices }: StockChange): void => {
  if (quantity !== undefined && change !== undefined) throw refuse('change', 'Give quantity or change, not both.');
  if (quantity === undefined && change === undefined && prices === undefined) {
    throw refuse('quantity', 'Give quantity, change or prices.');
  }
};

/** What the feed of prices and stock says about it. */
const judge = async (row: StockRowChange, context: FeedContext): Promise<void> => {
  if (row.quantity === undefined && row.prices === undefined) return;
  const problem = (await inventoryFeed.check?.([row], context))?.[0];
  if (problem === undefined) return;
  const { field, message, code = 'body_invalid' } = problem;
  throw new Refusal(code === 'row_invalid' ? 'body_invalid' : code, { details: [{ field, message }] });
};
type StockRowChange = { readonly uid: string } & Pick<StockChange, 'quantity' | 'prices'>;

const statements = (before: Kept, asked: StockChange, context: FeedContext, guarded: boolean): readonly Statement[] => {
  const uid = String(before.key[0]);
  const { quantity, prices, change } = asked;
  const { before: first, after } = articlesChange(context.companyId, [uid]);
  const row = { uid, ...(quantity === undefined ? {} : { quantity }), ...(prices === undefined ? {} : { prices }) };
  return [
    ...first,
    ...(guarded ? [unchangedSince(stockRecords, context.companyId, before)] : []),
    ...(change === undefined ? [] : [changeQuantity(context.companyId, uid, change, context.at)]),
    ...(quantity === undefined && prices === undefined ? [] : inventoryFeed.statements(row, context)),
    ...after,
  ];
};

/**
 * A count goes by what is in stock at the moment it is written, so that none is lost; the audit tells the count itself. What is
 * set is written on the version it was compared with.
 */
export const changeStock = (
  node: Node,
  at: StockPlace,
  asked: StockChange & { readonly isConditional: boolean },
  write: Write,
): Promise<Kept> => {
  requireForm(asked);
  return untilGuardHolds(recordGuard, async () => {
    const before = await readStock(node, at);
    write.checkVersion(before.version);
    if (asked.expected_version !== undefined && asked.expected_version !== before.version) {
      throw new Refusal('version_conflict');
    }
    const { companyId, organizationId } = at.place;
    const now = node.now();
    const context = { db: node.db, companyId, runId: objectId(node.random), at: now, fed: 0 };
    const { quantity, prices, change } = asked;
    await judge({ uid: at.uid, ...(quantity === undefined ? {} : { quantity }), ...(prices && { prices }) }, context);
    const isExact = change === undefined || asked.expected_version !== undefined || asked.isConditional;
    const audit = auditStatement(
      {
        actor: write.actor,
        requestId: write.requestId,
        organizationId,
        action: 'stock.change',
        subject: `company/${companyId}/articles/${at.uid}`,
        before: {
          ...(isExact ? { quantity: before.row['quantity'] } : {}),
          ...(prices && { prices: before.row['prices'] }),
        },
        after: {
          ...(quantity === undefined ? {} : { quantity }),
          ...(change === undefined ? {} : { change }),
          ...(prices && { prices }),
        },
        at: now,
      },
      node.random,
    );
    try {
      await node.db.commit([...write.remember(at.uid), ...statements(before, asked, context, isExact), audit]);
    } catch (error) {
      if (!guardFailed(error, 'stock')) throw error;
      const { row } = await readStock(node, at);
      throw new Refusal('stock_short', {
        message: `There are ${String(row['quantity'])} in stock; that does not go by ${change}.`,
      });
    }
    return readStock(node, at);
  });
};
