/** Writes a changed offer: the offer, its code, the version that nodes look at and the audit move together. */
import { isDeepStrictEqual } from 'node:util';
import type { ApplicationPlace } from '../applications/application-store.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Node } from '../applications/node.ts';
import type { AuthoredWrite } from '../applications/write-once.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { unwantCodes, wantCodes } from './codes/code-store.ts';
import { claimCode, deleteOffer, freeCode, insertOffer, raiseOfferVersion, updateOffer } from './offer-statements.ts';
import { codeOf, type Definition, folded, isBulk, type Offer, textOf } from './offer.ts';
import { Refusal } from '../shared/errors.ts';
import { ownEntry } from '../shared/own-entry.ts';

export type OfferCommit = AuthoredWrite<string>;
/** Without `before` it is new, without `after` it goes. */
export type OfferChange = Readonly<{ before?: Offer; after?: Offer; action: 'add' | 'change' | 'remove'; at: number }>;

const isPriced = (offer: Offer | undefined): boolean => offer?.state === 'published' && !offer.isArchived;

const rowStatement = (applicationId: string, { before, after }: OfferChange): readonly Statement[] => {
  if (before === undefined) return after === undefined ? [] : [insertOffer(applicationId, after)];
  return [after === undefined ? deleteOffer(applicationId, before) : updateOffer(applicationId, before, after)];
};

const codeMoves = (applicationId: string, { before, after, at }: OfferChange): readonly Statement[] => {
  const old = before === undefined ? '' : codeOf(before);
  const next = after === undefined ? '' : codeOf(after);
  if (folded(old) === folded(next)) return [];
  return [
    ...(before === undefined || old === '' ? [] : [freeCode(applicationId, before.id, old)]),
    ...(after === undefined || next === '' ? [] : [claimCode(applicationId, after.id, next, at)]),
  ];
};

/** Bulk codes are asked for here and made afterwards. */
const bulkMoves = (applicationId: string, { before, after, at }: OfferChange): readonly Statement[] => {
  if (after === undefined) return before === undefined ? [] : [unwantCodes(applicationId, before.id, at)];
  const { id, definition } = after;
  if (!isBulk(definition)) return [];
  const wanted = Number(definition.coupon_counts ?? 0);
  return [wantCodes(applicationId, id, { prefix: textOf(definition.coupon_prefix), wanted, at })];
};

/** The offer, its code and the work on its bulk codes. */
export const offerRows = (applicationId: string, change: OfferChange): readonly Statement[] => [
  ...rowStatement(applicationId, change),
  ...codeMoves(applicationId, change),
  ...bulkMoves(applicationId, change),
];

/** What the audit tells: all of a new or removed offer, else the members that differ. */
const difference = ({ before, after }: OfferChange) => {
  const whole = (offer: Offer | undefined): Definition | null =>
    offer === undefined ? null : { status: offer.state, is_archived: offer.isArchived, ...offer.definition };
  const [old, next] = [whole(before), whole(after)];
  if (old === null || next === null) return { before: old, after: next };
  const names = [...new Set([...Object.keys(old), ...Object.keys(next)])];
  const changed = names.filter((name) => !isDeepStrictEqual(ownEntry(old, name), ownEntry(next, name)));
  const only = (from: Definition) => Object.fromEntries(changed.map((name) => [name, ownEntry(from, name) ?? null]));
  return { before: only(old), after: only(next) };
};

const refusalOf = (error: unknown): unknown => {
  if (guardFailed(error, 'offer_code')) {
    const details = [{ field: 'code', message: 'This code is taken.' }];
    return new Refusal('code_taken', { details, cause: error });
  }
  if (!guardFailed(error, 'code_job')) return error;
  const details = [{ field: 'coupon_counts', message: 'More codes were asked for before; there cannot be fewer.' }];
  return new Refusal('offer_invalid', { details, cause: error });
};

export const commitOffer = async (
  node: Node,
  { applicationId, organizationId }: ApplicationPlace,
  { actor, requestId, remember }: OfferCommit,
  change: OfferChange,
): Promise<void> => {
  const { before, after, action, at } = change;
  const offer = after ?? before;
  if (offer === undefined) return;
  const { kind, id } = offer;
  const told = { actor, requestId, organizationId, action: `${kind}.${action}`, subject: `${kind}/${id}`, at };
  try {
    await node.db.commit([
      ...remember(id),
      ...offerRows(applicationId, change),
      ...(isPriced(before) || isPriced(after) ? [raiseOfferVersion(applicationId)] : []),
      auditStatement({ ...told, ...difference(change) }, node.random),
    ]);
  } catch (error) {
    throw refusalOf(error);
  }
};
