/** Use cases: a new organization with its first company, and a further company. */
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { auditStatement } from './audit-statements.ts';
import type { Author, Node } from './node.ts';
import {
  type Company,
  findOrganization,
  insertCompany,
  insertOrganization,
  takeCompanyId,
} from './organization-store.ts';

export type AddedOrganization = { readonly organizationId: string; readonly companyId: number };

export const addOrganization = async (
  { db, now, random }: Node,
  given: { readonly name: string; readonly companyName: string },
  author: Author,
): Promise<AddedOrganization> => {
  const at = now();
  const organization = { id: objectId(random), name: given.name, createdAt: at };
  const company: Company = {
    id: await takeCompanyId(db),
    organizationId: organization.id,
    name: given.companyName,
    createdAt: at,
  };
  const entry = { ...author, organizationId: organization.id, before: null, at };
  await db.commit([
    insertOrganization(organization),
    insertCompany(company),
    auditStatement(
      { ...entry, action: 'organization.add', subject: `organization/${organization.id}`, after: { name: given.name } },
      random,
    ),
    auditStatement(
      { ...entry, action: 'company.add', subject: `company/${company.id}`, after: { name: company.name } },
      random,
    ),
  ]);
  return { organizationId: organization.id, companyId: company.id };
};

export const addCompany = async (
  { db, now, random }: Node,
  organizationId: string,
  name: string,
  author: Author,
): Promise<number> => {
  if ((await findOrganization(db, organizationId)) === undefined) throw new Refusal('organization_not_found');
  const at = now();
  const id = await takeCompanyId(db);
  await db.commit([
    insertCompany({ id, organizationId, name, createdAt: at }),
    auditStatement(
      { ...author, organizationId, action: 'company.add', subject: `company/${id}`, before: null, after: { name }, at },
      random,
    ),
  ]);
  return id;
};
