/** Use case: a new application of a company, with its first token. */
import { insertApplication } from './application-store.ts';
import { insertToken } from './tokens/application-token-store.ts';
import { auditStatement } from './audit-statements.ts';
import type { Author, Node } from './node.ts';
import { findCompany, holdCompany, roomForApplication } from './organization-store.ts';
import { originStatements } from './origin-statements.ts';
import { type NewSecret, newSecret } from './secret-hash.ts';
import { checkSettings, completeSettings } from './settings.ts';
import type { AuthoredWrite } from './write-once.ts';
import type { NewApplication } from '../contract/applications/application-admin-contract.ts';
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';

export type PlannedApplication = {
  readonly applicationId: string;
  /** The only time the token is seen. */
  readonly token: NewSecret;
  readonly statements: readonly Statement[];
};

/** The rows of a new application, for a batch. */
export const planApplication = (
  { now, random }: Pick<Node, 'now' | 'random'>,
  company: { readonly organizationId: string; readonly companyId: number },
  given: NewApplication,
  author: Author,
): PlannedApplication => {
  const settings = completeSettings(given);
  checkSettings(settings, { customer_token_secret: false, request_signature_secret: false, payment_secret: false });
  const at = now();
  const applicationId = objectId(random);
  const token = newSecret(random);
  const audit = auditStatement(
    {
      ...author,
      organizationId: company.organizationId,
      action: 'application.add',
      subject: `application/${applicationId}`,
      before: null,
      after: settings,
      at,
    },
    random,
  );
  return {
    applicationId,
    token,
    statements: [
      insertApplication({ id: applicationId, companyId: company.companyId, settings, at }),
      ...originStatements(applicationId, undefined, settings),
      insertToken(applicationId, { id: objectId(random), createdAt: at, expiresAt: null }, token),
      audit,
    ],
  };
};

export type AddedApplication = { readonly applicationId: string; readonly applicationToken: string };

export const addApplication = async (
  node: Node,
  company: { readonly organizationId: string; readonly companyId: number },
  given: NewApplication,
  { remember = () => [], ...author }: Author & Partial<AuthoredWrite<string>>,
): Promise<AddedApplication> => {
  if ((await findCompany(node.db, company.organizationId, company.companyId)) === undefined) {
    throw new Refusal('company_not_found');
  }
  const { applicationId, token, statements } = planApplication(node, company, given, author);
  try {
    await node.db.commit([
      ...remember(applicationId),
      holdCompany(company.companyId),
      ...statements,
      roomForApplication(company.companyId),
    ]);
  } catch (error) {
    throw guardFailed(error, 'application_limit') ? new Refusal('application_limit_reached', { cause: error }) : error;
  }
  return { applicationId, applicationToken: token.secret };
};
