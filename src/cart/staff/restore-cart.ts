/**
 * Brings back what a cart held: when it was emptied, only into an empty cart, so that what a shopper has now is never mixed up; or
 * at an earlier version, in place of what it holds.
 */
import type { Application } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { CartServices } from '../call/cart-shop.ts';
import { cartAtVersion } from './cart-as-of.ts';
import { codesOf, withCodes } from '../store/coupon-codes.ts';
import { type StaffAct, staffEntry } from '../call/staff-act.ts';
import type { CartDocument, StoredCart } from '../store/cart-document.ts';
import { commandOf, isChanged } from '../store/cart-history.ts';
import { keepHistory, readArchived, removeArchived } from '../store/cart-record-store.ts';
import { cartGuard, readCartByNumber, readCurrentCart, updateCart } from '../store/cart-store.ts';
import { cartEnd, retentionOf } from '../store/retention.ts';
import { tellCarts } from '../write/tell-carts.ts';
import type { Statement } from '../../db/database.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';

/** The cart of that number, or the one that took its place. */
const targetOf = async (node: Node, applicationId: string, cartNumber: number): Promise<StoredCart> => {
  const found = await readCartByNumber(node.db, applicationId, cartNumber);
  if (found === undefined) throw new Refusal('cart_not_found');
  const { cart, state } = found;
  const kind = { kind: cart.kind, slug: cart.slug };
  const current = state === 'active' ? cart : await readCurrentCart(node.db, applicationId, cart.owner, kind);
  if (current === undefined) throw new Refusal('cart_not_found');
  return current;
};

const requireRoom = ({ lines }: CartDocument, most: number): void => {
  if (lines.length <= most) return;
  throw new Refusal('cart_full', { message: `The copy has more lines than a cart may have: ${most}.` });
};

type Back = { readonly before: StoredCart; readonly document: CartDocument; readonly act: StaffAct };

const putBack = async (
  { node, outbox }: Pick<CartServices, 'node' | 'outbox'>,
  { companyId, settings }: Pick<Application, 'companyId' | 'settings'>,
  { before, document, act }: Back,
  more: readonly Statement[] = [],
): Promise<StoredCart> => {
  const retention = retentionOf(settings.cart);
  const after: StoredCart = {
    ...before,
    version: before.version + 1,
    modifiedAt: Math.max(before.modifiedAt, node.now()),
    document,
  };
  const page = { anonymousId: null, agreed: false };
  const { requestId } = act;
  const asked = { requestId: requestId ?? '', page, now: node.now() };
  const teller = { outbox, companyId, settings: settings.events, ...asked };
  await node.db.commit([
    updateCart(after, before.version, cartEnd(after, retention)),
    keepHistory(
      after,
      commandOf('restore', before.document, after.document, requestId),
      after.modifiedAt + retention.history,
    ),
    ...more,
    staffEntry(act, 'cart.restore', after, node),
    ...tellCarts(teller, 'restore', [{ cart: after, isNew: false, isArchived: false }]),
  ]);
  return after;
};

export const restoreCart = (
  { node, outbox }: Pick<CartServices, 'node' | 'outbox'>,
  { id: applicationId, companyId, settings }: Pick<Application, 'id' | 'companyId' | 'settings'>,
  { cartNumber, copyId }: { readonly cartNumber: number; readonly copyId: string },
  act: StaffAct,
): Promise<StoredCart> =>
  untilGuardHolds(cartGuard, async () => {
    const copy = await readArchived(node.db, applicationId, cartNumber, copyId);
    if (copy === undefined) throw new Refusal('cart_archive_not_found');
    const before = await targetOf(node, applicationId, cartNumber);
    if (before.document.lines.length > 0) throw new Refusal('cart_not_empty');
    requireRoom(copy.document, settings.quotas.cart_lines);
    return putBack({ node, outbox }, { companyId, settings }, { before, document: copy.document, act }, [
      removeArchived(applicationId, copyId),
    ]);
  });

/** Brings back the lines and the code of an earlier version, as a new version of the cart that is in use. */
export const restoreVersion = (
  services: Pick<CartServices, 'node' | 'outbox'>,
  { id: applicationId, companyId, settings }: Pick<Application, 'id' | 'companyId' | 'settings'>,
  { cartNumber, version }: { readonly cartNumber: number; readonly version: number },
  act: StaffAct,
): Promise<StoredCart> =>
  untilGuardHolds(cartGuard, async () => {
    const before = await targetOf(services.node, applicationId, cartNumber);
    const { document: was } = await cartAtVersion(services.node.db, before, version);
    requireRoom(was, settings.quotas.cart_lines);
    const document = withCodes({ ...before.document, lines: was.lines }, codesOf(was));
    if (!isChanged(before.document, document)) return before;
    return putBack(services, { companyId, settings }, { before, document, act });
  });
