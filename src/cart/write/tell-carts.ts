/**
 * What every change of a cart tells to whoever subscribes: `application/cart/create/v1` and `application/cart/update/v1`, in
 * the batch of the change. The cart is named by its number alone, never by the id that opens it.
 */
import { CartPayload } from '../../contract/events/webhook-payloads-contract.ts';
import type { EventSettings } from '../../contract/applications/event-settings-contract.ts';
import type { Statement } from '../../db/database.ts';
import { derivedEventId, type Outbox, type OutgoingEvent } from '../../events/outbox.ts';
import { isoTime } from '../../shared/clock.ts';
import type { StoredCart } from '../store/cart-document.ts';

/** A cart as it is after a change. */
export type ToldCart = { readonly cart: StoredCart; readonly isNew: boolean; readonly isArchived: boolean };

const payloadOf = (operation: string, { cart, isArchived }: ToldCart): CartPayload => {
  const { owner, document } = cart;
  const isAuthenticated = owner.kind === 'customer';
  return {
    cart: {
      cart_id: cart.cartId,
      cart_type: cart.kind === 'custom' ? cart.slug : cart.kind,
      version: cart.version,
      operation,
      is_archive: isArchived,
      user_info: { user_id: isAuthenticated ? owner.id : null, is_authenticated: isAuthenticated },
      items: document.lines.map(({ asked, articleUid, quantity }) => ({
        item_id: asked.itemId,
        size: asked.size,
        article_id: articleUid,
        quantity,
      })),
      coupon_code: document.couponCode,
      comment: document.meta.comment,
      gstin: document.meta.gstin,
      success: true,
      message: '',
      created_on: isoTime(cart.createdAt),
      updated_on: isoTime(cart.modifiedAt),
    },
  };
};

/** Who lets it be told, and what his call says about the shopper. */
export type Teller = {
  /** Undefined: nothing is told. */
  readonly outbox: Outbox | undefined;
  readonly companyId: number;
  readonly settings: EventSettings;
  readonly requestId: string;
  readonly page: { readonly anonymousId: string | null; readonly agreed: boolean };
  readonly now: number;
};

export const tellCarts = (
  { outbox, companyId, settings, requestId, page, now }: Teller,
  operation: string,
  told: readonly ToldCart[],
): readonly Statement[] => {
  if (outbox === undefined) return [];
  const { anonymousId, agreed } = page;
  const events = told.map((one): OutgoingEvent => {
    const { applicationId, cartId, version, owner, modifiedAt } = one.cart;
    const type = one.isNew ? 'create' : 'update';
    return {
      id: derivedEventId('cart', type, applicationId, cartId, String(version)),
      applicationId,
      companyId,
      category: 'application',
      name: 'cart',
      type,
      version: '1',
      at: modifiedAt,
      traceId: requestId,
      userId: owner.kind === 'customer' ? owner.id : null,
      anonymousId: owner.kind === 'customer' ? anonymousId : (anonymousId ?? outbox.pseudonym(applicationId, owner.id)),
      sequenceKey: `cart/${cartId}`,
      sequence: version,
      payload: payloadOf(operation, one),
      shape: CartPayload,
    };
  });
  return outbox.statements(settings, events, { receivedAt: now, agreed });
};
