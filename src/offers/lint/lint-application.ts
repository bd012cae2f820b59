/** Use case: what is wrong with the offers of an application. Reads its offers, prices made-up carts, writes nothing. */
import type { Application } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { OfferLint } from '../../contract/offers/offer-lint-contract.ts';
import { priceCart } from '../../pricing/price-cart.ts';
import { currencyOf } from '../../shared/currency.ts';
import { workInTurns } from '../../shared/slices.ts';
import { previewInput } from '../preview/preview-rules.ts';
import { offerReader } from '../read-offers.ts';
import { lintOffers } from './lint-rules.ts';

/** Carts of a call, and carts of one turn of the loop. */
const MOST_CARTS = 20_000;
const CARTS_A_TURN = 25;

export const lintApplication = async (
  { db, now }: Pick<Node, 'db' | 'now'>,
  { id: applicationId, settings }: Pick<Application, 'id' | 'settings'>,
): Promise<OfferLint> => {
  const at = now();
  const { index: active, coupons } = await offerReader(db)({ applicationId, settings }, at);
  const offers = [...active.offers, ...coupons].filter(({ currency }) => currency === settings.currency);
  const known = new Map();
  const work = lintOffers({
    now: at,
    currency: currencyOf(settings.currency),
    offers,
    most: MOST_CARTS,
    price: (body, index, coupon) => {
      const asOf = body.as_of === undefined ? at : Date.parse(body.as_of);
      return priceCart(previewInput(body, asOf, settings, { offers: index, coupon, known }));
    },
  });
  return workInTurns(work, CARTS_A_TURN);
};
