/** The wire of the best combination of promotions. */
import type { CartBestOffer } from '../../contract/cart/cart-explain-contract.ts';
import type { CompiledOffer } from '../../pricing/compile/offer-types.ts';
import { pricingOf } from '../../pricing/price-cart.ts';
import type { OfferChoice, PricedCart } from '../../pricing/priced-types.ts';
import { amountsIn } from '../../shared/amounts.ts';
import { takenOff } from '../price/line-effects.ts';
import { pricedInTurns } from '../price/price-trials.ts';
import type { PricedView } from '../price/priced-view.ts';
import { isShownOnProducts, offerWords } from '../response/offer-shown.ts';
import { choiceSentence } from './explain-sentence-rules.ts';

/** The cart as the best combination leaves it. */
const pricedBest = async ({ input, priced }: PricedView): Promise<PricedCart> =>
  priced.choice === undefined
    ? pricedInTurns(pricingOf({ ...input, policy: { ...input.policy, stacking: 'best_offer' } }))
    : priced;

/** What a cart without lines has to choose from. */
const nothing: OfferChoice = { optimal: true, gap: 0, nodes: 0, work: 0, payable: 0, inTurn: 0, steps: null };

export const bestOfferAnswer = async (view: PricedView): Promise<CartBestOffer> => {
  const { language } = view;
  const { number, textIn } = amountsIn(view.currency);
  const best = await pricedBest(view);
  const choice = best.choice ?? nothing;
  const named = (id: string): readonly CompiledOffer[] => {
    const offer = view.offers.byId.get(id);
    return offer?.mode === 'promotion' ? [offer] : [];
  };
  const uses = new Map(choice.steps?.map((step) => [step.offerId, step.uses]));
  const isTold = (offer: CompiledOffer): boolean => view.viewer === 'staff' || isShownOnProducts(offer);
  return {
    currency_code: view.currency.code,
    language,
    is_in_force: view.priced.choice !== undefined,
    optimal: choice.optimal,
    gap: number(choice.gap),
    nodes: choice.nodes,
    payable: number(choice.payable),
    payable_in_turn: number(choice.inTurn),
    saving: number(choice.inTurn - choice.payable),
    total: number(best.breakup.total),
    total_change: number(best.breakup.total - view.priced.breakup.total),
    offers: best.applied.flatMap(named).map((offer) => {
      const words = offerWords(offer, view.input);
      const fewer = uses.get(offer.id) ?? null;
      return {
        id: offer.id,
        name: words.name,
        offer_text: words.text,
        discount: number(takenOff(best, offer.id)),
        ...(fewer === null ? {} : { uses: fewer }),
      };
    }),
    left_out: best.notApplied
      .filter(({ reason }) => reason === 'better_offer')
      .flatMap(({ offerId }) => named(offerId))
      .filter(isTold)
      .map((offer) => ({ id: offer.id, name: offerWords(offer, view.input).name })),
    message: choiceSentence(choice, language, textIn(language)),
  };
};
