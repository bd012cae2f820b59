/** Uses of offers and balances that an order takes. Pure. */
import { guestsOf } from '../../cart/call/cart-shop.ts';
import type { PricedView } from '../../cart/price/priced-view.ts';
import { folded, hasManyCodes } from '../../offers/offer.ts';
import { limitsOf } from '../../offers/uses/use-rules.ts';
import type { WantedUse } from '../../offers/uses/use-statements.ts';
import { budgetTaken } from '../../pricing/offers/budget.ts';
import { isLater } from '../../pricing/offers/later-stage.ts';
import type { OrderTender } from '../order-figures.ts';
import type { PricedOrder } from '../order-snapshot.ts';

/** How an order holds what it uses. */
export const orderKey = (orderId: string): string => `order:${orderId}`;

/** What offers did for this shopper: who is not known earns nothing later. */
const doneFor = ({ priced: { adjustments }, userId }: PricedView): PricedOrder['adjustments'] =>
  userId === null ? adjustments.filter((one) => !isLater(one)) : adjustments;

/** Offers of which this shopper has something. */
export const actingFor = (view: PricedView): ReadonlySet<string> =>
  new Set(doneFor(view).flatMap(({ source }) => (source.kind === 'offer' ? [source.id] : [])));

/** Of every offer that acted and whose uses are counted. */
export const usesOf = (orderId: string, applicationId: string, view: PricedView): readonly WantedUse[] => {
  const { input, userId, guest } = view;
  const done = { adjustments: doneFor(view) };
  const ids = actingFor(view);
  const coupons = [...(input.coupon === null ? [] : [input.coupon]), ...(input.moreCoupons ?? [])];
  const acting = [...input.offers.offers, ...coupons].filter(({ id }) => ids.has(id));
  const codeOf = (id: string): string =>
    [view.coupon, ...view.moreCoupons].find(({ offer }) => offer?.id === id)?.code ?? '';
  return acting
    .map((offer) => ({
      applicationId,
      offerId: offer.id,
      holdKey: orderKey(orderId),
      limits: limitsOf(offer, {
        userId,
        guests: guestsOf(guest, offer.mode),
        bulkCode: hasManyCodes(offer.definition) ? folded(codeOf(offer.id)) : null,
        paymentMode: input.payment?.mode ?? null,
        cost: budgetTaken(offer, done, input),
      }),
    }))
    .filter(({ limits }) => limits.length > 0)
    .toSorted((a, b) => (a.offerId < b.offerId ? -1 : 1));
};

const kinds = { loyalty: 'points', store_credit: 'store_credit', gift_card: 'gift_card', mop: 'adjustment' } as const;

/** Points, store credit, gift cards, then adjustments, with what each balance falls by as the engine decided it. */
export const tenderOf = ({ tender }: Pick<PricedOrder, 'tender'>): readonly OrderTender[] =>
  tender.map(({ kind, id, amount, spent }) => ({
    kind: kinds[kind],
    account: kind === 'gift_card' || kind === 'mop' ? id : '',
    amount,
    spent,
  }));
