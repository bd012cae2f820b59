/** Every number of a cart with the sums it was made by, and the promotions with which it would cost least. */
import { type Static, Type } from 'typebox';
import { flag, int32, listOf, part, sentence, text, word } from '../answer-fields.ts';
import { languages } from '../language.ts';
import { areaCode, cartQuery, orderType } from './cart-requests.ts';

export const explainLanguage = Type.Optional(
  Type.Union(
    languages.map((language) => Type.Literal(language)),
    {
      description:
        'Of the sentences; as x-language-code says when left out, else Accept-Language, else the shop’s `language`.',
    },
  ),
);

export const ExplainQuery = Type.Object({
  ...cartQuery,
  area_code: areaCode,
  order_type: orderType,
  path: word('One number, or all below it: `breakup_values.raw.total`, `items.0.price`. All when left out.', 128),
  language: explainLanguage,
});

const ExplainedLot = part('ExplainedLot', 'Units that lost the same.', {
  units: Type.Integer({ description: 'How many.' }),
  each: Type.Number({ description: 'What each of them lost.' }),
});

const ExplainedSource = part('ExplainedSource', 'What acted.', {
  kind: sentence('offer, adjustment, settings or balance.'),
  id: sentence('Its id; of settings and balances, what they are called.'),
});

export const ExplainedSum = part(
  'ExplainedSum',
  'One sum: a number made of others, or one that comes from outside of pricing.',
  {
    id: Type.Integer({ description: 'By which others name it. What it is made of has smaller ones.' }),
    what: sentence('What it is, as a word for programs.'),
    name: sentence('What it is, in the language asked for.'),
    value: Type.Number({ description: 'What it comes to.' }),
    currency_code: sentence('Its currency.'),
    operation: sentence(
      'given: from outside. sum. less: the first less the others. minus: its opposite. least, most: of those named. times: so many units. steps: brought to a whole number of steps. each: for one of so many units, rounded down, or as `rounding` says. rate: a rate of it, rounded. within: the part of it that this rate added, rounded. share: shared by weights, the largest remainders first. part: what of it fell on units of one line. units: what so many of its units bear, rounded down. converted: into its own currency at `exchange_rate`, to the nearest, halves up. pro_rata: of the first the part that the second is of the third, rounded down.',
    ),
    of: listOf(Type.Integer(), 'Ids of what it is made of, in order.'),
    sentence: sentence('All of it, for people.'),
    units: Type.Optional(Type.Integer({ description: 'Of times, each and units.' })),
    of_units: Type.Optional(Type.Integer({ description: 'Of units: how many there are.' })),
    rate: Type.Optional(Type.Number({ description: 'In per cent.' })),
    exchange_rate: text('Of converted: so many units of the currency of what it is made of for one of its own.'),
    step: Type.Optional(Type.Number({ description: 'Of steps.' })),
    rounding: text('half_up, half_even or half_down; of steps nearest, up or down.'),
    residue: Type.Optional(
      Type.Number({ description: 'What rounding added, or lost when negative, in millionths of the smallest unit.' }),
    ),
    at: Type.Optional(Type.Integer({ description: 'Which of the weights is its own, from 0.' })),
    weights: Type.Optional(listOf(Type.Number(), 'What it was shared by.')),
    lots: Type.Optional(listOf(ExplainedLot, 'What fell on which units.')),
    identifier: text('The line it is about.'),
    source: Type.Optional(ExplainedSource),
  },
);
export type ExplainedSum = Static<typeof ExplainedSum>;

const ExplainedNumber = part('ExplainedNumber', 'A number of the cart or order.', {
  path: sentence('Where it is shown.'),
  value: Type.Number({ description: 'What is shown.' }),
  sum: Type.Integer({ description: 'The sum that makes it.' }),
  sentence: sentence('How it came about, for people.'),
});
export type ExplainedNumber = Static<typeof ExplainedNumber>;

export const explainedFields = {
  language: sentence('Of the sentences.'),
  currency_code: sentence('Of the answer.'),
  numbers: listOf(ExplainedNumber, 'In the order in which they are shown.'),
  sums: listOf(ExplainedSum, 'All that the numbers are made of, each once.'),
};
const ExplainedChoice = part(
  'ExplainedChoice',
  'Why these promotions act and no others, where `stacking` is best_offer.',
  {
    optimal: Type.Boolean({ description: 'No other combination costs less.' }),
    gap: Type.Number({ description: 'Another one costs at most so much less.' }),
    payable: Type.Number({ description: 'What is to be paid, before balances.' }),
    payable_in_turn: Type.Number({ description: 'The same with promotions in their own order.' }),
    sentence: sentence('All of it, for people.'),
  },
);
const ExplainedOss = part('ExplainedOss', 'Of goods that a consumer has over a border of the European Union.', {
  basis: sentence('origin or destination: whose rates of tax they have.'),
  sentence: sentence('Why.'),
});
export const CartExplained = part('CartExplained', 'Numbers of a cart, and the sums they were made by.', {
  ...explainedFields,
  choice: Type.Optional(ExplainedChoice),
  oss: Type.Optional(ExplainedOss),
});
export type CartExplained = Static<typeof CartExplained>;

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

const PassedOffer = part(
  'PassedOffer',
  'A promotion that could act, and is left out because the shopper would pay more.',
  {
    id: sentence('The offer.'),
    name: sentence('Its name.'),
  },
);

export const CartBestOffer = part(
  'CartBestOffer',
  'The combination of promotions with which the cart costs least, and a certificate.',
  {
    currency_code: sentence('Of all amounts.'),
    language: sentence('Of the message.'),
    is_in_force: flag('The shop gives this combination: its `stacking` is best_offer.'),
    optimal: flag('No combination costs less.'),
    gap: Type.Number({
      description: 'A combination that was not looked at costs at most so much less; 0 where optimal.',
    }),
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
