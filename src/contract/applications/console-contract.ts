/** What the console's page knows of its operator from the start; everything else it asks for by operations. */
import { type Static, Type } from 'typebox';

export const ConsoleSession = Type.Object({
  base: Type.String({ description: 'Path of the public address, before every address on the page.' }),
  public_url: Type.String({ description: 'Where the service is reached, for commands that are copied.' }),
  version: Type.String(),
  forms: Type.String({ description: 'Where the schemas are that forms are made from.' }),
  form_token: Type.String({ description: 'For the form that signs out.' }),
  has_password: Type.Boolean(),
  password_saved: Type.Boolean({ description: 'He has just set one.' }),
  operator: Type.Object({
    id: Type.String(),
    name: Type.String(),
    email: Type.String(),
    role: Type.String(),
    permissions: Type.Array(Type.String(), { description: 'Written out, without wildcards.' }),
  }),
  organization: Type.Object({ id: Type.String(), name: Type.String() }),
  applications: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      company_id: Type.Integer(),
      currency: Type.String(),
      time_zone: Type.String(),
      is_demo: Type.Boolean({ description: 'It sells the demo range.' }),
    }),
  ),
  has_more_applications: Type.Boolean(),
});
export type ConsoleSession = Static<typeof ConsoleSession>;
