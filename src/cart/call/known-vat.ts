/** What is known of the VAT number of a cart, and asking about it. */
import { type CartShop, type PricedShop } from './cart-shop.ts';
import type { StoredCart } from '../store/cart-document.ts';
import { type KnownVat, unknownVat } from '../../customers/vat/vat-check-rules.ts';
import { readVatCheck, type VatHolder } from '../../customers/vat/vat-check-store.ts';

type Asked = Pick<StoredCart, 'applicationId' | 'owner' | 'document'>;

const holderOf = ({ applicationId, owner, document: { meta } }: Asked): VatHolder | undefined =>
  typeof meta.vatId === 'string' ? { applicationId, owner, vatId: meta.vatId } : undefined;

/** Null: there is no number, or the shop asks nobody about it. */
export const knownVat = async (
  { node, caller, readers }: PricedShop,
  cart: Asked | undefined,
): Promise<KnownVat | null> => {
  if (readers?.vat !== undefined) return readers.vat;
  const holder = cart && holderOf(cart);
  if (holder === undefined || caller.settings.cart.tax.vat_check === null) return null;
  const check = await readVatCheck(node.db, holder);
  return check === undefined ? unknownVat : { check, isAsked: true };
};

/** Asks, where the shop wants it and nothing is known yet. */
export const ensureVat = async (
  { ensureVatCheck, caller, taker }: Pick<CartShop, 'ensureVatCheck' | 'caller' | 'taker'>,
  cart: Asked | undefined,
): Promise<void> => {
  const holder = cart && holderOf(cart);
  const setting = caller.settings.cart.tax.vat_check;
  if (holder !== undefined && setting !== null) await ensureVatCheck?.(holder, setting, taker);
};
