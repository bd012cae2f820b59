/**
 * Lets an operator or a service client make a shopper's call: finds the application and whose cart is meant, and puts both
 * into the request, where the call's own route reads them. Looking at a cart is told to the audit here; a change tells it
 * in the batch of the change.
 */
import type { FastifyRequest } from 'fastify';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { type StaffAct, staffEntry, staffId } from '../call/staff-act.ts';
import type { CartOwner, StoredCart } from '../store/cart-document.ts';
import { isCartNumber } from '../store/cart-numbers.ts';
import { type FoundCart, readCart, readCartByNumber } from '../store/cart-store.ts';
import { isUserId } from '../../customers/customer-token.ts';
import type { Shopper } from '../../customers/shopper.ts';
import { callerName, permittedCaller } from '../../http/access.ts';
import { inEarnest, prefersDryRun } from '../../http/dry-run.ts';
import { Refusal } from '../../shared/errors.ts';

type Given = Readonly<Record<string, unknown>>;
const given = (value: unknown): Given => (typeof value === 'object' && value !== null ? (value as Given) : {});
const textOf = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined;

/** Where a call says which cart it means: its query, its path, and its body where `id` there is a cart's. */
type CartNaming = { readonly bodyNamesCart: boolean };

const cartNamed = ({ query, params, body }: FastifyRequest, { bodyNamesCart }: CartNaming): string | undefined => {
  const { id, cart_id, uid } = given(query);
  const inBody = given(body);
  return textOf(
    given(params)['cart_id'] ?? id ?? cart_id ?? uid ?? inBody['cart_id'] ?? (bodyNamesCart ? inBody['id'] : undefined),
  );
};

const MOST_STEPS = 10;

/** By number or key; what was merged is followed to where it went. */
export const findForStaff = async (
  { db }: Node,
  applicationId: string,
  name: string,
): Promise<StoredCart | undefined> => {
  let found: FoundCart | undefined = isCartNumber(name)
    ? await readCartByNumber(db, applicationId, Number(name))
    : await readCart(db, applicationId, name);
  for (let step = 0; step < MOST_STEPS && found !== undefined && found.mergedInto !== null; step += 1) {
    found = await readCart(db, applicationId, found.mergedInto);
  }
  return found?.state === 'active' ? found.cart : undefined;
};

/** A shopper in whose place somebody of the shop acts. */
export const shopperFor = ({ kind, id }: CartOwner, now: number): Shopper =>
  kind === 'customer'
    ? { customer: { userId: id, claims: {}, expiresAt: null }, clearCookies: [] }
    : { anonymous: { id, issuedAt: now }, clearCookies: [] };

const nobody: Shopper = { clearCookies: [] };

const customerNamed = (request: FastifyRequest): CartOwner | undefined => {
  const id = textOf(given(request.query)['user_id'] ?? given(request.body)['user_id']);
  if (id === undefined) return undefined;
  if (isUserId(id)) return { kind: 'customer', id };
  throw new Refusal('body_invalid', { details: [{ field: 'user_id', message: 'This is no id of a customer.' }] });
};

const reasonOf = ({ headers }: FastifyRequest): string | null => {
  const reason = headers['x-staff-reason'];
  return typeof reason === 'string' && reason.trim() !== '' ? reason.trim().slice(0, MOST_REASON) : null;
};
const MOST_REASON = 500;

const whoseMissing = [{ field: 'user_id', message: 'Say whose cart: user_id, or the id of the cart.' }];

export type StaffEntry = CartNaming & {
  /** The call means something without a shopper, too. */
  readonly anybody: boolean;
  /** Told to the audit: what was looked at. Null for a change, which tells it itself. */
  readonly looksAt: string | null;
};

/** The cart that is named, and whose it is: the customer's who is named, else the owner's. */
const whoseCart = async (
  node: Node,
  request: FastifyRequest,
  applicationId: string,
  naming: CartNaming,
): Promise<{ readonly cart: StoredCart | undefined; readonly owner: CartOwner | undefined }> => {
  const name = cartNamed(request, naming);
  const cart = name === undefined ? undefined : await findForStaff(node, applicationId, name);
  if (name !== undefined && cart === undefined) throw new Refusal('cart_not_found');
  return { cart, owner: customerNamed(request) ?? cart?.owner };
};

export const staffActOf = (request: FastifyRequest): StaffAct => {
  const caller = permittedCaller(request);
  const { organizationId } = caller;
  return {
    actor: callerName(caller),
    id: staffId(caller),
    organizationId,
    requestId: request.id,
    reason: reasonOf(request),
  };
};

export const enterAsStaff = async (
  node: Node,
  request: FastifyRequest,
  { anybody, looksAt, ...naming }: StaffEntry,
): Promise<void> => {
  const place = placeOf(request, request.params as { readonly company_id: number; readonly application_id: string });
  const application = await namedApplication(node, place);
  const { cart, owner } = await whoseCart(node, request, place.applicationId, naming);
  if (owner === undefined && !anybody) throw new Refusal('body_invalid', { details: whoseMissing });
  const act = staffActOf(request);
  request.standsInFor = { kind: 'application', ...place, settings: application.settings };
  request.actsFor = owner === undefined ? nobody : shopperFor(owner, node.now());
  request.staffAct = act;
  if (cart !== undefined) request.query = { ...given(request.query), id: cart.cartId };
  if (owner === undefined) return;
  const seen = { cartId: cart?.cartId ?? '', owner, version: cart?.version ?? 0 };
  request.actTold = (action, what) => staffEntry(act, action, { ...seen, ...what }, node);
  // A change that is only tried shows the cart, and changes nothing that would tell of it.
  const seenAs = looksAt ?? (prefersDryRun(request) ? 'cart.dry_run' : null);
  if (seenAs !== null) await inEarnest(() => node.db.commit([staffEntry(act, seenAs, seen, node)]));
};
