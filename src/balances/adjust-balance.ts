/** Use case: a merchant's own people give a customer points, store credit or gift-card money, or take some away. */
import type { Application, ApplicationPlace } from '../applications/application-store.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import type { BalanceAdjustment } from '../contract/customers/balance-contract.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { currencyOf } from '../shared/currency.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { toDecimal, toMinor } from '../shared/money.ts';
import { adjustBalance, insufficientBalance } from './balance-statements.ts';
import { readEntry, type StoredEntry } from './balance-store.ts';
import { readGiftCard } from './gift-card-store.ts';

export type AdjustRequest = Author & { readonly remember: (entryId: string) => readonly Statement[] };

const bad = (field: string, message: string): Refusal => new Refusal('body_invalid', { details: [{ field, message }] });

/** Minor units or points; refuses what would have to be rounded. */
const wholeAmount = ({ kind, amount }: BalanceAdjustment, currency: string): number => {
  const exponent = kind === 'points' ? 0 : currencyOf(currency).exponent;
  const whole = toMinor(amount, exponent);
  if (whole === null || toDecimal(whole, exponent) !== amount) {
    throw bad('amount', kind === 'points' ? 'Points are whole.' : `${currency} has ${exponent} decimals.`);
  }
  if (whole === 0) throw bad('amount', 'Say how much to add, or less than 0 to take away.');
  return whole;
};

/** When what is added ends; null: never. */
const endOf = ({ kind, amount, expires_at: end }: BalanceAdjustment, now: number): number | null => {
  if (end === undefined) return null;
  if (kind !== 'points' || amount < 0) throw bad('expires_at', 'Only points that are added have an end: leave it out.');
  const at = Date.parse(end);
  if (at <= now) throw bad('expires_at', 'Choose a time to come.');
  return at;
};

const accountOf = async (
  { db }: Node,
  applicationId: string,
  userId: string,
  { kind, gift_card_id: card }: BalanceAdjustment,
): Promise<string> => {
  if (kind !== 'gift_card') {
    if (card !== undefined) throw bad('gift_card_id', `Leave it out when kind is ${kind}.`);
    return '';
  }
  if (card === undefined) throw bad('gift_card_id', 'Name the gift card.');
  if ((await readGiftCard(db, applicationId, card))?.userId !== userId) throw new Refusal('gift_card_not_found');
  return card;
};

export const adjustCustomerBalance = async (
  node: Node,
  place: ApplicationPlace,
  {
    application: { settings },
    userId,
    asked,
  }: { readonly application: Application; readonly userId: string; readonly asked: BalanceAdjustment },
  { actor, requestId, remember }: AdjustRequest,
): Promise<StoredEntry> => {
  const { applicationId, organizationId } = place;
  if (asked.reason.trim() === '') throw bad('reason', 'Say why.');
  const amount = wholeAmount(asked, settings.currency);
  const account = await accountOf(node, applicationId, userId, asked);
  const at = node.now();
  const endsAt = endOf(asked, at);
  const entryId = objectId(node.random);
  const move = {
    applicationId,
    userId,
    kind: asked.kind,
    account,
    reason: asked.reason,
    source: `adjustment:${entryId}`,
    entryId,
    at,
    author: actor,
  };
  const audited = {
    actor,
    requestId,
    organizationId,
    action: 'balance.adjust',
    subject: `application/${applicationId}/customer/${userId}`,
    before: null,
    after: { ...asked, entry_id: entryId },
    at,
  };
  try {
    await node.db.commit([
      ...remember(entryId),
      ...adjustBalance(move, amount, { endsAt }),
      auditStatement(audited, node.random),
    ]);
  } catch (error) {
    if (insufficientBalance(error) !== undefined) throw new Refusal('balance_insufficient', { cause: error });
    if (guardFailed(error, 'balance_limit')) throw new Refusal('balance_limit_reached', { cause: error });
    throw error;
  }
  return entryAt(node, applicationId, entryId);
};

/** An entry that was written: the ledger forgets nothing. */
export const entryAt = async ({ db }: Node, applicationId: string, id: string): Promise<StoredEntry> => {
  const entry = await readEntry(db, applicationId, id);
  if (entry === undefined) throw new Error(`the ledger has lost the entry ${id}`);
  return entry;
};
