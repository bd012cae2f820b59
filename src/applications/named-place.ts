/** The company or application that an administrator names, if it is his organization's; another's is not there for him. */
import type { FastifyRequest } from 'fastify';
import { permittedCaller } from '../http/access.ts';
import type { ErrorCode } from '../shared/error-table.ts';
import { Refusal } from '../shared/errors.ts';
import { type Application, type ApplicationPlace, readApplication } from './application-store.ts';
import type { Node } from './node.ts';
import { findCompany } from './organization-store.ts';
import { firstOrganization } from './organizations/company-store.ts';

export type CompanyPlace = Pick<ApplicationPlace, 'organizationId' | 'companyId'>;

/** An administrator's work in an application: with what, and where. */
export type WorkPlace = { readonly node: Node; readonly place: ApplicationPlace };

export const companyPlaceOf = (
  request: FastifyRequest,
  { company_id }: { readonly company_id: number },
): CompanyPlace => ({ organizationId: permittedCaller(request).organizationId, companyId: company_id });

type NamedOrganization = { readonly organization_id: string };

/** The caller's own organization, when it is the one he names; another one is answered like what is not there. */
export const organizationPlaceOf = (
  request: FastifyRequest,
  { organization_id: asked }: NamedOrganization,
  missing: ErrorCode = 'organization_not_found',
): string => {
  const { organizationId } = permittedCaller(request);
  if (asked !== organizationId) throw new Refusal(missing);
  return organizationId;
};

/** What is about the whole installation is for who set it up; for everybody else it is not there. */
export const requireFirstOrganization = async ({ db }: Pick<Node, 'db'>, request: FastifyRequest): Promise<string> => {
  const { organizationId } = permittedCaller(request);
  if ((await firstOrganization(db)) !== organizationId) throw new Refusal('organization_not_found');
  return organizationId;
};

export const placeOf = (
  request: FastifyRequest,
  params: { readonly company_id: number; readonly application_id: string },
): ApplicationPlace => ({ ...companyPlaceOf(request, params), applicationId: params.application_id });

export const requireCompany = async ({ db }: Pick<Node, 'db'>, place: CompanyPlace): Promise<void> => {
  if ((await findCompany(db, place.organizationId, place.companyId)) === undefined) {
    throw new Refusal('company_not_found');
  }
};

export const namedApplication = async ({ db }: Pick<Node, 'db'>, place: ApplicationPlace): Promise<Application> => {
  const application = await readApplication(db, place);
  if (application === undefined) throw new Refusal('application_not_found');
  return application;
};
