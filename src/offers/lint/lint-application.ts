/** Use case: what is wrong with the offers of an application. Reads its offers and floor prices, prices made-up carts, writes nothing. */
import type { Application } from '../../applications/application-store.ts';
import type { Node } from '../../applications/node.ts';
import type { OfferLint } from '../../contract/offers/offer-lint-contract.ts';
import { MEETINGS_A_TURN, pricingOf } from '../../pricing/price-cart.ts';
import { currencyOf } from '../../shared/currency.ts';
import { workInTurns } from '../../shared/slices.ts';
import { readFloored } from '../../catalog/article-statements.ts';
import type { ReadKnown } from '../preview/preview-offers.ts';
import { previewInput } from '../preview/preview-rules.ts';
import { offerReader } from '../read-offers.ts';
import { lintOffers } from './lint-rules.ts';

/** Carts of a call. */
const MOST_CARTS = 20_000;
/** Articles with a floor price that are looked at. */
const MOST_FLOORED = 500;

type LintDesk = { readonly node: Pick<Node, 'db' | 'now'>; readonly readKnown: ReadKnown };

export const lintApplication = async (
  { node: { db, now }, readKnown }: LintDesk,
  { id: applicationId, companyId, settings }: Pick<Application, 'id' | 'companyId' | 'settings'>,
): Promise<OfferLint> => {
  const at = now();
  const { index: active, coupons } = await offerReader(db)({ applicationId, settings }, at);
  const offers = [...active.offers, ...coupons].filter(({ currency }) => currency === settings.currency);
  const uids = await readFloored(db, companyId, MOST_FLOORED);
  const known = await readKnown(companyId, uids, settings.currency);
  const work = lintOffers({
    now: at,
    currency: currencyOf(settings.currency),
    offers,
    floored: [...known.values()].filter(({ floor = 0 }) => floor > 0),
    most: MOST_CARTS,
    couponsPerCart: settings.cart.coupons_per_cart,
    price: (body, index, [coupon = null, ...moreCoupons]) => {
      const asOf = body.as_of === undefined ? at : Date.parse(body.as_of);
      return pricingOf(previewInput(body, asOf, settings, { offers: index, coupon, moreCoupons, known }));
    },
  });
  return workInTurns(work, MEETINGS_A_TURN);
};
