/**
 * What an application sets about its carts beside the pricing policy: fees of payment modes, instalments, points, promises,
 * assignment, ways of fulfilment, and for how long carts are kept. Amounts are in the application's currency, rates in basis points (100 is 1 %).
 */
import { type Static, Type } from 'typebox';
import { ByName, Nullable } from '../primitives.ts';
import { choice, whole, yesOrNo } from './setting-fields.ts';
import { VatCheckSetting } from './vat-check-setting-contract.ts';

const amount = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e12, description }));
const basisPoints = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000, description }));
const name = (maxLength = 64) => Type.String({ minLength: 1, maxLength });
const closed = { additionalProperties: false } as const;

const feeFields = {
  flat: amount('A fixed amount.'),
  bp: basisPoints('A share of the goods.'),
  of: Type.Optional(
    Type.Enum(['sum', 'higher', 'lower'], { description: 'Both together (when left out), or one of the two.' }),
  ),
  min: amount('At least this.'),
  max: amount('At most this.'),
};
const Fee = Type.Object(feeFields, { ...closed, title: 'FeeSetting' });

export const EmiPlanSetting = Type.Object(
  {
    id: name(),
    emi_type: Type.Enum(['standard', 'no_cost', 'low_cost'], { description: 'Who bears the interest.' }),
    instrument_type: Type.Enum(['credit_card', 'debit_card', 'cardless']),
    bank: Type.Object({ code: name(), name: name(120) }, closed),
    tenure_months: Type.Integer({ minimum: 1, maximum: 120 }),
    interest_bp: Type.Integer({ minimum: 0, maximum: 100_000, description: 'A year.' }),
    absorbed_bp: basisPoints('Of the interest, what the offer absorbs in a low-cost plan.'),
    fee: Type.Optional(Fee),
    fee_gst_bp: basisPoints('Tax on the fee.'),
    min_amount: amount('Of the total.'),
    max_amount: amount('Of the total.'),
  },
  { ...closed, title: 'EmiPlanSetting' },
);

const slug = Type.String({ pattern: '^[a-z0-9](?:[a-z0-9-]{0,46}[a-z0-9])?$', examples: ['gold'] });
const period = (maximum: number, description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum, description }));
const TierSetting = Type.Object(
  {
    slug,
    name: name(100),
    of: Type.Enum(['spent', 'points'], {
      description: 'What is counted: money that was paid and kept, or points earned.',
    }),
    min: Type.Number({ minimum: 0, maximum: 1e9, description: 'So much of it at least, in the period.' }),
    days: period(3_650, 'The period: so many days that end today. Give days or months.'),
    months: period(120, 'The period: so many months that end today.'),
  },
  {
    ...closed,
    title: 'TierSetting',
    examples: [{ slug: 'gold', name: 'Gold', of: 'spent', min: 50000, months: 12 }],
  },
);
export type Tier = Static<typeof TierSetting>;

const LoyaltySetting = Type.Object(
  {
    worth: Type.Number({ minimum: 0, description: 'Of per_points points.' }),
    per_points: Type.Integer({ minimum: 1 }),
    cap_bp: Type.Integer({ minimum: 0, maximum: 10_000, description: 'How much of what is payable points may pay.' }),
    earn_points: Type.Integer({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Points earned for earn_for spent; 0: none.',
    }),
    earn_for: Type.Number({ minimum: 0 }),
    expire_after_days: Type.Optional(
      Nullable(
        Type.Integer({
          minimum: 1,
          maximum: 3_650,
          description: 'Points that are earned end so long after; null: never.',
        }),
      ),
    ),
    tiers: Type.Optional(
      Type.Array(TierSetting, {
        maxItems: 20,
        description: 'From the lowest to the highest. Offers name a tier as the group `tier:<slug>`.',
      }),
    ),
  },
  { ...closed, title: 'LoyaltySetting' },
);

const PriceListSetting = Type.Object(
  {
    everyone: Type.Optional(Type.Boolean({ description: 'Every caller of the application.' })),
    customer_groups: Type.Optional(
      Type.Array(name(), { maxItems: 100, description: 'Customers of one of these groups.' }),
    ),
  },
  { ...closed, title: 'PriceListSetting' },
);

const FulfillmentMode = Type.Object(
  {
    slug: Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,63}$', examples: ['home_delivery'] }),
    order_type: Type.Enum(['HomeDelivery', 'PickAtStore'], { description: 'Brought, or picked up.' }),
  },
  { ...closed, title: 'FulfillmentModeSetting' },
);

const CashRoundingSetting = Type.Object(
  {
    step: Type.Number({
      exclusiveMinimum: 0,
      maximum: 1_000_000,
      description: 'What is paid is a whole number of these.',
      examples: [0.05],
    }),
    mode: Type.Optional(
      Type.Enum(['nearest', 'up', 'down'], { description: 'nearest when left out, of a half the higher one.' }),
    ),
    payment_modes: Type.Optional(
      Type.Array(name(), {
        maxItems: 100,
        description: 'Ways of paying it is for, in any case; COD and CASH when left out.',
      }),
    ),
  },
  { ...closed, title: 'CashRoundingSetting' },
);

const days = (standard: number, description: string) =>
  Type.Integer({ minimum: 1, maximum: 3_650, default: standard, description });
const minutes = (standard: number) => Type.Integer({ minimum: 0, maximum: 1_440, default: standard });

