/** Who bears what of an order's discounts: the offer's `ownership` says, for an adjustment its `collection`. Pure. */
import { effectsOn } from '../../cart/price/line-effects.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import type { Adjustment, Stage } from '../../pricing/adjustment-types.ts';
import { record, text } from '../../pricing/compile/read-definition.ts';
import { sum } from '../../shared/money.ts';
import type { Discount, DiscountSource, Payer } from '../order-figures.ts';
import type { PricedOrder } from '../order-snapshot.ts';

export const sellerPays: Payer = { category: 'seller', by: '' };
const discounting: ReadonlySet<Stage> = new Set([
  'unit_price',
  'promotion',
  'gift',
  'adjustment',
  'coupon',
  'shipping',
  'cashback',
]);

export const payerOf = ({ definition }: Pick<CompiledOffer, 'definition'>): Payer => {
  const { payable_category: category, payable_by: by } = record(definition['ownership']);
  return { category: text(category) ?? sellerPays.category, by: text(by) ?? '' };
};

/** Who bears what comes of a source. */
export type Payers = (source: DiscountSource) => Payer;

type Around = Pick<PricedView, 'input' | 'adjustments'>;

const offerNamed = ({ input }: Around, id: string): CompiledOffer | undefined =>
  [...(input.coupon === null ? [] : [input.coupon]), ...(input.moreCoupons ?? []), ...input.offers.offers].find(
    (offer) => offer.id === id,
  );

export const payersIn =
  (view: Around): Payers =>
  ({ kind, id }) => {
    if (kind === 'offer') {
      const offer = offerNamed(view, id);
      return offer === undefined ? sellerPays : payerOf(offer);
    }
    const refundBy = view.adjustments.find((one) => one.id === id)?.body.collection.refund_by ?? '';
    return { category: refundBy.toLowerCase() || sellerPays.category, by: '' };
  };

const sourceOf = ({ source }: Adjustment): DiscountSource | null =>
  source.kind === 'offer' || source.kind === 'adjustment' ? { kind: source.kind, id: source.id } : null;

type Taken = Pick<Discount, 'source' | 'stage' | 'amount'>;

const taken = (adjustment: Adjustment, amount: number): readonly Taken[] => {
  const source = sourceOf(adjustment);
  if (source === null || amount === 0 || !discounting.has(adjustment.stage)) return [];
  return [{ source, stage: adjustment.stage, amount }];
};

/** One entry for each source and stage, in the order in which they acted. */
const together = (payers: Payers, parts: readonly Taken[]): readonly Discount[] =>
  [...Map.groupBy(parts, ({ source, stage }) => JSON.stringify([source.kind, source.id, stage])).values()].flatMap(
    ([one, ...more]) =>
      one === undefined
        ? []
        : [
            {
              ...one,
              payer: payers(one.source),
              amount: sum([one, ...more].map(({ amount }) => amount)),
            },
          ],
  );

/** Of the whole order, delivery and cashback included. */
export const fundingOf = (payers: Payers, { adjustments }: Pick<PricedOrder, 'adjustments'>): readonly Discount[] =>
  together(
    payers,
    adjustments.flatMap((adjustment) => taken(adjustment, adjustment.amount)),
  );

/** Of one line: what made it cheaper. `key` is the line's in pricing. */
export const discountsOn = (
  payers: Payers,
  priced: Pick<PricedOrder, 'adjustments'>,
  key: string,
): readonly Discount[] => {
  const cheaper = effectsOn(priced, key).filter(
    ({ adjustment: { stage } }) => stage !== 'cashback' && stage !== 'shipping',
  );
  const parts = [...Map.groupBy(cheaper, ({ adjustment }) => adjustment)].flatMap(([adjustment, effects]) =>
    taken(adjustment, sum(effects.map(({ share }) => share.amount))),
  );
  return together(payers, parts);
};
