/** What is added to the goods: delivery, cash on delivery, the payment mode's fee, gift wrapping, charges of other systems. */
import { million, type Minor, portion, type Ppm, rateOf, taxWithin } from '../../shared/money.ts';
import { type CartState, goodsAmount } from '../cart-state.ts';
import { fromHome } from './in-currency.ts';
import { quoteOf } from './shipping.ts';
import { allocate } from '../../shared/allocate.ts';
import type { ShippingPart } from '../shipping-types.ts';
import { adjustmentsOf, distribute, leftOut, reachedLines } from '../price-adjustments.ts';
import type { Charge, ChargeBasis } from '../charge-types.ts';
import type { PricedCart, PricedLine } from '../priced-types.ts';
import type { ChargeTable, Fee, PriceAdjustment } from '../pricing-types.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export type ChargeState = {
  readonly cart: CartState;
  readonly charges: readonly Charge[];
  /** What cash on delivery would cost, when it is possible and not chosen. */
  readonly codQuote: PricedCart['codQuote'];
};

/** The entry with the greatest threshold strictly below the goods; none, no charge. */
export const entryFor = (table: ChargeTable, goods: Minor): ChargeTable[number] | null =>
  table
    .filter(({ threshold }) => threshold < goods)
    .reduce<ChargeTable[number] | null>(
      (best, entry) => (best !== null && best.threshold >= entry.threshold ? best : entry),
      null,
    );

export const feeOf = (fee: Fee, base: Minor): Minor => {
  const share = rateOf(base, fee.rate, 'half_up');
  const either = { sum: fee.flat + share, higher: Math.max(fee.flat, share), lower: Math.min(fee.flat, share) }[fee.of];
  return Math.min(Math.max(either, fee.minimum ?? 0), fee.maximum ?? Number.MAX_SAFE_INTEGER);
};

/** A fee in the cart's currency. */
export const feeIn = (fee: Fee, { input }: CartState): Fee => ({
  ...fee,
  flat: fromHome(fee.flat, input),
  ...(fee.minimum === undefined ? {} : { minimum: fromHome(fee.minimum, input) }),
  ...(fee.maximum === undefined ? {} : { maximum: fromHome(fee.maximum, input) }),
});

type ChargeHead = Pick<Charge, 'code' | 'name' | 'type'>;

/** With tax outside prices the charge grows by its tax; inside, the tax is a part of it. */
const taxedCharge = (
  head: ChargeHead,
  { amount, rate }: { readonly amount: Minor; readonly rate: Ppm },
  { input: { policy } }: CartState,
  basis: ChargeBasis,
): Charge => {
  const tax = policy.prices_include_tax
    ? taxWithin(amount, rate, policy.rounding)
    : portion(amount, rate, million, policy.rounding);
  const charged = policy.prices_include_tax ? amount : amount + tax;
  return {
    ...head,
    preset: amount,
    original: charged,
    amount: charged,
    waived: 0,
    tax,
    taxRate: rate,
    parts: [],
    basis,
    adjustmentId: null,
    shares: [],
  };
};

const feeCharge = (
  head: ChargeHead,
  { fee, base, rate }: { readonly fee: Fee; readonly base: Minor; readonly rate: Ppm },
  cart: CartState,
): Charge => taxedCharge(head, { amount: feeOf(fee, base), rate }, cart, { kind: 'fee', base, fee });

const deliveryHead: ChargeHead = { code: 'delivery_charge', name: 'Delivery Charge', type: 'delivery' };

/** By the methods that take its parcels, or by the table of a shop that has none. */
const ownDelivery = (cart: CartState): Charge => {
  const { input, lines, consignments } = cart;
  const rate = input.charges.taxRate;
  const goods = goodsAmount(lines);
  if (consignments === undefined) {
    const table = input.charges.delivery.map(({ threshold, charge }) => ({
      threshold: fromHome(threshold, input),
      charge: fromHome(charge, input),
    }));
    const entry = entryFor(table, goods);
    const basis: ChargeBasis = { kind: 'table', goods, threshold: entry?.threshold ?? null };
    return taxedCharge(deliveryHead, { amount: entry?.charge ?? 0, rate }, cart, basis);
  }
  const parts = consignments.flatMap(({ method, parcels }) =>
    method === null ? [] : (quoteOf(method, parcels, { lines, goods }, input) ?? []),
  );
  const amount = parts.reduce((sum, { preset }) => sum + preset, 0);
  const charge = taxedCharge(deliveryHead, { amount, rate }, cart, { kind: 'given' });
  return { ...charge, basis: { kind: 'shipping', goods, parts: withAmounts(parts, charge.amount) } };
};
/** What is charged, shared by what the methods ask. */
const withAmounts = (parts: readonly Omit<ShippingPart, 'amount'>[], charged: Minor): readonly ShippingPart[] => {
  const amounts = allocate(
    charged,
    parts.map(({ preset }) => ({ weight: preset })),
  );
  return parts.map((part, at) => ({ ...part, amount: amounts[at] ?? 0 }));
};

