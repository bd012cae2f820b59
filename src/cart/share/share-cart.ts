/** A copy of a cart behind a link: made once, changed by nobody, seen at the viewer's prices, taken into his own cart. */
import { createHmac } from 'node:crypto';
import { installationSecret } from '../../applications/installation-secret.ts';
import type { Node } from '../../applications/node.ts';
import type { CartAsk } from '../call/cart-ask.ts';
import { plainLine } from '../call/cart-reach-rules.ts';
import type { CartShop } from '../call/cart-shop.ts';
import { staffEntry } from '../call/staff-act.ts';
import { putOptions, putTo } from '../lines/apply-adds.ts';
import { mergeDocuments } from '../lines/apply-merge.ts';
import { loadFacts } from '../lines/load-facts.ts';
import { answerSharedCart } from './shared-answer.ts';
import { type CartDocument, emptyDocument, type JsonObject, type StoredCart } from '../store/cart-document.ts';
import type { Merge } from '../store/cart-history.ts';
import { retentionOf } from '../store/retention.ts';
import { keepShare, readShare, type StoredShare } from '../store/share-store.ts';
import { type CartWrite, writeOne, type Written } from '../write/write-cart.ts';
import { plainRecord } from '../write/write-outcome.ts';
import type { SharedCart } from '../../contract/cart/cart-share-contract.ts';
import type { Remember } from '../../http/idempotency.ts';
import { useQuotas } from '../../quotas/quota-statements.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { isTooMuchData, tooMuchData } from '../../shared/own-data-rules.ts';

/** Lines as they are for anybody; nothing else of the cart but its code, which only a public coupon shows. */
const shareable = ({ lines, couponCode }: CartDocument): CartDocument => ({
  ...emptyDocument,
  couponCode,
  lines: lines.map(({ sealed: _sealed, ...line }) => plainLine(line)),
});

/** Made from the share's id, so that a repeat under a key finds it again and yet no table holds it. */
export const shareToken = async (node: Node, id: string): Promise<string> =>
  createHmac('sha256', await installationSecret(node, 'cart_shares'))
    .update(id)
    .digest('base64url');

/** Keeps a copy of the cart, and answers with its id. Nothing of the cart itself changes. */
export const shareCart = async (
  { shop, remember }: { readonly shop: CartShop; readonly remember: Remember },
  cart: StoredCart | undefined,
  meta: JsonObject,
): Promise<string> => {
  if (isTooMuchData(meta)) throw new Refusal('body_invalid', { details: [{ field: 'meta', message: tooMuchData }] });
  if (cart === undefined || cart.document.lines.length === 0) throw new Refusal('cart_empty');
  const { node, caller } = shop;
  const id = objectId(node.random);
  const { kind, slug, owner, cartId } = cart;
  const copy = {
    id,
    cartId,
    kind: { kind, slug },
    document: shareable(cart.document),
    sharedBy: { kind: owner.kind, userId: owner.kind === 'customer' ? owner.id : null },
    meta,
  };
  const now = node.now();
  const text = JSON.stringify(copy);
  const end = now + retentionOf(caller.settings.cart).share;
  const batch = [
    ...remember({ status: 200, document: { id } }),
    ...useQuotas(
      shop.taker,
      [
        { quota: 'shares', amount: 1 },
        { quota: 'bytes', amount: text.length },
      ],
      now,
    ),
    keepShare(caller.applicationId, await shareToken(node, id), text, { owner, at: now, expiresAt: end }),
    ...(shop.staff === undefined ? [] : [staffEntry(shop.staff, 'cart.share', cart, node)]),
  ];
  await shop.quotas.within(shop.taker, () => node.db.commit(batch));
  return id;
};

const findShare = async ({ node, caller }: CartShop, token: string): Promise<StoredShare> => {
  const share = await readShare(node.db, caller.applicationId, token, node.now());
  if (share === undefined)
    throw new Refusal('share_not_found', { body: { error: 'This share link is unknown or has expired.' } });
  return share;
};

/** A link is passed on to anybody: who a customer is, it tells to himself alone. */
const detailsOf = (
  { shopper }: CartShop,
  token: string,
  { sharedBy, meta, createdAt }: StoredShare,
): NonNullable<SharedCart['shared_cart_details']> => ({
  token,
  user: {
    ...(sharedBy.userId !== null && sharedBy.userId === shopper.customer?.userId ? { user_id: sharedBy.userId } : {}),
    is_anonymous: sharedBy.kind === 'anonymous',
  },
  created_on: isoTime(createdAt),
  source: {},
  meta,
});

/** The copy as this viewer sees it: his prices, his place, nothing that was its owner's alone. */
export const viewShare = async (shop: CartShop, token: string, ask: CartAsk): Promise<SharedCart> => {
  const share = await findShare(shop, token);
  const { id, cartId, kind, document, createdAt } = share;
  const copy: StoredCart = {
    ...kind,
    id,
    cartId,
    applicationId: shop.caller.applicationId,
    owner: { kind: 'anonymous', id: '' },
    version: 1,
    createdAt,
    modifiedAt: createdAt,
    document,
  };
  const cart = await answerSharedCart(shop, copy, { ...ask, kind, items: true, breakup: true });
  return { ...cart, shared_cart_details: detailsOf(shop, token, share) };
};

export type ShareAction = 'merge' | 'replace';

/** Lines of the copy beside those of the caller's cart, or instead of them. */
const taken = async (
  write: CartWrite,
  cart: StoredCart | undefined,
  { slug, shared, action }: { readonly slug: string; readonly shared: CartDocument; readonly action: ShareAction },
): Promise<CartDocument> => {
  const { shop } = write.call;
  const own = cart?.document ?? emptyDocument;
  const facts = await loadFacts(shop, write.ask, { cart, lines: [...own.lines, ...shared.lines], refs: [] });
  const options = putOptions(putTo(shop.node, facts, cart, slug), 'clamp');
  const base = action === 'replace' ? { ...own, lines: [] } : own;
  const source = { ...emptyDocument, lines: withOwnIdentifiers(shared, options.newIdentifier) };
  return mergeDocuments(base, source, 'sum', options).document;
};

/** The copy can be taken many times, also twice into one cart: its lines get identifiers of their own each time. */
const withOwnIdentifiers = ({ lines }: CartDocument, newIdentifier: () => string): CartDocument['lines'] => {
  const fresh = new Map(lines.map(({ identifier }) => [identifier, newIdentifier()]));
  return lines.map((line) => ({
    ...line,
    identifier: fresh.get(line.identifier) ?? line.identifier,
    parent: line.parent === null ? null : (fresh.get(line.parent) ?? null),
  }));
};

/** A copy has no cart that goes out of use: what is taken back are its lines. */
const nobodysCart = ({ call }: CartWrite): Omit<Merge, 'into'> => ({
  id: objectId(call.shop.node.random),
  sources: [],
  report: { sources: [], clamped: [], dropped: [] },
});

export const takeShare = (write: CartWrite, token: string, action: ShareAction): Promise<Written> =>
  writeOne(write, async ({ cart, kind }) => {
    const { document: shared } = await findShare(write.call.shop, token);
    const message = action === 'merge' ? 'Shared items added to the cart' : 'Cart replaced';
    return {
      operation: `share_${action}`,
      before: cart?.document ?? emptyDocument,
      document: await taken(write, cart, { slug: kind.slug, shared, action }),
      recordOf: (current) => plainRecord(current, message),
      more: ({ changes }) => ({ merges: changes.map(({ after }) => ({ ...nobodysCart(write), into: after.id })) }),
    };
  });
