import { type Static, Type } from 'typebox';

/** How customers of an application prove who they are: a JWT, verified by exactly one of these. */
export const CustomerTokenSettings = Type.Object(
  {
    kind: Type.Union([Type.Literal('jwks'), Type.Literal('pem'), Type.Literal('secret')]),
    jwks_url: Type.Optional(Type.String({ format: 'uri', maxLength: 2048 })),
    public_key_pem: Type.Optional(Type.String({ maxLength: 16_384 })),
    issuer: Type.Optional(Type.String({ maxLength: 512 })),
    audience: Type.Optional(Type.String({ maxLength: 512 })),
  },
  { additionalProperties: false },
);

/** Every choice on which real shops differ. The defaults satisfy the agreed pricing vectors (docs/behaviour). */
export const Policy = Type.Object(
  {
    prices_include_tax: Type.Boolean({ default: true }),
    tax_rounding: Type.Enum(['line', 'cart'], { default: 'line' }),
    rounding: Type.Enum(['half_up', 'half_even', 'half_down'], { default: 'half_up' }),
    merge_strategy: Type.Enum(['sum', 'max', 'keep', 'replace'], { default: 'max' }),
  },
  { additionalProperties: false },
);

export const ApplicationSettings = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 120 }),
    currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'Currency of the catalogue, ISO 4217.' }),
    currencies: Type.Array(Type.String({ pattern: '^[A-Z]{3}$' }), {
      maxItems: 50,
      description: 'Further currencies shoppers may ask for.',
    }),
    time_zone: Type.String({ maxLength: 64, description: 'IANA name, for days and calendars.' }),
    country: Type.String({ pattern: '^[A-Z]{2}$' }),
    storefront_url: Type.Union([Type.String({ format: 'uri', maxLength: 2048 }), Type.Null()]),
    origins: Type.Array(Type.String({ maxLength: 255 }), {
      maxItems: 50,
      description: 'Browser origins that may call with this application.',
    }),
    customer_token: Type.Union([CustomerTokenSettings, Type.Null()]),
    request_signature: Type.Enum(['off', 'report', 'require'], {
      description: 'What to do with x-fp-signature: ignore it, count mismatches, or refuse them.',
    }),
    requests_per_minute: Type.Integer({ minimum: 1, maximum: 10_000_000 }),
    policy: Policy,
  },
  { additionalProperties: false, title: 'ApplicationSettings' },
);
export type ApplicationSettings = Static<typeof ApplicationSettings>;
export type CustomerTokenSettings = Static<typeof CustomerTokenSettings>;
