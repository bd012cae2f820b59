/** OAuth clients of an organization: the interface's records, and the bodies that create and change them. */
import { type Static, Type } from 'typebox';
import { DateTime, Nullable, Page, PageQuery, QueryBoolean, secretLife } from '../primitives.ts';

export const OrganizationPath = Type.Object({ organization_id: Type.String({ maxLength: 64 }) });
export const ClientPath = Type.Object({ ...OrganizationPath.properties, client_id: Type.String({ maxLength: 64 }) });
export const ClientSecretPath = Type.Object({ ...ClientPath.properties, secret_id: Type.String({ maxLength: 64 }) });

export const ClientListQuery = Type.Object({
  ...PageQuery.properties,
  is_active: QueryBoolean('Only active clients, or only inactive ones; all when left out.'),
});
export type ClientListQuery = Static<typeof ClientListQuery>;

const clientType = Type.Enum(['extension', 'platform', 'administrator', 'partner'], {
  description: 'partner when left out at creation.',
});
const scopeType = Type.String({
  minLength: 1,
  maxLength: 64,
  description: 'full: all that the creator may do; any other word: the listed permissions. custom when left out.',
});

const ClientScopes = Type.Object(
  { type: scopeType, permissions: Type.Array(Type.String()) },
  { title: 'ClientScopes' },
);
const ClientMeta = Type.Object(
  {
    tags: Type.Array(Type.String()),
    name: Type.String(),
    description: Type.String(),
    user_id: Type.Optional(Type.String({ description: 'The same as user_id of the client.' })),
  },
  { title: 'ClientMeta' },
);
const ClientAuthor = Type.Object(
  { type: Type.Enum(['operator', 'client', 'system']), id: Type.String(), name: Type.String() },
  { title: 'ClientAuthor', description: 'Who created the client.' },
);

export const ClientResponse = Type.Object(
  {
    company_id: Type.Integer({ description: 'Company associated with the client.' }),
    client_id: Type.String(),
    secret: Type.Array(Type.String(), {
      description:
        'In full in the answer that created it only; later sk_… and the last four characters, oldest first, of those that are live.',
    }),
    slug: Type.String({ description: 'Made from the name at creation; stays when the name changes.' }),
    scopes: ClientScopes,
    grants: Type.Array(Type.String()),
    redirect_urls: Type.Array(Type.String()),
    access_token_lifetime: Type.Integer({ description: 'In seconds.' }),
    refresh_token_lifetime: Type.Integer({ description: 'In seconds.' }),
    meta: ClientMeta,
    user_id: Type.Optional(Type.String({ description: 'User associated with the client; left out without one.' })),
    author: ClientAuthor,
    is_active: Type.Boolean(),
    client_type: clientType,
    organization_id: Type.String(),
    _id: Type.String(),
    created_at: DateTime,
    modified_at: DateTime,
    raw_permissions: Type.Array(Type.String(), {
      description: 'The permissions of the scopes with their wildcards written out, sorted.',
    }),
  },
  { title: 'ClientResponseSchema', additionalProperties: true },
);
export type ClientResponse = Static<typeof ClientResponse>;

export const ClientList = Type.Object({ items: Type.Array(ClientResponse), page: Page }, { title: 'ClientListSchema' });

const userId = Type.Optional(Type.String({ maxLength: 256 }));
const givenMeta = Type.Object(
  {
    tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50 })),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
    description: Type.Optional(Type.String({ maxLength: 2000 })),
    user_id: userId,
  },
  { additionalProperties: false },
);
const givenScopes = Type.Object(
  {
    type: Type.Optional(scopeType),
    permissions: Type.Optional(Type.Array(Type.String({ maxLength: 128 }), { maxItems: 200 })),
  },
  { additionalProperties: false },
);

/** Ranges, grants, addresses and permissions are rules of their own (oauth/client-rules.ts), refused with 422. */
const settings = {
  scopes: Type.Optional(givenScopes),
  grants: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), {
      maxItems: 20,
      description: 'authorization_code, client_credentials, refresh_token; client_credentials when left out.',
    }),
  ),
  redirect_urls: Type.Optional(
    Type.Array(Type.String(), { description: 'https, or http on 127.0.0.1 and [::1]; at most 20.' }),
  ),
  access_token_lifetime: Type.Optional(Type.Integer({ description: '60 to 86,400 seconds; 7,200 when left out.' })),
  refresh_token_lifetime: Type.Optional(
    Type.Integer({ description: '3,600 to 7,776,000 seconds; 2,592,000 when left out.' }),
  ),
  is_active: Type.Optional(Type.Boolean()),
};

export const NewClient = Type.Object(
  { ...settings, client_type: Type.Optional(clientType), meta: Type.Optional(givenMeta), user_id: userId },
  {
    title: 'ClientData',
    additionalProperties: true,
    description: 'Further properties are kept and returned as they are; fields that only we can set are ignored.',
  },
);
export type NewClient = Static<typeof NewClient>;

export const ClientUpdate = Type.Object(
  { meta: Type.Optional(givenMeta), user_id: userId },
  { title: 'ClientUpdate', additionalProperties: false },
);
export type ClientUpdate = Static<typeof ClientUpdate>;

export const ClientChange = Type.Object(settings, { title: 'ClientChange', additionalProperties: false });
export type ClientChange = Static<typeof ClientChange>;

const expiry = Nullable(Type.String({ format: 'date-time', description: 'When it stops working; null: never.' }));
export const NewClientSecret = Type.Object(
  { expires_at: Type.Optional(expiry) },
  { title: 'NewClientSecret', additionalProperties: false },
);
export const ClientSecretChange = Type.Object(
  { expires_at: expiry },
  { title: 'ClientSecretChange', additionalProperties: false },
);

export const ClientSecretView = Type.Object(
  {
    id: Type.String(),
    secret: Type.String({ description: 'In full in the answer that created it only; later sk_… and the last four.' }),
    ...secretLife,
  },
  { title: 'ClientSecret' },
);
export type ClientSecretView = Static<typeof ClientSecretView>;

export const ClientSecretList = Type.Object({ items: Type.Array(ClientSecretView) }, { title: 'ClientSecretList' });
