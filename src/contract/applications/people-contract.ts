/** The people who run the shop, their roles and invitations. */
import { type Static, Type } from 'typebox';
import { cursorList, CursorQuery } from '../cursor-page-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';
import { OrganizationPath } from './client-contract.ts';

export const OperatorPath = Type.Object({
  ...OrganizationPath.properties,
  operator_id: Type.String({ maxLength: 64 }),
});
export const RolePath = Type.Object({ ...OrganizationPath.properties, role: Type.String({ maxLength: 64 }) });

const email = Type.String({ minLength: 3, maxLength: 254, examples: ['jane@example.com'] });
const name = Type.String({ minLength: 1, maxLength: 200, examples: ['Jane'] });
const role = Type.String({ minLength: 1, maxLength: 64, description: 'A role of getRoles.', examples: ['support'] });
const password = (description: string) =>
  Type.String({ minLength: 1, maxLength: 256, description, examples: ['correct horse battery'] });

const status = Type.Enum(['invited', 'active', 'revoked', 'deactivated'], {
  description:
    'invited: has not come in yet; revoked: was invited and can be invited again; deactivated: has left, for good.',
});

export const OperatorView = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: Type.String(),
    status,
    has_password: Type.Boolean({ description: 'Whether he can sign in without a link.' }),
    created_at: DateTime,
    modified_at: DateTime,
    joined_at: Nullable(DateTime),
  },
  { title: 'Operator' },
);
export type OperatorView = Static<typeof OperatorView>;

export const OperatorList = cursorList('OperatorList', OperatorView);
export const OperatorQuery = Type.Object({
  ...CursorQuery.properties,
  status: Type.Optional(status),
  role: Type.Optional(role),
});

export const Invitation = Type.Object(
  { email, name: Type.Optional(name), role },
  { title: 'Invitation', additionalProperties: false },
);
export type Invitation = Static<typeof Invitation>;

export const InvitedOperator = Type.Object(
  {
    ...OperatorView.properties,
    link: Type.Optional(
      Type.String({
        description:
          'Signs him in once. In this answer only: a repeat under the same Idempotency-Key leaves it out. Whoever has it comes in as him.',
      }),
    ),
    link_expires_at: Type.Optional(DateTime),
  },
  { title: 'InvitedOperator' },
);

export const OperatorChange = Type.Object(
  { name: Type.Optional(name), role: Type.Optional(role) },
  { title: 'OperatorChange', additionalProperties: false },
);
export type OperatorChange = Static<typeof OperatorChange>;

export const Acceptance = Type.Object(
  {
    token: Type.String({ minLength: 1, maxLength: 256, description: 'Of the link, after token=.' }),
    password: password('12 to 256 characters.'),
    name: Type.Optional(name),
  },
  { title: 'Acceptance', additionalProperties: false },
);

export const Profile = Type.Object(
  {
    ...OperatorView.properties,
    organization_name: Type.String(),
    permissions: Type.Array(Type.String(), { description: 'What his role stands for now.' }),
  },
  { title: 'Profile' },
);
export const ProfileChange = Type.Object({ name }, { title: 'ProfileChange', additionalProperties: false });
export const PasswordChange = Type.Object(
  {
    current_password: Type.Optional(password('Not needed for 15 minutes after a link was used.')),
    password: password('12 to 256 characters.'),
  },
  { title: 'PasswordChange', additionalProperties: false },
);

const roleFields = {
  description: Type.String({ maxLength: 500 }),
  permissions: Type.Array(Type.String({ minLength: 1, maxLength: 100, examples: ['company/orders/*'] }), {
    minItems: 1,
    maxItems: 100,
    description: 'Permissions or patterns of them, all of which whoever makes the role must have himself.',
  }),
};
export const NewRole = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z][a-z0-9_-]{1,39}$', examples: ['warehouse'] }),
    description: Type.Optional(roleFields.description),
    permissions: roleFields.permissions,
  },
  { title: 'NewRole', additionalProperties: false },
);
export type NewRole = Static<typeof NewRole>;
export const RoleChange = Type.Object(
  {
    description: Type.Optional(roleFields.description),
    permissions: Type.Optional(roleFields.permissions),
  },
  { title: 'RoleChange', additionalProperties: false },
);
export type RoleChange = Static<typeof RoleChange>;

export const RoleView = Type.Object(
  {
    name: Type.String(),
    ...roleFields,
    is_built_in: Type.Boolean({ description: 'Every organization has it; it cannot be changed.' }),
    version: Type.Integer({ description: 'Rises with every change; 0 of one that is built in.' }),
    modified_at: Nullable(DateTime),
  },
  { title: 'Role' },
);
export type RoleView = Static<typeof RoleView>;
export const RoleList = Type.Object({ items: Type.Array(RoleView) }, { title: 'RoleList' });
