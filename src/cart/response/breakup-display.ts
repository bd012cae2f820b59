/**
 * The rows of the price details, in the order in which they are shown. From the subtotal on they add up to the total; rows of
 * zero are left out, but for the three that every cart has. Pure.
 */
import type { CartBreakup } from '../../contract/cart/cart-breakup-contract.ts';
import type { Charge } from '../../pricing/charge-types.ts';
import { text } from '../../pricing/compile/read-definition.ts';
import { type Minor, powerOfTen, sum } from '../../shared/money.ts';
import type { PricedView } from '../price/priced-view.ts';
import { type Amounts, amountsIn, currencyFields } from '../../shared/amounts.ts';
import { deliveryNote } from './messages.ts';
import { shownTexts } from './offer-texts.ts';

type DisplayRow = NonNullable<CartBreakup['display']>[number];
type Row = {
  readonly key: string;
  readonly display: string;
  readonly value: Minor;
  readonly original?: Minor;
  readonly preset?: Minor;
  readonly message?: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Shown also when it is zero. */
  readonly always?: boolean;
};

const isConvenience = ({ type, code }: Charge): boolean =>
  type === 'convenience' || (type === 'adjustment' && /^convenience[ _]fee$/i.test(code));

/** One row for charges that belong together. */
const chargeRow = (key: string, display: string, charges: readonly Charge[]): Row => {
  const presets = charges.flatMap(({ preset, type }) => (preset === null || type === 'adjustment' ? [] : [preset]));
  const adjustmentId = charges.find((charge) => charge.adjustmentId !== null)?.adjustmentId ?? null;
  return {
    key,
    display,
    value: sum(charges.map(({ amount }) => amount)),
    original: sum(charges.map(({ original }) => original)),
    ...(presets.length === 0 ? {} : { preset: sum(presets) }),
    ...(adjustmentId === null ? {} : { meta: { price_adjustment_id: adjustmentId } }),
    // A delivery charge that was waived by an adjustment is worth a row: it says what it was.
    always: charges.some(({ amount, original }) => amount !== original),
  };
};

const chargeRows = (view: PricedView, { text: money }: Amounts): readonly Row[] => {
  const { charges, codQuote } = view.priced;
  const ofType = (type: Charge['type']): readonly Charge[] => charges.filter((charge) => charge.type === type);
  const others = charges.filter(
    (charge) => !isConvenience(charge) && ['emi', 'adjustment', 'rounding'].includes(charge.type),
  );
  const quoted: Row[] =
    view.ask.cod && codQuote !== null
      ? [
          {
            key: 'cod_charge',
            display: 'COD charge',
            value: 0,
            original: codQuote.amount,
            message: [
              codQuote.amount === 0
                ? 'Paying on delivery costs nothing extra'
                : `${money(codQuote.amount)} is charged when you pay on delivery`,
            ],
            always: true,
          },
        ]
      : [chargeRow('cod_charge', 'COD charge', ofType('cod'))];
  const info = deliveryNote(view);
  return [
    chargeRow('gift_card', 'Gift Card', ofType('gift')),
    { ...chargeRow('delivery_charge', 'Delivery Charge', ofType('delivery')), message: info === '' ? [] : [info] },
    ...quoted,
    chargeRow('convenience_fee', 'Convenience Fee', charges.filter(isConvenience)),
    ...[...Map.groupBy(others, ({ code }) => code)].map(([code, own]) => chargeRow(code, own[0]?.name ?? code, own)),
  ];
};

const offerRows = (view: PricedView): readonly Row[] => {
  const { breakup, adjustments } = view.priced;
  const promoted = adjustments.filter(({ stage }) => ['promotion', 'gift', 'shipping', 'adjustment'].includes(stage));
  const ids = [...new Set(promoted.map(({ source }) => source.id))];
  const texts = ids.flatMap((id) => {
    const offer = view.offers.byId.get(id);
    return (offer && text(shownTexts(offer, view.input).offer_text)) ?? [];
  });
  return [
    { key: 'promotion', display: 'Promotion', value: breakup.promotion, message: texts, meta: { offers: ids } },
    {
      key: 'coupon',
      display: 'Coupon',
      value: breakup.coupon,
      message: [view.coupon, ...view.moreCoupons].flatMap(({ message }) => (message === '' ? [] : [message])),
      meta: { code: view.coupon.code },
    },
  ];
};

const rowsOf = (view: PricedView, amounts: Amounts): readonly Row[] => {
  const { breakup, tender } = view.priced;
  const credit = 0 - sum(tender.map(({ kind, amount }) => (kind === 'store_credit' ? amount : 0)));
  const tax = view.application.policy.prices_include_tax ? 0 : breakup.gst_charges;
  return [
    { key: 'mrp_total', display: 'MRP Total', value: breakup.mrp_total, always: true },
    { key: 'discount', display: 'Discount', value: breakup.discount },
    { key: 'subtotal', display: 'Subtotal', value: breakup.subtotal, always: true },
    ...offerRows(view),
    { key: 'platform_cash', display: 'Reward Points', value: breakup.platform_cash },
    { key: 'gst_charges', display: 'Tax', value: tax },
    ...chargeRows(view, amounts),
    { key: 'store_credit', display: 'Store Credits', value: credit },
    { key: 'mop_total', display: 'MOP total', value: breakup.mop_total - credit },
    {
      key: 'total',
      display: 'Total',
      value: breakup.total,
      original: breakup.total - breakup.platform_cash - breakup.mop_total,
      always: true,
    },
  ];
};

/** Whole units, signed floor(x + 0.5); what rounding leaves is a row of its own. */
const inWholeUnits = (rows: readonly Row[], exponent: number): readonly Row[] => {
  const unit = powerOfTen(exponent);
  const whole = (value: Minor): Minor => Math.floor(value / unit + 0.5) * unit;
  const valueOf = (key: string): Minor => whole(rows.find((row) => row.key === key)?.value ?? 0);
  const rounded = rows.map((row) => ({
    ...row,
    value: row.key === 'discount' ? valueOf('subtotal') - valueOf('mrp_total') : whole(row.value),
  }));
  const outside = new Set(['mrp_total', 'discount', 'total']);
  const added = sum(rounded.filter(({ key }) => !outside.has(key)).map(({ value }) => value));
  const rest: Row = { key: 'round_off', display: 'Round off', value: valueOf('total') - added };
  return rounded.flatMap((row) => (row.key === 'total' ? [rest, row] : [row]));
};

export const displayRows = (view: PricedView): readonly DisplayRow[] => {
  const amounts = amountsIn(view.currency);
  const { number } = amounts;
  const exact = rowsOf(view, amounts);
  const rows = view.settings.whole_unit_display ? inWholeUnits(exact, view.currency.exponent) : exact;
  return rows
    .filter(({ value, always }) => value !== 0 || always === true)
    .map(({ key, display, value, original, preset, message = [], meta = {} }) => ({
      key,
      attr: key,
      display,
      value: number(value),
      ...currencyFields(view.currency),
      message: [...message],
      original: number(original ?? value),
      meta,
      preset: number(preset ?? 0),
    }));
};
