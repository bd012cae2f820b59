/** What can be set for an application (a sales channel), with the defaults a new one starts with. */
import { type Static, type TObject, Type } from 'typebox';
import { CartSettings } from './cart-settings-contract.ts';
import { languages } from '../language.ts';
import { changeFields } from '../change-fields.ts';
import { EventSettings } from './event-settings-contract.ts';
import { OrderSettings } from './order-settings-contract.ts';
import { Nullable } from '../primitives.ts';
import { QuotaSettings } from './quota-settings-contract.ts';
import { Segment } from './segment-settings-contract.ts';
import { choice, group, yesOrNo } from './setting-fields.ts';
import { Translation } from './translation-contract.ts';

/** How customers of an application prove who they are: a JWT, verified by exactly one of these. */
export const CustomerTokenSettings = Type.Object(
  {
    kind: Type.Enum(['jwks', 'pem', 'secret'], {
      description:
        'Verified by the keys at jwks_url, by public_key_pem, or by the secret set as customer_token_secret.',
    }),
    jwks_url: Type.Optional(Type.String({ maxLength: 2048, description: 'Where the keys are; https.' })),
    public_key_pem: Type.Optional(Type.String({ maxLength: 16_384, description: 'A public key, BEGIN PUBLIC KEY.' })),
    issuer: Type.Optional(Type.String({ minLength: 1, maxLength: 512, description: 'Value that iss must have.' })),
    audience: Type.Optional(Type.String({ minLength: 1, maxLength: 512, description: 'Value that aud must hold.' })),
  },
  { additionalProperties: false },
);

const mergeStrategies = ['sum', 'max', 'keep', 'replace', 'leave', 'if_empty', 'keep_guest'] as const;

/** Every choice on which real shops differ. The defaults satisfy the agreed pricing vectors (docs/behaviour). */
export const Policy = Type.Object(
  {
    prices_include_tax: yesOrNo(true, 'Whether catalogue prices hold the tax; if not, it is added to the total.'),
    tax_rounding: choice(
      ['unit', 'line', 'cart'],
      'line',
      'Where tax is rounded: each unit, each line, or over the cart with the remainder carried along.',
    ),
    rounding: choice(
      ['half_up', 'half_even', 'half_down'],
      'half_up',
      'How half of the smallest unit of money is rounded.',
    ),
    remainder: choice(
      ['largest', 'first', 'last', 'round_then_first'],
      'largest',
      'Who gets what is left when an amount is shared: largest fraction, first or last line, or rounded first.',
    ),
    allocation_weights: choice(
      ['net', 'gross'],
      'net',
      'Whether a cart discount is shared by line amounts as priced (net) or with added tax (gross).',
    ),
    percent_scope: choice(
      ['line', 'unit'],
      'line',
      'Whether a percentage is taken, and rounded, from the line or from each unit.',
    ),
    stacking: choice(
      ['sequential', 'best_per_line', 'best_order', 'best_offer'],
      'sequential',
      'Whether promotions apply one after another, each line takes its best one only, they apply in the order that leaves the goods cheapest, or in the combination with which the shopper pays least.',
    ),
    best_offer_nodes: Type.Integer({
      minimum: 1,
      maximum: 10_000,
      default: 1_000,
      description:
        'How many steps the search for the best combination takes at most; a large cart with many offers gets fewer. Where they do not suffice, the best that was found counts, and the answer says how far it can be from the best there is.',
    }),
    threshold_basis: choice(
      ['before_discounts', 'after_discounts'],
      'after_discounts',
      'Whether a minimum looks at the goods before or after the offers that already applied.',
    ),
    reward_pick: choice(['cheapest', 'dearest'], 'cheapest', 'Which eligible units a buy-and-get offer rewards first.'),
    set_pick: choice(['cheapest', 'dearest'], 'cheapest', 'Which eligible units a set or bundle takes first.'),
    partial_rewards: yesOrNo(
      false,
      'Whether a buy-and-get offer rewards the units there are when the cart lacks some of them.',
    ),
    merge_strategy: choice(
      mergeStrategies,
      'max',
      'Quantity of an equal line when an anonymous cart joins the customer’s at sign-in.',
    ),
    explicit_merge_strategy: choice(mergeStrategies, 'sum', 'The same when a merge is asked for by its own call.'),
    merge_currency: choice(
      ['any', 'same'],
      'any',
      'same: lines of a cart that was last priced in another currency are rejected when carts are merged.',
    ),
  },
  { additionalProperties: false },
);

