/** Use cases: make a gift card, redeem one, cancel one that nobody has redeemed. */
import type { ApplicationPlace } from '../applications/application-store.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import { secretHash } from '../applications/secret-hash.ts';
import type { AuthoredWrite } from '../applications/write-once.ts';
import { issueGiftCard } from './balance-statements.ts';
import { newGiftCardCode, readGiftCardCode } from './gift-card-rules.ts';
import {
  findGiftCard,
  type GiftCard,
  insertGiftCard,
  markCancelled,
  markRedeemed,
  readGiftCard,
} from './gift-card-store.ts';
import type { Statement } from '../db/database.ts';
import { heldBy, untilGuardHolds } from '../db/until-guard-holds.ts';
import type { ErrorCode } from '../shared/error-table.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import type { Minor } from '../shared/money.ts';

type Remember = (cardId: string) => readonly Statement[];
export type GiftCardAsked = {
  readonly value: Minor;
  readonly expiresAt: number | null;
  /** Whose it is from the start. */
  readonly userId: string | null;
  readonly note: string;
};
export type AddedGiftCard = GiftCard & {
  /** The only time it is seen. */
  readonly code: string;
};

/** Its worth, as a balance of whoever redeems it. */
export const issued = (
  { random }: Pick<Node, 'random'>,
  applicationId: string,
  { card, userId }: { readonly card: GiftCard; readonly userId: string },
  at: number,
): readonly Statement[] =>
  issueGiftCard(
    {
      applicationId,
      userId,
      kind: 'gift_card',
      account: card.id,
      amount: card.value,
      reason: 'Gift card',
      source: `gift_card:${card.id}`,
      entryId: objectId(random),
      at,
    },
    card.expiresAt,
  );

const audit = (
  node: Node,
  { organizationId, applicationId }: ApplicationPlace,
  { actor, requestId }: Author,
  change: { readonly action: string; readonly before: GiftCard | null; readonly after: GiftCard },
): Statement =>
  auditStatement(
    {
      ...change,
      actor,
      requestId,
      organizationId,
      subject: `application/${applicationId}/gift_card/${change.after.id}`,
      at: node.now(),
    },
    node.random,
  );

const commitIssue = ({ db }: Pick<Node, 'db'>, batch: readonly Statement[]) =>
  heldBy('gift_card_limit', 'gift_card_limit_reached', () => db.commit(batch));

export const addGiftCard = async (
  node: Node,
  place: ApplicationPlace,
  { value, expiresAt, userId, note }: GiftCardAsked,
  { remember, ...author }: AuthoredWrite<string>,
): Promise<AddedGiftCard> => {
  const at = node.now();
  if (expiresAt !== null && expiresAt <= at) {
    throw new Refusal('body_invalid', { details: [{ field: 'expires_at', message: 'Give a time to come.' }] });
  }
  const code = newGiftCardCode(node.random);
  const card: GiftCard = {
    id: objectId(node.random),
    hint: code.slice(-4),
    value,
    state: userId === null ? 'open' : 'redeemed',
    userId,
    createdAt: at,
    expiresAt,
    redeemedAt: userId === null ? null : at,
    createdBy: author.actor,
    note,
  };
  await commitIssue(node, [
    ...remember(card.id),
    insertGiftCard(place.applicationId, card, secretHash(code)),
    ...(userId === null ? [] : issued(node, place.applicationId, { card, userId }, at)),
    audit(node, place, author, { action: 'gift_card.add', before: null, after: card }),
  ]);
  return { ...card, code };
};

/** Statements of the batch in which the card is redeemed, and of the one that counts a code tried in vain. */
export type Redeeming = { readonly redeemed: Remember; readonly inVain: () => readonly Statement[] };

const whyUnredeemable = (card: GiftCard | undefined, at: number): ErrorCode | undefined => {
  if (card === undefined) return 'gift_card_not_found';
  if (card.state === 'redeemed') return 'gift_card_redeemed';
  const isExpired = card.expiresAt !== null && card.expiresAt <= at;
  return card.state === 'cancelled' || isExpired ? 'gift_card_unusable' : undefined;
};

/** Whoever knows the code makes the card his own. Repeating it is no offence. */
export const redeemGiftCard = (
  node: Node,
  { applicationId, userId }: { readonly applicationId: string; readonly userId: string },
  typed: string,
  told: Redeeming,
): Promise<GiftCard> =>
  untilGuardHolds('gift_card', async () => {
    const at = node.now();
    const code = readGiftCardCode(typed);
    const card = code === undefined ? undefined : await findGiftCard(node.db, applicationId, secretHash(code));
    if (card !== undefined && card.state === 'redeemed' && card.userId === userId) {
      await node.db.commit(told.redeemed(card.id));
      return card;
    }
    const problem = whyUnredeemable(card, at);
    if (card === undefined || problem !== undefined) {
      await node.db.commit(told.inVain());
      throw new Refusal(problem ?? 'gift_card_not_found');
    }
    await commitIssue(node, [
      ...told.redeemed(card.id),
      markRedeemed(applicationId, card.id, userId, at),
      ...issued(node, applicationId, { card, userId }, at),
    ]);
    return { ...card, state: 'redeemed', userId, redeemedAt: at };
  });

export const cancelGiftCard = (
  node: Node,
  place: ApplicationPlace,
  id: string,
  { remember, ...author }: AuthoredWrite<string>,
): Promise<GiftCard> =>
  untilGuardHolds('gift_card', async () => {
    const card = await readGiftCard(node.db, place.applicationId, id);
    if (card === undefined) throw new Refusal('gift_card_not_found');
    if (card.state === 'redeemed') {
      throw new Refusal('gift_card_redeemed', {
        message: 'This gift card was redeemed. Adjust the balance of its customer instead.',
      });
    }
    if (card.state === 'cancelled') {
      await node.db.commit(remember(id));
      return card;
    }
    const cancelled: GiftCard = { ...card, state: 'cancelled' };
    await node.db.commit([
      ...remember(id),
      markCancelled(place.applicationId, id),
      audit(node, place, author, { action: 'gift_card.cancel', before: card, after: cancelled }),
    ]);
    return cancelled;
  });
