/** Rules of the merchant's own: by a signed call or a WebAssembly module, asked before a cart is priced. */
import { type Static, Type } from 'typebox';
import { ApplicationPath } from '../applications/application-admin-contract.ts';
import { Nullable } from '../primitives.ts';
import { Anything } from './offer-parts-contract.ts';

const purposes = ['discount', 'tax', 'shipping'] as const;

const code = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,49}$',
  description: 'Names the rule: offers of discount_type custom name it in offer.code.',
});

export const CustomRulePath = Type.Object({ ...ApplicationPath.properties, code }, { title: 'CustomRulePath' });

const fields = {
  name: Type.String({ minLength: 1, maxLength: 100, description: 'For people.' }),
  purpose: Type.Enum(purposes, {
    description:
      'discount: what offers of discount_type custom take off. tax: the taxes of each article. shipping: what shipping methods charge for goods of each store. An application has one active rule for tax and one for shipping.',
  }),
  runs: Type.Enum(['call', 'module'] as const, {
    description: 'call: url is called, signed as webhooks are. module: a WebAssembly module runs here.',
  }),
  time_ms: Type.Integer({
    minimum: 5,
    maximum: 2000,
    description: 'How long a cart waits for its answer. A module has at most 500.',
  }),
  keep_seconds: Type.Integer({
    minimum: 0,
    maximum: 60,
    description: 'How long an answer counts for carts that ask the same.',
  }),
  fallback: Type.Enum(['none', 'last', 'refuse'] as const, {
    description:
      'When no answer comes. none: no discount, the taxes and charges of the shop. last: the last answer to the same question, for last_minutes. refuse: as none, and the cart cannot be ordered until an answer comes.',
  }),
  last_minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
  is_active: Type.Boolean({ description: 'false: it is not asked.' }),
};

export const CustomRuleBody = Type.Object(
  {
    name: fields.name,
    purpose: fields.purpose,
    runs: fields.runs,
    url: Type.Optional(Type.String({ maxLength: 2048, description: 'Of a call: an https address.' })),
    secret: Type.Optional(
      Type.String({
        minLength: 16,
        maxLength: 256,
        description: 'Signs calls. Left out: the one it has for this address, or a new one that this answer tells.',
      }),
    ),
    module: Type.Optional(
      Type.String({
        maxLength: 360_000,
        pattern: '^[A-Za-z0-9+/]*={0,2}$',
        description: 'The bytes of a module in base64, 256 KiB at most. Left out: the one it has.',
      }),
    ),
    time_ms: Type.Optional(fields.time_ms),
    keep_seconds: Type.Optional(fields.keep_seconds),
    fallback: Type.Optional(fields.fallback),
    last_minutes: Type.Optional(fields.last_minutes),
    is_active: Type.Optional(fields.is_active),
  },
  { title: 'CustomRuleBody', additionalProperties: false },
);
export type CustomRuleBody = Static<typeof CustomRuleBody>;

export const CustomRuleView = Type.Object(
  {
    code,
    ...fields,
    url: Nullable(Type.String()),
    module_hash: Nullable(Type.String({ description: 'SHA-256 of the module in hexadecimal digits: its version.' })),
    version: Type.Integer(),
    created_at: Type.String(),
    modified_at: Type.String(),
    secret: Type.Optional(Type.String({ description: 'Only in the answer to the write that made it.' })),
  },
  { title: 'CustomRule' },
);
export type CustomRuleView = Static<typeof CustomRuleView>;

export const CustomRuleList = Type.Object({ items: Type.Array(CustomRuleView) }, { title: 'CustomRuleList' });

export const CustomRuleTrial = Type.Object(
  { input: Type.Unsafe<Readonly<Record<string, unknown>>>({ type: 'object', additionalProperties: true }) },
  { title: 'CustomRuleTrial', additionalProperties: false },
);

export const CustomRuleTried = Type.Object(
  {
    outcome: Type.Enum(['answered', 'late', 'failed'] as const),
    reason: Nullable(Type.String({ description: 'Why there is no answer that can be used.' })),
    answer: Nullable(Anything),
  },
  { title: 'CustomRuleTried' },
);
export type CustomRuleTried = Static<typeof CustomRuleTried>;