const currencyCode = Type.String({ pattern: '^[A-Z]{3}$', examples: ['USD'] });

export const ApplicationSettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120, examples: ['Web shop'] }),
    currency: Type.String({
      pattern: '^[A-Z]{3}$',
      examples: ['EUR'],
      description: 'Currency of the catalogue, ISO 4217.',
    }),
    currencies: Type.Array(currencyCode, {
      maxItems: 50,
      default: [],
      description: 'Further currencies shoppers may ask for.',
    }),
    time_zone: Type.String({ maxLength: 64, default: 'UTC', description: 'IANA name, for days and calendars.' }),
    language: choice(
      languages,
      'en',
      'Of sentences that are made here, where a call asks for no other: explanations, what an offer misses, what became of a coupon.',
    ),
    country: Type.String({ pattern: '^[A-Z]{2}$', examples: ['DE'], description: 'Home country, ISO 3166-1 alpha-2.' }),
    storefront_url: Nullable(
      Type.String({
        maxLength: 2048,
        default: null,
        description: 'Address of the shop’s pages; links to them begin with it.',
      }),
    ),
    origins: Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 50,
      default: [],
      description: 'Browser origins that may call with this application.',
    }),
    customer_token: Nullable(
      Type.Object(CustomerTokenSettings.properties, {
        additionalProperties: false,
        default: null,
        description: 'How customers prove who they are; null: every shopper is anonymous.',
      }),
    ),
    profile_from_claims: yesOrNo(
      false,
      'Whether what customer tokens say about their customers is kept as their profile.',
    ),
    request_signature: choice(
      ['off', 'report', 'require'],
      'report',
      'What to do with x-fp-signature: ignore it, count mismatches, or refuse them.',
    ),
    requests_per_minute: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 10_000_000,
        default: null,
        description:
          'Requests all callers of this application may make in a minute; null: as many as the node can answer.',
      }),
    ),
    segments: Type.Array(Segment, {
      maxItems: 50,
      default: [],
      description: 'Customers by what is known of them, which offers can name as groups.',
    }),
    translations: Type.Array(Translation, {
      maxItems: 1_000,
      default: [],
      description:
        'Texts of the shop’s own in the languages of the storefront: what is not here is shown as it was written.',
    }),
    policy: group(Policy, 'How prices are computed.'),
    cart: group(
      CartSettings,
      'Fees of payment modes, instalments, points, promises, assignment, fulfilment and retention.',
    ),
    orders: group(OrderSettings, 'How long a payment is awaited, and until when a customer may cancel.'),
    events: group(EventSettings, 'Who makes events, who may send them, what of them is kept and for how long.'),
    quotas: group(QuotaSettings, 'How much one shopper, or one network address, may take up.'),
  },
  { additionalProperties: false, title: 'ApplicationSettings' },
);
export type ApplicationSettings = Static<typeof ApplicationSettings>;
export type CustomerTokenSettings = Static<typeof CustomerTokenSettings>;
export type Policy = Static<typeof Policy>;

const secret = Nullable(
  Type.String({
    maxLength: 4096,
    description: 'At least 32 bytes. Kept sealed and never shown again; null removes it.',
  }),
);

const changeOf = (settings: TObject) => ({
  type: 'object',
  additionalProperties: false,
  properties: changeFields(settings),
});

/** A change names the fields it changes; the objects in it likewise. Secrets are written and never read. */
export type ApplicationChange = Partial<
  Omit<ApplicationSettings, 'policy' | 'cart' | 'orders' | 'events' | 'quotas'>
> & {
  readonly policy?: Partial<Policy>;
  readonly cart?: Partial<CartSettings>;
  readonly orders?: Partial<OrderSettings>;
  readonly events?: Partial<EventSettings>;
  readonly quotas?: Partial<QuotaSettings>;
  readonly customer_token_secret?: string | null;
  readonly request_signature_secret?: string | null;
  readonly payment_secret?: string | null;
};
export const ApplicationChange = Type.Unsafe<ApplicationChange>({
  type: 'object',
  title: 'ApplicationChange',
  examples: [{ name: 'Web shop' }],
  additionalProperties: false,
  properties: {
    ...changeFields(ApplicationSettings),
    policy: changeOf(Policy),
    cart: changeOf(CartSettings),
    orders: changeOf(OrderSettings),
    events: changeOf(EventSettings),
    quotas: changeOf(QuotaSettings),
    customer_token_secret: secret,
    request_signature_secret: secret,
    payment_secret: secret,
  },
});
