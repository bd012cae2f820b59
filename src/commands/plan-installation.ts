/** What the first start makes: an organization with everything needed to call every operation. Only values, no I/O. */
import type { NewApplication } from '../contract/applications/application-admin-contract.ts';
import type { Statement } from '../db/database.ts';
import { planClient } from '../oauth/clients/client-statements.ts';
import { objectId } from '../shared/identifiers.ts';
import { planApplication } from '../applications/add-application.ts';
import { planOperator } from '../operators/add-operator.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import { type Node, system } from '../applications/node.ts';
import { insertCompany, insertOrganization, startCompanyCounter } from '../applications/organization-store.ts';

/** The names of credentials.json. Every secret in it is seen here and never again. */
export type Credentials = {
  /** Says which first start this is; the database keeps the same value. */
  readonly installation_id: string;
  readonly organization_id: string;
  readonly company_id: number;
  readonly application_id: string;
  readonly application_token: string;
  readonly client_id: string;
  readonly client_secret: string;
  readonly operator: { readonly email: string; readonly link_token: string; readonly link_expires_at: number };
};
export type FirstNames = Readonly<{ organization: string; company: string; application: NewApplication }>;

const india = { currency: 'INR', country: 'IN', time_zone: 'Asia/Kolkata' } as const;
export const demoNames: FirstNames = {
  organization: 'Cartwright Demo',
  company: 'Demo Retail',
  application: { name: 'Demo Shop', currencies: ['USD', 'EUR', 'JPY'], ...india },
};
export const emptyNames: FirstNames = {
  organization: 'My organization',
  company: 'My company',
  application: { name: 'My shop', ...india },
};

const FIRST_COMPANY = 1;

/** What else the first company gets in the same batch. */
export type Alongside = (companyId: number) => readonly Statement[];
export type PlannedInstallation = { readonly credentials: Credentials; readonly statements: readonly Statement[] };

export const planInstallation = (
  node: Pick<Node, 'now' | 'random'>,
  names: FirstNames,
  ownerEmail: string,
  alongside: Alongside = () => [],
): PlannedInstallation => {
  const { random } = node;
  const at = node.now();
  const installationId = objectId(random);
  const organizationId = objectId(random);
  const company = { organizationId, companyId: FIRST_COMPANY };
  const application = planApplication(node, company, names.application, system);
  const client = planClient({ ...company, document: firstClient, at }, random);
  const operator = planOperator(node, { organizationId, email: ownerEmail, name: 'Owner', role: 'owner' }, system);
  const audit = (action: string, subject: string, after: unknown): Statement =>
    auditStatement({ ...system, organizationId, action, subject, before: null, after, at }, random);
  return {
    credentials: {
      installation_id: installationId,
      organization_id: organizationId,
      company_id: FIRST_COMPANY,
      application_id: application.applicationId,
      application_token: application.token.secret,
      client_id: client.clientId,
      client_secret: client.clientSecret,
      operator: { email: operator.email, link_token: operator.linkToken, link_expires_at: operator.expiresAt },
    },
    statements: [
      insertInstallation(installationId, at),
      insertOrganization({ id: organizationId, name: names.organization, createdAt: at }),
      startCompanyCounter(FIRST_COMPANY),
      insertCompany({ id: FIRST_COMPANY, organizationId, name: names.company, createdAt: at }),
      audit('organization.add', `organization/${organizationId}`, { name: names.organization }),
      audit('company.add', `company/${FIRST_COMPANY}`, { name: names.company }),
      ...application.statements,
      ...client.statements,
      audit('client.add', `client/${client.clientId}`, firstClient),
      ...operator.statements,
      ...alongside(FIRST_COMPANY),
    ],
  };
};

/** Guard `installation`: of several nodes that start at once, one sets up. */
const insertInstallation = (installationId: string, at: number): Statement => ({
  sql: 'insert into installation (id, created_at, document) values (1, ?, ?)',
  params: [at, JSON.stringify({ installation_id: installationId })],
  guard: { name: 'installation', rows: 1 },
});

/** May do everything the organization can. No authorization_code: it has no redirect address yet. */
const firstClient = {
  slug: 'first-client',
  scopes: { type: 'full', permissions: ['*'] },
  grants: ['client_credentials', 'refresh_token'],
  redirect_urls: [],
  access_token_lifetime: 7_200,
  refresh_token_lifetime: 2_592_000,
  meta: { name: 'First client', description: 'Made by the first start.', tags: [] },
  author: { type: 'system', id: 'system', name: 'Cartwright' },
  client_type: 'administrator',
} as const;
