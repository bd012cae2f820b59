/** Price adjustments made by other systems, as they acted on the cart and on a line. Pure. */
import type { CartDetail } from '../../contract/cart/cart-contract.ts';
import type { CartProductInfo } from '../../contract/cart/cart-item-contract.ts';
import type { StoredAdjustment } from '../../offers/adjustments/adjustment-store.ts';
import type { Adjustment } from '../../pricing/adjustment-types.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { chargesOn, effectsOn } from '../price/line-effects.ts';
import type { PricedView, ViewedLine } from '../price/priced-view.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { onceInARow, oncePer } from '../../shared/once-per.ts';

type CartAdjustment = NonNullable<CartDetail['price_adjustment_applied']>[number];
type LineAdjustment = NonNullable<CartProductInfo['price_adjustment_applied']>[number];

/** A discount of an external offer is derived under the offer's name, so its own id tells it. */
const OWN = 'adjustment:';
const adjustmentOf = ({ id, source }: Adjustment): string => {
  if (source.kind === 'adjustment') return source.id;
  return id.startsWith(OWN) ? id.slice(OWN.length) : '';
};

const allDerived = onceInARow(
  ({ adjustments }: PricedView['priced']): ReadonlyMap<string, readonly Adjustment[]> =>
    Map.groupBy(adjustments, adjustmentOf),
);
export const derivedFrom = (id: string, { priced }: PricedView): readonly Adjustment[] =>
  allDerived(priced).get(id) ?? [];

type Entry = StoredAdjustment['body']['article_ids'][number];
/** Each of hundreds of lines asks for its own among hundreds. */
const entriesOf = oncePer(
  ({ body }: StoredAdjustment): ReadonlyMap<string, Entry> =>
    new Map(body.article_ids.map((entry) => [entry.article_id, entry])),
);

const isNamed = (adjustment: StoredAdjustment, line: ViewedLine): boolean =>
  line.stored !== null &&
  (adjustment.body.article_ids.length === 0 || entriesOf(adjustment).has(line.article?.uid ?? ''));

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

type LineEffect = Effect & { readonly units: number };

/** Those that did something to the line, in order. */
export const articleEffects = (line: ViewedLine, view: PricedView): readonly LineEffect[] => {
  if (view.adjustments.length === 0) return [];
  const acted = Map.groupBy(effectsOn(view.priced, line.priced?.key), ({ adjustment }) => adjustmentOf(adjustment));
  const charged = Map.groupBy(chargesOn(view.priced, line.priced?.key), ({ charge }) => charge.adjustmentId);
  return view.adjustments.flatMap((adjustment) => {
    const { id } = adjustment;
    const shares = (acted.get(id) ?? []).map(({ share }) => share);
    const charges = (charged.get(id) ?? []).map(({ share }) => share);
    if (shares.length === 0 && charges.length === 0) return [];
    const effect = Math.abs(sum([...shares, ...charges].map(({ amount }) => amount)));
    const taken = sum(shares.map(({ units }) => units));
    return [{ id, adjustment, effect, units: shares.length === 0 ? line.quantity : Math.min(line.quantity, taken) }];
  });
};

export const articleAdjustments = (line: ViewedLine, view: PricedView): readonly LineAdjustment[] => {
  const { number, currency } = amountsIn(view.currency);
  return articleEffects(line, view).flatMap(({ adjustment, effect, units }) => {
    const { body } = adjustment;
    const uid = line.article?.uid ?? '';
    return [
      {
        adjusted_value: { value: number(effect), currency_code: currency.code },
        article_level_distribution: body.article_level_distribution,
        article_id: uid,
        applied_quantity: units,
        meta: entriesOf(adjustment).get(uid)?.meta ?? {},
      },
    ];
  });
};
