/** What an extension is told about itself when it starts. */
import { type Static, Type } from 'typebox';

export const ExtensionPath = Type.Object({
  api_key: Type.String({ maxLength: 64, description: 'The client id; the caller’s own.' }),
});

export const ExtensionDetails = Type.Object(
  {
    _id: Type.String({ description: 'The client id.' }),
    name: Type.String(),
    description: Type.String(),
    base_url: Type.String({
      description: 'Where the extension runs: its redirect URL up to /fp/auth, or the origin of its first; else empty.',
    }),
    redirect_urls: Type.Array(Type.String()),
    scope: Type.Array(Type.String(), {
      description: 'What it may ask for: its permissions, and those that their wildcards stand for.',
    }),
    client_type: Type.String(),
    organization_id: Type.String(),
  },
  { title: 'ExtensionDetails' },
);
export type ExtensionDetails = Static<typeof ExtensionDetails>;