const deliveryCharge = (cart: CartState, replacement: PriceAdjustment | undefined): readonly Charge[] => {
  const { input, lines } = cart;
  const carried = lines.some(({ gift, asked }) => gift === null && asked.pos !== true);
  if (input.pickup || !carried) return [];
  const own = ownDelivery(cart);
  if (replacement === undefined) return [own];
  const asked = { amount: replacement.value, rate: own.taxRate };
  const replaced = taxedCharge(deliveryHead, asked, cart, { kind: 'given' });
  const { basis, preset, original } = own;
  const kept =
    basis.kind === 'shipping' ? { basis: { ...basis, parts: withAmounts(basis.parts, replaced.amount) } } : {};
  return [{ ...replaced, ...kept, preset, original, adjustmentId: replacement.id }];
};

const codHead: ChargeHead = { code: 'cod_charge', name: 'COD charge', type: 'cod' };

/** Null where cash on delivery is not possible for these goods. */
const codCharge = (cart: CartState): Charge | null => {
  const { input, lines } = cart;
  const { cod, taxRate } = input.charges;
  const goods = goodsAmount(lines);
  if (cod === null || lines.length === 0) return null;
  if (cod.from !== undefined && goods < fromHome(cod.from, input)) return null;
  if (cod.to !== undefined && goods > fromHome(cod.to, input)) return null;
  return feeCharge(codHead, { fee: feeIn(cod, cart), base: goods, rate: taxRate }, cart);
};

const convenienceCharge = (cart: CartState): readonly Charge[] => {
  const { payment, charges } = cart.input;
  const fee = payment === null ? undefined : ownEntry(charges.convenience, payment.mode);
  if (fee === undefined || cart.lines.length === 0) return [];
  const head: ChargeHead = { code: 'convenience_fee', name: 'Convenience Fee', type: 'convenience' };
  return [feeCharge(head, { fee: feeIn(fee, cart), base: goodsAmount(cart.lines), rate: charges.taxRate }, cart)];
};

const wrapPrice = ({ article }: PricedLine, { input }: CartState): Minor =>
  fromHome(article.giftPrice ?? input.charges.giftPrice, input);

const giftCharge = (cart: CartState): readonly Charge[] => {
  const wrapped = cart.lines.filter(({ asked, gift }) => asked.wrapped === true && gift === null);
  if (wrapped.length === 0) return [];
  const head: ChargeHead = { code: 'gift', name: 'Gift wrap', type: 'gift' };
  const units = wrapped.map((line) => ({ line: line.key, units: line.quantity, each: wrapPrice(line, cart) }));
  const basis: ChargeBasis = { kind: 'units', units };
  const rate = cart.input.charges.taxRate;
  const each = units.map((entry) => taxedCharge(head, { amount: entry.each * entry.units, rate }, cart, basis));
  const total = (pick: (charge: Charge) => Minor): Minor => each.reduce((sum, charge) => sum + pick(charge), 0);
  const amount = total((charge) => charge.amount);
  const shares = wrapped.map((line, at) => ({ line: line.key, amount: each[at]?.amount ?? 0 }));
  return [
    {
      ...head,
      preset: total((charge) => charge.preset ?? 0),
      original: amount,
      amount,
      waived: 0,
      tax: total((charge) => charge.tax),
      taxRate: rate,
      parts: [],
      basis,
      adjustmentId: null,
      shares,
    },
  ];
};

const adjustmentCharge = (adjustment: PriceAdjustment, cart: CartState): Charge => {
  const head: ChargeHead = { code: adjustment.code, name: adjustment.message, type: 'adjustment' };
  const reached = reachedLines(adjustment, cart.lines).flatMap((at) => cart.lines[at] ?? []);
  const charge = taxedCharge(head, { amount: adjustment.value, rate: adjustment.taxRate ?? 0 }, cart, {
    kind: 'given',
  });
  const parts = adjustment.articleLevel ? distribute(charge.amount, adjustment.distribution, reached, false) : [];
  return {
    ...charge,
    adjustmentId: adjustment.id,
    shares: parts.map((amount, at) => ({ line: reached[at]?.key ?? '', amount })),
  };
};

export const addCharges = (before: CartState): ChargeState => {
  const replaced = adjustmentsOf(before, 'delivery_charge');
  const read = adjustmentsOf(replaced.cart, 'charge');
  const isMeant = (adjustment: PriceAdjustment): boolean => reachedLines(adjustment, before.lines).length > 0;
  const added = read.usable.filter(isMeant);
  const others = read.usable.filter((adjustment) => !isMeant(adjustment));
  const cart = leftOut(read.cart, others, 'no_article');
  const cod = codCharge(cart);
  const byCod = cart.input.payment?.mode === 'COD';
  const charges = [
    // Each replaces what the one before it left: the last counts.
    ...deliveryCharge(cart, replaced.usable.at(-1)),
    ...(byCod && cod !== null ? [cod] : []),
    ...convenienceCharge(cart),
    ...giftCharge(cart),
    ...added.map((adjustment) => adjustmentCharge(adjustment, cart)),
  ];
  return {
    cart,
    charges: charges.filter(({ amount, original }) => amount > 0 || original > 0),
    codQuote: byCod || cod === null ? null : { amount: cod.amount },
  };
};
