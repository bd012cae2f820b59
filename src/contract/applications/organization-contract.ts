/** Organizations of an installation and their companies. */
import { type Static, Type } from 'typebox';
import { cursorList } from '../cursor-page-contract.ts';
import { DateTime } from '../primitives.ts';
import { CompanyPath } from './application-admin-contract.ts';
import { OrganizationPath } from './client-contract.ts';

export const OrganizationCompanyPath = Type.Object({ ...OrganizationPath.properties, ...CompanyPath.properties });

const name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', examples: ['Example Retail'] });
export const Named = Type.Object({ name }, { title: 'Named', additionalProperties: false });

export const CompanyView = Type.Object(
  { id: Type.Integer(), organization_id: Type.String(), name: Type.String(), created_at: DateTime },
  { title: 'Company' },
);
export type CompanyView = Static<typeof CompanyView>;
export const CompanyList = cursorList('CompanyList', CompanyView);

export const OrganizationView = Type.Object(
  { id: Type.String(), name: Type.String(), created_at: DateTime },
  { title: 'Organization' },
);
export type OrganizationView = Static<typeof OrganizationView>;
export const OrganizationList = cursorList('OrganizationList', OrganizationView);

export const NewOrganization = Type.Object(
  {
    name,
    company_name: Type.Optional(name),
    owner: Type.Object({
      email: Type.String({ minLength: 3, maxLength: 254, examples: ['owner@example.com'] }),
      name: Type.Optional(name),
    }),
  },
  { title: 'NewOrganization', additionalProperties: false },
);
export type NewOrganization = Static<typeof NewOrganization>;

export const AddedOrganization = Type.Object(
  {
    ...OrganizationView.properties,
    company_id: Type.Optional(Type.Integer({ description: 'Its first company.' })),
    owner_id: Type.Optional(Type.String()),
    link: Type.Optional(
      Type.String({ description: 'Signs the owner in once. In this answer only: a repeat leaves it out.' }),
    ),
    link_expires_at: Type.Optional(DateTime),
  },
  { title: 'AddedOrganization' },
);
export type AddedOrganization = Static<typeof AddedOrganization>;
