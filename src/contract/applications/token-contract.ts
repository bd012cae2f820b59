/** The token endpoints that SDKs call; RFC 6749, and the members the SDKs read beside it. */
import { Type } from 'typebox';
import { Nullable, ObjectId } from '../primitives.ts';

export const OrganizationPath = Type.Object({ organization_id: ObjectId });
export const CompanyTokenPath = Type.Object({ company_id: Type.Integer({ minimum: 1 }) });

const text = (description: string) => Type.Optional(Type.String({ description }));

const TokenForm = Type.Object(
  {
    grant_type: Type.Enum(['client_credentials', 'authorization_code', 'refresh_token']),
    client_id: text('Unless the Authorization header (Basic) carries it.'),
    client_secret: text('Unless the Authorization header (Basic) carries it.'),
    code: text('For authorization_code.'),
    code_verifier: text('For authorization_code, when the code was asked for with PKCE.'),
    redirect_uri: text('For authorization_code; when left out, the address the code was sent to.'),
    refresh_token: text('For refresh_token.'),
    scope: Type.Optional(
      Type.Unsafe<string | string[]>({
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
        description: 'Permissions, joined by spaces or commas or as a list; all of the client’s when left out.',
      }),
    ),
  },
  { title: 'TokenRequest' },
);

export const TokenRequest = {
  content: {
    'application/x-www-form-urlencoded': { schema: TokenForm },
    'application/json': { schema: TokenForm },
  },
};

const TokenUser = Type.Object({
  id: Type.String(),
  user_id: Type.String({ description: 'The same as id.' }),
  name: Type.String(),
  email: Type.String(),
});

export const TokenAnswer = Type.Object(
  {
    access_token: Type.String({ description: 'Send it as Authorization: Bearer.' }),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds.' }),
    expires_at: Type.Integer({ description: 'Milliseconds since 1970.' }),
    refresh_token: Type.Optional(Type.String({ description: 'For clients with the grant refresh_token; works once.' })),
    id_token: Type.Optional(Type.String({ description: 'When the scope openid was granted.' })),
    scope: Type.Array(Type.String(), { description: 'The permissions that were given.' }),
    current_user: Nullable(TokenUser),
    access_mode: Type.Enum(['online', 'offline'], {
      description: 'offline: of offline-token, of what was renewed from it, and of a client on its own behalf.',
    }),
  },
  { title: 'TokenAnswer' },
);

/** What the token service refuses: RFC 6749, and what all our refusals say. */
export const OAuthError = Type.Object(
  {
    error: Type.String({ description: 'A word of RFC 6749, such as invalid_grant.' }),
    error_description: Type.Optional(Type.String()),
    message: Type.String({ description: 'What went wrong, for people.' }),
    request_id: Type.String({ description: 'Quote it when you report a problem; also in the header x-request-id.' }),
  },
  { title: 'OAuthError', additionalProperties: true, description: 'Refused, in the words of OAuth.' },
);

export const AuthorizeQuery = Type.Object({
  client_id: text('The client that asks.'),
  response_type: text('code.'),
  redirect_uri: text('One of the client’s addresses; may be left out when it has one only.'),
  scope: text('Permissions, joined by spaces or commas.'),
  state: text('Comes back unchanged.'),
  code_challenge: text('PKCE.'),
  code_challenge_method: text('S256.'),
  access_mode: text('online or offline; the code is good for both.'),
});
