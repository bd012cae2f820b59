/** Use cases: add, change and remove a price adjustment of a cart. */
import type { Application, ApplicationPlace } from '../../applications/application-store.ts';
import { auditStatement } from '../../applications/audit-statements.ts';
import { namedApplication, type WorkPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import { AdjustmentBody } from '../../contract/offers/offer-adjustment-contract.ts';
import { guardFailed, type Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { adjustmentProblems, expiryOf } from './adjustment-rules.ts';
import {
  deleteAdjustment,
  fitsInCart,
  insertAdjustment,
  mostPerCart,
  mostSignsPerCart,
  readAdjustment,
  type StoredAdjustment,
  updateAdjustment,
} from './adjustment-store.ts';
import { holdSubject } from '../../quotas/quota-statements.ts';
import { currencyOf } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type AdjustmentRequest = AuthoredWrite<string>;

const adjustmentAt = async ({ db }: Node, place: ApplicationPlace, id: string): Promise<StoredAdjustment> => {
  const found = await readAdjustment(db, place, id);
  if (found === undefined) throw new Refusal('price_adjustment_not_found');
  return found;
};

const check = (body: AdjustmentBody, { settings }: Application, now: number): void => {
  const details = adjustmentProblems(body, now, currencyOf(settings.currency).exponent);
  if (details.length > 0) throw new Refusal('price_adjustment_invalid', { details });
};

const tooMany = (cause?: unknown): Refusal => {
  const message = `A cart has at most ${mostPerCart} price adjustments, of ${mostSignsPerCart} characters of JSON together.`;
  return new Refusal('price_adjustment_invalid', { details: [{ field: 'cart_id', message }], cause });
};

/** Those of one cart come one after another: each counts the others. */
const alone = ({ applicationId }: ApplicationPlace, { cart_id: cartId }: AdjustmentBody, at: number): Statement =>
  holdSubject(applicationId, 'price_adjustments', cartId, at);

type Shape = { readonly properties?: Readonly<Record<string, object>>; readonly items?: object };
const namedIn = (schema: object, value: unknown): unknown => {
  const { properties, items } = schema as Shape;
  if (Array.isArray(value)) return items === undefined ? value : value.map((one) => namedIn(items, one));
  if (properties === undefined || typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const named = ownEntry(properties, name);
      return named === undefined ? [] : [[name, namedIn(named, member)]];
    }),
  );
};
/** `code` is read where it comes (adjustment-rules.ts). */
const shape = { properties: { ...AdjustmentBody.properties, code: {} } };
/**
 * What the audit tells: members that have a name here. What another system hung on besides may name the customer in any of
 * them, and the audit outlives him.
 */
const toldOf = (body: AdjustmentBody | null): unknown => namedIn(shape, body);

type Change = {
  readonly id: string;
  readonly row: readonly Statement[];
  readonly action: 'add' | 'change' | 'remove';
  readonly before: AdjustmentBody | null;
  readonly after: AdjustmentBody | null;
  readonly at: number;
};
const commit = async (
  { node, place }: WorkPlace,
  request: AdjustmentRequest,
  { id, row, action, before, after, at }: Change,
) => {
  const { actor, requestId, remember } = request;
  const { organizationId } = place;
  const of = { action: `price_adjustment.${action}`, subject: `price_adjustment/${id}`, at };
  const told = { ...of, before: toldOf(before), after: toldOf(after) };
  await node.db.commit([
    ...remember(id),
    ...row,
    auditStatement({ actor, requestId, organizationId, ...told }, node.random),
  ]);
};

export const addAdjustment = async (
  work: WorkPlace,
  body: AdjustmentBody,
  request: AdjustmentRequest,
): Promise<StoredAdjustment> => {
  const { node, place } = work;
  const application = await namedApplication(node, place);
  const at = node.now();
  check(body, application, at);
  const added = { id: objectId(node.random), version: 1, cartId: body.cart_id, createdAt: at, body };
  const row = [alone(place, body, at), insertAdjustment(place.applicationId, added, expiryOf(body))];
  try {
    await commit(work, request, { id: added.id, row, action: 'add', before: null, after: body, at });
  } catch (error) {
    if (!guardFailed(error, 'adjustments_of_cart')) throw error;
    throw tooMany(error);
  }
  return added;
};

export const changeAdjustment = (
  work: WorkPlace,
  { id, body }: { readonly id: string; readonly body: AdjustmentBody },
  request: AdjustmentRequest,
): Promise<StoredAdjustment> =>
  untilGuardHolds('adjustment_row', async () => {
    const { node, place } = work;
    const application = await namedApplication(node, place);
    const before = await adjustmentAt(node, place, id);
    const at = node.now();
    check(body, application, at);
    const after = { ...before, cartId: body.cart_id, body };
    if (!(await fitsInCart(node.db, place.applicationId, after))) throw tooMany();
    const row = [alone(place, body, at), updateAdjustment(place.applicationId, after, expiryOf(body), at)];
    await commit(work, request, { id, row, action: 'change', before: before.body, after: body, at });
    return { ...after, version: before.version + 1 };
  });

export const removeAdjustment = (work: WorkPlace, id: string, request: AdjustmentRequest): Promise<StoredAdjustment> =>
  untilGuardHolds('adjustment_row', async () => {
    const { node, place } = work;
    const before = await adjustmentAt(node, place, id);
    const row = [deleteAdjustment(place.applicationId, before)];
    await commit(work, request, { id, row, action: 'remove', before: before.body, after: null, at: node.now() });
    return before;
  });
