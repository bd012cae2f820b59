/** A client's document as a value: made from what its creator sent, and changed by PUT and PATCH. Pure. */
import {
  type ClientChange,
  ClientResponse,
  type ClientUpdate,
  type NewClient,
} from '../../contract/applications/client-contract.ts';
import { checkAdditional, checkClientSettings, checkName } from './client-rules.ts';
import type { ClientDocument } from './client-statements.ts';
import { widestPermissions } from '../../http/permissions.ts';
import { normalForm } from '../../shared/texts/normal-form.ts';

export type Creation = {
  readonly clientId: string;
  readonly author: ClientDocument['author'];
  readonly callerPermissions: readonly string[];
};

const defaults = {
  grants: ['client_credentials'],
  redirect_urls: [],
  access_token_lifetime: 7_200,
  refresh_token_lifetime: 2_592_000,
  client_type: 'partner',
} as const;

/** Fields of the record: those that are ours to set are ignored in a body, the others are read by name. */
const isField = (name: string): boolean => Object.hasOwn(ClientResponse.properties, name);

export const newDocument = (given: NewClient, { clientId, author, callerPermissions }: Creation): ClientDocument => {
  const additional = Object.fromEntries(Object.entries(given).filter(([name]) => !isField(name)));
  checkAdditional(additional);
  checkName(given.meta?.name);
  checkClientSettings(given, callerPermissions);
  const { scopes = {}, meta = {}, ...settings } = { ...defaults, ...given };
  const tail = clientId.slice(-6);
  return {
    slug: `${slugOf(meta.name ?? '')}-${tail}`,
    scopes: scopesOf(scopes, callerPermissions),
    grants: distinct(settings.grants),
    redirect_urls: settings.redirect_urls,
    access_token_lifetime: settings.access_token_lifetime,
    refresh_token_lifetime: settings.refresh_token_lifetime,
    meta: { name: meta.name ?? `client-${tail}`, description: meta.description ?? '', tags: meta.tags ?? [] },
    ...withUser(given.user_id ?? meta.user_id),
    author,
    client_type: settings.client_type,
    ...(Object.keys(additional).length === 0 ? {} : { additional }),
  };
};

/** PUT: name, tags, description and user; what is left out stays. */
export const updatedDocument = (before: ClientDocument, given: ClientUpdate): ClientDocument => {
  checkName(given.meta?.name);
  const { user_id: before_user, ...rest } = before;
  const { name, description, tags } = before.meta;
  const meta = {
    name: given.meta?.name ?? name,
    description: given.meta?.description ?? description,
    tags: given.meta?.tags ?? tags,
  };
  return { ...rest, meta, ...withUser(given.user_id ?? given.meta?.user_id ?? before_user) };
};

/** PATCH: what the client can do. */
export const changedDocument = (
  before: ClientDocument,
  given: ClientChange,
  callerPermissions: readonly string[],
): ClientDocument => {
  checkClientSettings(given, callerPermissions);
  const { is_active: _active, scopes, grants, ...replaced } = given;
  const { type, permissions } = before.scopes;
  // What was listed by hand is no longer all there is.
  const kept = { type: type === 'full' ? 'custom' : type, permissions };
  return {
    ...before,
    ...replaced,
    ...(scopes === undefined ? {} : { scopes: scopesOf({ ...kept, ...scopes }, callerPermissions) }),
    ...(grants === undefined ? {} : { grants: distinct(grants) }),
  };
};

/** `full` writes down what its creator has now, so that a client never grows by what its creator is given later. */
const scopesOf = (
  { type = 'custom', permissions = [] }: Partial<ClientDocument['scopes']>,
  callerPermissions: readonly string[],
): ClientDocument['scopes'] => {
  return { type, permissions: type === 'full' ? widestPermissions(callerPermissions) : distinct(permissions) };
};

/** An empty user is none. */
const withUser = (userId: string | undefined): Pick<ClientDocument, 'user_id'> =>
  userId === undefined || userId === '' ? {} : { user_id: userId };

const distinct = (words: readonly string[]): readonly string[] => [...new Set(words)];

const slugOf = (name: string): string => {
  const plain = normalForm(name, 'NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, 60)
      .replace(/^-+|-+$/g, '') || 'client'
  );
};
