/** The combination of promotions with which a cart costs least, and how certain that is. */
import { type Static, Type } from 'typebox';
import { flag, int32, listOf, part, sentence } from '../answer-fields.ts';
import { areaCode, cartQuery, orderType } from './cart-requests.ts';
import { explainLanguage } from './cart-explain-contract.ts';

export const BestOfferQuery = Type.Object({
  ...cartQuery,
  area_code: areaCode,
  order_type: orderType,
  language: explainLanguage,
});

const ChosenOffer = part('ChosenOffer', 'A promotion that acts in the best combination.', {
  id: sentence('The offer.'),
  name: sentence('Its name.'),
  offer_text: sentence('What it says of itself.'),
  discount: Type.Number({ description: 'What it takes off there.' }),
  uses: int32('Had so often, although it could be had more often; left out where it is had as often as it goes.'),
});

const PassedOffer = part('PassedOffer', 'A promotion that could act, and is left out because the shopper would pay more.', {
  id: sentence('The offer.'),
  name: sentence('Its name.'),
});

export const CartBestOffer = part(
  'CartBestOffer',
  'The combination of promotions with which the cart costs least, and a certificate.',
  {
    currency_code: sentence('Of all amounts.'),
    language: sentence('Of the message.'),
    is_in_force: flag('The shop gives this combination: its `stacking` is best_offer.'),
    optimal: flag('No combination costs less.'),
    gap: Type.Number({ description: 'A combination that was not looked at costs at most so much less; 0 where optimal.' }),
    nodes: Type.Integer({ description: 'Steps that the search took.' }),
    payable: Type.Number({ description: 'What is to be paid with it, before balances.' }),
    payable_in_turn: Type.Number({ description: 'The same with promotions in their own order.' }),
    saving: Type.Number({ description: 'How much less that is; never below 0.' }),
    total: Type.Number({ description: 'The total of the cart with it.' }),
    total_change: Type.Number({ description: 'How much more that is than now; less when negative.' }),
    offers: listOf(ChosenOffer, 'In the order in which they act.'),
    left_out: listOf(PassedOffer, 'In their own order.'),
    message: sentence('All of it, for people.'),
  },
);
export type CartBestOffer = Static<typeof CartBestOffer>;
