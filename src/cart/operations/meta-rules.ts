/** Data on a cart: what is kept of a body, or what is wrong with it, by field. A body is taken whole or not at all. Pure. */
import { isMuchWrapping } from '../lines/line-data-rules.ts';
import { gstinOf, panOf } from './tax-id-rules.ts';
import { vatIdOf } from '../price/vat-id-rules.ts';
import type { CartDocument, CartMeta, GiftDetail, JsonObject } from '../store/cart-document.ts';
import type { ChangeCartMeta } from '../../contract/cart/cart-bodies.ts';
import { isTooMuchData, tooMuchData } from '../../shared/own-data-rules.ts';
import { ownEntry } from '../../shared/own-entry.ts';

const MOST_COMMENT = 500;
const MOST_TEXT = 256;

export type MetaProblems = Readonly<Record<string, readonly string[]>>;
type Taken<T> = { readonly value?: T; readonly problem?: string };
type Text = string | null | undefined;

const isEmpty = (given: Text): boolean => given === null || given?.trim() === '';

/** Undefined leaves what is there, empty removes it. */
const text = (given: Text, read: (given: string) => string | undefined, problem: string): Taken<string | null> => {
  if (given === undefined) return {};
  if (given === null || isEmpty(given)) return { value: null };
  const value = read(given);
  return value === undefined ? { problem } : { value };
};
const short = (given: string): string | undefined => (given.length <= MOST_TEXT ? given : undefined);
const tooLong = `Write at most ${MOST_TEXT} characters.`;

const data = (given: JsonObject | null | undefined): Taken<JsonObject | null> => {
  if (given === undefined) return {};
  return isTooMuchData(given) ? { problem: tooMuchData } : { value: given };
};

const checkoutMode = (given: Text): Taken<CartMeta['checkoutMode']> => {
  if (given === undefined) return {};
  if (given === null || isEmpty(given)) return { value: 'self' };
  return given === 'self' || given === 'other' ? { value: given } : { problem: 'Write self or other.' };
};

const commentOf = (given: Text): Taken<string> => {
  if (given === undefined) return {};
  const comment = given ?? '';
  return comment.length > MOST_COMMENT ? { problem: `Write at most ${MOST_COMMENT} characters.` } : { value: comment };
};

const customMeta = (given: JsonObject | null | undefined, before: JsonObject): Taken<JsonObject> => {
  if (given === undefined) return {};
  if (given === null) return { value: {} };
  const value = Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, entry]) => entry !== null));
  return isTooMuchData(value) ? { problem: tooMuchData } : { value };
};

type GiftBody = ChangeCartMeta['gift_details'];

/** Put over what is there; a message without wrapping is kept for when it is wrapped. */
const giftDetailsOf = (given: GiftBody, before: CartDocument['giftDetails']): Taken<CartDocument['giftDetails']> => {
  if (given === undefined) return {};
  if (given === null) return { value: {} };
  const sent = Object.entries(given).map(([key, detail]): [string, GiftDetail] => [
    key,
    {
      applied: detail.is_gift_applied ?? ownEntry(before, key)?.applied ?? false,
      message: detail.gift_message ?? ownEntry(before, key)?.message ?? '',
    },
  ]);
  const value = { ...before, ...Object.fromEntries(sent) };
  if (sent.some(([, { message }]) => message.length > MOST_COMMENT)) {
    return { problem: `Write at most ${MOST_COMMENT} characters.` };
  }
  return isMuchWrapping(value) ? { problem: 'This is too much data.' } : { value };
};

type Fields = {
  readonly [Field in keyof Omit<CartMeta, 'custom'>]: readonly [wire: string, taken: Taken<CartMeta[Field]>];
};

const fieldsOf = (body: ChangeCartMeta): Fields => {
  const details = body.ship_to_gst_details === null ? { gstin: null, trade_name: null } : body.ship_to_gst_details;
  const shipTo = body.ship_to_gstin === undefined ? details?.gstin : body.ship_to_gstin;
  const gstin = 'Invalid gstin number';
  return {
    gstin: ['gstin', text(body.gstin, gstinOf, gstin)],
    shipToGstin: ['ship_to_gstin', text(shipTo, gstinOf, gstin)],
    vatId: ['vat_id', text(body.vat_id, vatIdOf, 'Invalid VAT number')],
    shipToTradeName: ['ship_to_gst_details', text(details?.trade_name, short, tooLong)],
    panNo: ['pan_no', text(body.pan_no, panOf, 'Invalid PAN number')],
    comment: ['comment', commentOf(body.comment)],
    checkoutMode: ['checkout_mode', checkoutMode(body.checkout_mode)],
    staffUserId: ['staff_user_id', text(body.staff_user_id, short, tooLong)],
    pickUpCustomer: ['pick_up_customer_details', data(body.pick_up_customer_details)],
    alternatePickup: ['alternate_pickup_person', data(body.alternate_pickup_person)],
    deliverySlots: ['delivery_slots', data(body.delivery_slots)],
  };
};

export type MetaDecision = { readonly document: CartDocument } | { readonly problems: MetaProblems };

export const changeMeta = (document: CartDocument, body: ChangeCartMeta): MetaDecision => {
  const fields = fieldsOf(body);
  const custom = customMeta(body.custom_cart_meta, document.meta.custom);
  const gifts = giftDetailsOf(body.gift_details, document.giftDetails);
  const taken = Object.entries(fields) as readonly [string, readonly [string, Taken<unknown>]][];
  const all: readonly (readonly [string, Taken<unknown>])[] = [
    ...taken.map(([, field]) => field),
    ['custom_cart_meta', custom],
    ['gift_details', gifts],
  ];
  const problems = all.flatMap(([wire, { problem }]) => (problem === undefined ? [] : [[wire, [problem]] as const]));
  if (problems.length > 0) return { problems: Object.fromEntries(problems) };
  const values = taken.flatMap(([name, [, { value }]]) => (value === undefined ? [] : [[name, value] as const]));
  return {
    document: {
      ...document,
      giftDetails: gifts.value ?? document.giftDetails,
      meta: { ...document.meta, ...Object.fromEntries(values), custom: custom.value ?? document.meta.custom },
    },
  };
};

/** Code of the first problem: those that have one of their own, else that something is wrong. */
export const metaCode = (
  problems: MetaProblems,
): 'gstin_invalid' | 'pan_invalid' | 'vat_id_invalid' | 'cart_meta_invalid' => {
  const [first] = Object.keys(problems);
  if (first === 'gstin' || first === 'ship_to_gstin') return 'gstin_invalid';
  if (first === 'vat_id') return 'vat_id_invalid';
  return first === 'pan_no' ? 'pan_invalid' : 'cart_meta_invalid';
};