export const CartSettings = Type.Object(
  {
    default_payment_mode: Type.String({ maxLength: 64, default: 'COD', description: 'Offered first.' }),
    cod: Nullable(
      Type.Object(
        { ...feeFields, from: amount('Goods from which it is possible.'), to: amount('Goods up to which it is.') },
        { ...closed, default: {}, description: 'What paying on delivery costs; null: it is not possible.' },
      ),
    ),
    convenience_fees: ByName(Fee, 64, {
      default: {},
      description: 'By payment mode, in any case.',
    }),
    payment_modes: Type.Array(Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' }), {
      maxItems: 100,
      default: ['CARD', 'NB', 'UPI', 'WL', 'WALLET', 'PL', 'PAYLATER', 'CARDLESS_EMI', 'QR', 'CASH'],
      description:
        'Ways of paying that a cart may choose, in any case, beside COD, EMI, the default and those with a fee.',
    }),
    coupons_per_cart: whole(
      [1, 10],
      1,
      'Codes that a cart can have at once; with 1 a new one takes the place of the other.',
    ),
    cash_rounding: ByName(CashRoundingSetting, 3, {
      default: {},
      description: 'By currency: to which coins what is paid in cash is rounded.',
    }),
    charge_gst_bp: Type.Integer({ minimum: 0, maximum: 100_000, default: 0, description: 'Tax on charges.' }),
    tax: Type.Object(
      {
        price_basis: choice(
          ['gross', 'net'],
          'gross',
          'What stays the same wherever goods go, where prices include tax: what is paid, or what is left without tax.',
        ),
        oss: choice(
          ['destination', 'origin', 'counted'],
          'destination',
          'Whose rate consumers of another country of the EU pay; origin: sales abroad are below the threshold of the One Stop Shop; counted: the store’s until what was sold this year passes it.',
        ),
        oss_threshold: Nullable(
          Type.Number({
            minimum: 0,
            maximum: 1e12,
            default: null,
            description: 'Of counted sales, a year, without tax; null: 10,000 euro, for a shop whose currency that is.',
          }),
        ),
        reverse_charge: yesOrNo(
          true,
          'Whether a business of another country of the EU with a VAT number owes the tax itself.',
        ),
        vat_check: Nullable(
          Type.Object(VatCheckSetting.properties, {
            ...closed,
            default: null,
            description: 'The service that is asked about VAT numbers; null: nobody is, and their form is enough.',
          }),
        ),
        exempt_groups: Type.Array(name(), {
          maxItems: 100,
          default: [],
          description: 'Customers of one of these groups pay no tax.',
        }),
      },
      { ...closed, default: {}, description: 'Tax by destination, where a table of rates has a say.' },
    ),
    emi_plans: Type.Array(EmiPlanSetting, { maxItems: 200, default: [] }),
    loyalty: Nullable(
      Type.Object(LoyaltySetting.properties, {
        ...closed,
        default: null,
        description: 'Points; null: there are none.',
      }),
    ),
    price_lists: ByName(PriceListSetting, 64, {
      default: {},
      description: 'Who may have the prices of a list, by its name; of a list that is not here, staff alone.',
    }),
    ordering_store_said_by: choice(
      ['staff', 'anyone'],
      'staff',
      'Whose word for the store that takes an order counts for offers that are for some stores: `anyone` where shoppers choose it.',
    ),
    group_tags_in_offers: yesOrNo(
      false,
      'Whether product_group_tags of an item count for offers like tags of the catalogue. Any caller can send any tag.',
    ),
    eta_limit: Type.Integer({
      minimum: 0,
      default: 120,
      description: 'A promise within so many minutes is told in them.',
    }),
    delivery_hint_ttl: Type.Object(
      { t1: minutes(5), t2: minutes(5), t3: minutes(30), eta: minutes(5) },
      { ...closed, default: {}, description: 'Minutes for which a storefront may keep an estimate and send it back.' },
    ),
    rate_max_age_hours: whole(
      [0, 8_760],
      24,
      'For how long a cart keeps the exchange rate of its last write, and at most behind its end.',
    ),
    article_assignment: Type.Object(
      {
        strategy: Type.Enum(['optimal', 'low-price'], { default: 'optimal' }),
        level: choice(
          ['multi-companies', 'multi-company', 'single-company', 'store'],
          'multi-companies',
          'Of whom: of all sellers, of the seller or of the store that the line has.',
        ),
      },
      { ...closed, default: {}, description: 'How a line is given its article when it does not say.' },
    ),
    fulfillment_modes: Type.Array(FulfillmentMode, {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      default: [
        { slug: 'home_delivery', order_type: 'HomeDelivery' },
        { slug: 'store_pickup', order_type: 'PickAtStore' },
      ],
      description: 'Ways in which a line can reach its shopper; the first one of an order type is the usual one.',
    }),
    retention: Type.Object(
      {
        anonymous_days: days(
          30,
          'The cart and the addresses of a shopper who has not signed in, from their last change.',
        ),
        customer_days: days(365, 'The cart of a customer, from its last change.'),
        archived_days: days(30, 'What a cart held when it was emptied, and carts that went out of use.'),
        share_days: days(30, 'A shared copy.'),
        history_days: days(365, 'A command that changed a cart.'),
      },
      { ...closed, default: {}, description: 'For how many days carts and what belongs to them are kept.' },
    ),
    cart_by_id: choice(
      ['full', 'goods', 'none'],
      'goods',
      'What the id of a guest’s cart opens without his token: all of it, its goods and their prices, or nothing.',
    ),
    whole_unit_display: yesOrNo(false, 'Rows of the price details in whole units, with a row for the difference.'),
  },
  { ...closed, title: 'CartSettings' },
);
export type CartSettings = Static<typeof CartSettings>;
export type EmiPlanSetting = Static<typeof EmiPlanSetting>;
export type FeeSetting = Static<typeof Fee>;
