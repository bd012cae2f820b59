/** What administrators of a company send and get about its applications and their tokens. */
import { type Static, Type } from 'typebox';
import { ApplicationSettings, Policy } from './application-contract.ts';
import { changeFields } from '../change-fields.ts';
import { cursorList } from '../cursor-page-contract.ts';
import { EventSettings } from './event-settings-contract.ts';
import { DateTime, Nullable, secretLife } from '../primitives.ts';
import { QuotaSettings } from './quota-settings-contract.ts';

export const CompanyPath = Type.Object({
  company_id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
});
export const ApplicationPath = Type.Object({
  ...CompanyPath.properties,
  application_id: Type.String({ maxLength: 64 }),
});
export const ApplicationTokenPath = Type.Object({
  ...ApplicationPath.properties,
  token_id: Type.String({ maxLength: 64 }),
});

/** What a new application must say; everything else has a default. */
export type NewApplication = Pick<ApplicationSettings, 'name' | 'currency' | 'country'> &
  Partial<Omit<ApplicationSettings, 'policy' | 'events' | 'quotas'>> & {
    readonly policy?: Partial<Policy>;
    readonly events?: Partial<EventSettings>;
    readonly quotas?: Partial<QuotaSettings>;
  };
export const NewApplication = Type.Unsafe<NewApplication>({
  type: 'object',
  title: 'NewApplication',
  additionalProperties: false,
  required: ['name', 'currency', 'country'],
  properties: {
    ...ApplicationSettings.properties,
    policy: { type: 'object', additionalProperties: false, properties: changeFields(Policy) },
    events: { type: 'object', additionalProperties: false, properties: changeFields(EventSettings) },
    quotas: { type: 'object', additionalProperties: false, properties: changeFields(QuotaSettings) },
  },
});

const token = Type.Optional(
  Type.String({ description: 'Shown in this answer only; a repeat under the same Idempotency-Key leaves it out.' }),
);

export const ApplicationView = Type.Object(
  {
    id: Type.String(),
    company_id: Type.Integer(),
    version: Type.Integer({ description: 'Rises with every change of settings.' }),
    created_at: DateTime,
    modified_at: DateTime,
    ...ApplicationSettings.properties,
    customer_token_secret_set: Type.Boolean({ description: 'Whether a customer_token_secret is kept.' }),
    request_signature_secret_set: Type.Boolean({ description: 'Whether a request_signature_secret is kept.' }),
    payment_secret_set: Type.Boolean({ description: 'Whether a payment_secret is kept.' }),
  },
  { title: 'Application' },
);
export type ApplicationView = Static<typeof ApplicationView>;

export const AddedApplication = Type.Object(
  { ...ApplicationView.properties, application_token: token },
  { title: 'AddedApplication' },
);

export const ApplicationList = cursorList('ApplicationList', ApplicationView);

export const NewApplicationToken = Type.Object(
  {
    expires_at: Type.Optional(
      Nullable(Type.String({ format: 'date-time', description: 'When it stops working; never when left out.' })),
    ),
  },
  { title: 'NewApplicationToken', additionalProperties: false },
);

export const ApplicationTokenView = Type.Object(
  {
    id: Type.String(),
    hint: Type.String({ description: 'The last four characters of the token.' }),
    ...secretLife,
  },
  { title: 'ApplicationToken' },
);
export type ApplicationTokenView = Static<typeof ApplicationTokenView>;

export const AddedApplicationToken = Type.Object(
  { ...ApplicationTokenView.properties, token },
  { title: 'AddedApplicationToken' },
);

export const ApplicationTokenList = Type.Object(
  { items: Type.Array(ApplicationTokenView) },
  { title: 'ApplicationTokenList' },
);
