/** Use cases: a new organization with its first company, and a further company. */
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { auditStatement } from './audit-statements.ts';
import type { Author, Node } from './node.ts';
import {
  findOrganization,
  holdOrganization,
  insertCompany,
  insertOrganization,
  roomForCompany,
  takeCompanyId,
} from './organization-store.ts';
import type { AuthoredWrite } from './write-once.ts';

export type AddedOrganization = { readonly organizationId: string; readonly companyId: number };

/** The rows of a new organization and its first company, for a batch. */
export const planOrganization = (
  { now, random }: Pick<Node, 'now' | 'random'>,
  given: { readonly name: string; readonly companyName: string; readonly companyId: number },
  author: Author,
): { readonly organizationId: string; readonly statements: readonly Statement[] } => {
  const at = now();
  const { name, companyName, companyId } = given;
  const organizationId = objectId(random);
  const entry = { ...author, organizationId, before: null, at };
  const audit = (action: string, subject: string, after: unknown): Statement =>
    auditStatement({ ...entry, action, subject, after }, random);
  return {
    organizationId,
    statements: [
      insertOrganization({ id: organizationId, name, createdAt: at }),
      insertCompany({ id: companyId, organizationId, name: companyName, createdAt: at }),
      audit('organization.add', `organization/${organizationId}`, { name }),
      audit('company.add', `company/${companyId}`, { name: companyName }),
    ],
  };
};

export const addOrganization = async (
  node: Node,
  given: { readonly name: string; readonly companyName: string },
  author: Author,
): Promise<AddedOrganization> => {
  const companyId = await takeCompanyId(node.db);
  const { organizationId, statements } = planOrganization(node, { ...given, companyId }, author);
  await node.db.commit(statements);
  return { organizationId, companyId };
};

export const addCompany = async (
  { db, now, random }: Node,
  organizationId: string,
  name: string,
  { remember = () => [], actor, requestId }: Author & Partial<AuthoredWrite<number>>,
): Promise<number> => {
  if ((await findOrganization(db, organizationId)) === undefined) throw new Refusal('organization_not_found');
  const at = now();
  const id = await takeCompanyId(db);
  const told = { action: 'company.add', subject: `company/${id}`, before: null, after: { name } };
  try {
    await db.commit([
      ...remember(id),
      holdOrganization(organizationId),
      insertCompany({ id, organizationId, name, createdAt: at }),
      roomForCompany(organizationId),
      auditStatement({ actor, requestId, organizationId, ...told, at }, random),
    ]);
  } catch (error) {
    throw guardFailed(error, 'company_limit') ? new Refusal('company_limit_reached', { cause: error }) : error;
  }
  return id;
};
