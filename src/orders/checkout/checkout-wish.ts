/** What a checkout asks for, the same for both versions of its body. Pure. */
import { isWebAddress } from '../../http/requests/formats.ts';
import { paymentMode } from '../../shared/payment-mode.ts';
import type { JsonObject, PaymentSelection } from '../../cart/store/cart-document.ts';
import type { AddressBody } from '../../contract/cart/cart-selection-contract.ts';
import type { CheckoutBody } from '../../contract/orders/checkout-contract.ts';
import type { OrderDocument } from '../order-document.ts';
import { Refusal } from '../../shared/errors.ts';
import { isTooMuchData, tooMuchData } from '../../shared/own-data-rules.ts';

export type CheckoutWish = {
  readonly cartId: string | null;
  /** Null: as the cart says. */
  readonly addressId: string | null;
  readonly billingAddressId: string | null;
  /** Given with the call, as they were sent. */
  readonly delivery: AddressBody | null;
  readonly billing: AddressBody | null;
  readonly payment: PaymentSelection | null;
  readonly cardId: number | null;
  readonly orderType: string | undefined;
  readonly orderingStore: number | null;
  readonly callbackUrl: string | null;
  /** As sent: decimal, in the currency of the answer. */
  readonly expected: number | null;
  /** Who of the staff sells; null where the call names nobody. */
  readonly staff: JsonObject | null;
  readonly customer: JsonObject | null;
  readonly customMeta: JsonObject;
  readonly tags: OrderDocument['tags'];
};

type Text = string | null | undefined;
const given = (value: Text): string | null => (value === undefined || value === null || value === '' ? null : value);
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const problem = (field: string, message: string): Refusal =>
  new Refusal('body_invalid', { details: [{ field, message }] });

const smallObject = <T extends JsonObject>(field: string, value: T | null | undefined): T | null => {
  if (value === undefined || value === null) return null;
  if (isTooMuchData(value)) throw problem(field, tooMuchData);
  return value;
};

/** A list of `{key, value}` as an object; the last of equal keys counts. */
const customMetaOf = (value: unknown): JsonObject => {
  if (Array.isArray(value)) {
    const entries = value
      .filter(isObject)
      .flatMap(({ key, value: entry }) =>
        typeof key === 'string' && key !== '' ? [[key, entry ?? null] as const] : [],
      );
    return Object.fromEntries(entries);
  }
  return isObject(value) ? value : {};
};

const methodOf = ({ payment_methods: methods }: CheckoutBody) => {
  if (methods === undefined || methods === null) return undefined;
  if (methods.length > 1) throw new Refusal('payment_methods_unsupported');
  return methods[0];
};

/** The first that says something. */
const firstOf = (...texts: readonly Text[]): string | null => texts.map(given).find((text) => text !== null) ?? null;

/** A method of the second version says it closer to the payment than the body does. */
const paymentOf = (body: CheckoutBody): PaymentSelection | null => {
  const method: Partial<NonNullable<ReturnType<typeof methodOf>>> = methodOf(body) ?? {};
  const meta = method.payment_meta ?? {};
  const mode = firstOf(method.mode, body.payment_mode);
  if (mode === null) return null;
  return {
    mode: paymentMode(mode),
    identifier: firstOf(method.payment_identifier, meta.payment_identifier, body.payment_identifier),
    aggregator: firstOf(meta.payment_gateway, body.aggregator),
    merchantCode: firstOf(meta.merchant_code, body.merchant_code),
    network: given(body.network),
    type: firstOf(meta.type, body.type),
    iin: given(body.iin),
  };
};

const callbackOf = (text: Text): string | null => {
  const url = given(text);
  if (url === null) return null;
  if (!isWebAddress(url)) throw problem('callback_url', 'Give an http or https address, without spaces.');
  return url;
};

/** Clients send the members of a form that nobody filled in. */
const namedStaff = (staff: JsonObject | null): JsonObject | null =>
  Object.values(staff ?? {}).some((value) => value !== null && value !== '') ? staff : null;

export const wishOf = (body: CheckoutBody): CheckoutWish => {
  const card = given(body.card_id);
  return {
    cartId: given(body.id) ?? given(body.cart_id),
    addressId: given(body.address_id),
    billingAddressId: given(body.billing_address_id),
    delivery: smallObject('delivery_address', body.delivery_address),
    billing: smallObject('billing_address', body.billing_address),
    payment: paymentOf(body),
    cardId: card !== null && /^\d{1,15}$/.test(card) ? Number(card) : null,
    orderType: given(body.order_type) ?? undefined,
    orderingStore: body.ordering_store ?? null,
    callbackUrl: callbackOf(body.callback_url),
    expected: body.expected_total ?? methodOf(body)?.amount ?? null,
    staff: namedStaff(smallObject('staff', body.staff)),
    customer: smallObject('customer_details', body.customer_details),
    customMeta: customMetaOf(body.custom_meta),
    tags: (body.order_tags ?? []).map(({ slug, display_text = slug }) => ({ slug, display_text })),
  };
};
