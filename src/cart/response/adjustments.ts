/** Price adjustments made by other systems, as they acted on the cart and on a line. Pure. */
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import type { StoredAdjustment } from '../../offers/adjustments/adjustment-store.ts';
import type { Adjustment } from '../../pricing/adjustment-types.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { chargesOn, effectsOn } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';

type CartAdjustment = NonNullable<CartDetail['price_adjustment_applied']>[number];
type LineAdjustment = NonNullable<CartProductInfo['price_adjustment_applied']>[number];

/** A discount of an external offer is derived under the offer's name, so its own id tells it. */
const isFrom = (id: string, { id: own, source }: Adjustment): boolean =>
  own === `adjustment:${id}` || (source.kind === 'adjustment' && source.id === id);

const derivedFrom = (id: string, { priced }: PricedView): readonly Adjustment[] =>
  priced.adjustments.filter((adjustment) => isFrom(id, adjustment));

const isNamed = ({ body }: StoredAdjustment, line: ViewedLine): boolean =>
  line.stored !== null &&
  (body.article_ids.length === 0 || body.article_ids.some(({ article_id }) => article_id === line.article?.uid));

/** What it did here, or null when it did nothing. */
const effectOf = ({ id, body }: StoredAdjustment, view: PricedView): Minor | null => {
  const { charges, tender } = view.priced;
  const charge = charges.find(({ adjustmentId }) => adjustmentId === id);
  const derived = derivedFrom(id, view);
  const effects = {
    charge: () => charge?.amount ?? null,
    delivery_charge: () => (charge === undefined ? null : Math.abs(charge.original - charge.amount)),
    mop: () => tender.find((part) => part.kind === 'mop' && part.id === id)?.amount ?? null,
    discount: () => (derived.length === 0 ? null : sum(derived.map(({ amount }) => amount))),
    selling_price: () => (derived.length === 0 ? null : Math.abs(sum(derived.map(({ amount }) => amount)))),
  };
  return effects[body.type]();
};

const reached = (adjustment: StoredAdjustment, view: PricedView): readonly ViewedLine[] => {
  const keys = new Set(derivedFrom(adjustment.id, view).flatMap(({ shares }) => shares.map(({ line }) => line)));
  const derives = adjustment.body.type === 'discount' || adjustment.body.type === 'selling_price';
  return view.lines.filter((line) => (derives ? keys.has(line.priced?.key ?? '') : isNamed(adjustment, line)));
};

type Effect = { readonly id: string; readonly adjustment: StoredAdjustment; readonly effect: Minor };

/** Those that did something to the cart, in order. */
export const cartEffects = (view: PricedView): readonly Effect[] =>
  view.adjustments.flatMap((adjustment) => {
    const effect = effectOf(adjustment, view);
    return effect === null ? [] : [{ id: adjustment.id, adjustment, effect }];
  });

export const cartAdjustments = (view: PricedView): readonly CartAdjustment[] => {
  const { number, currency } = amountsIn(view.currency);
  return cartEffects(view).flatMap(({ id, adjustment, effect }) => {
    const { body } = adjustment;
    return [
      {
        _id: id,
        _type: body.type,
        message: body.message,
        adjusted_value: { value: number(effect), currency_code: currency.code },
        article_level_distribution: body.article_level_distribution,
        auto_remove: body.auto_remove ?? false,
        remove_articles: body.remove_articles ?? false,
        applied_articles_ids: [...new Set(reached(adjustment, view).map(({ article }) => article?.uid ?? ''))],
        meta: body.meta ?? {},
        restrictions: body.restrictions ?? {},
      },
    ];
  });
};

const lineShare = (id: string, line: ViewedLine, view: PricedView) => {
  const shares = effectsOn(view.priced, line.priced?.key)
    .filter(({ adjustment }) => isFrom(id, adjustment))
    .map(({ share }) => share);
  const charged = chargesOn(view.priced, line.priced?.key)
    .filter(({ charge }) => charge.adjustmentId === id)
    .map(({ share }) => share);
  if (shares.length === 0 && charged.length === 0) return null;
  return {
    amount: Math.abs(sum([...shares, ...charged].map(({ amount }) => amount))),
    units: shares.length === 0 ? line.quantity : Math.min(line.quantity, sum(shares.map(({ units }) => units))),
  };
};

type LineEffect = Effect & { readonly units: number };

/** Those that did something to the line, in order. */
export const articleEffects = (line: ViewedLine, view: PricedView): readonly LineEffect[] =>
  view.adjustments.flatMap((adjustment) => {
    const { id } = adjustment;
    const share = lineShare(id, line, view);
    return share === null ? [] : [{ id, adjustment, effect: share.amount, units: share.units }];
  });

export const articleAdjustments = (line: ViewedLine, view: PricedView): readonly LineAdjustment[] => {
  const { number, currency } = amountsIn(view.currency);
  return articleEffects(line, view).flatMap(({ adjustment: { body }, effect, units }) => {
    const uid = line.article?.uid ?? '';
    return [
      {
        adjusted_value: { value: number(effect), currency_code: currency.code },
        article_level_distribution: body.article_level_distribution,
        article_id: uid,
        applied_quantity: units,
        meta: body.article_ids.find(({ article_id }) => article_id === uid)?.meta ?? {},
      },
    ];
  });
};
