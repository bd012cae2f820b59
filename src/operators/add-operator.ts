/** Use cases: a new operator, a new link for one, and the end of one. */
import { guardFailed, type Statement } from '../db/database.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { auditStatement } from '../applications/audit-statements.ts';
import type { Author, Node } from '../applications/node.ts';
import { emailProblems, normalEmail } from './operator-rules.ts';
import {
  deactivateStatement,
  deleteExpiredLinks,
  deleteLinks,
  deleteLinksIssuedBy,
  deleteSessions,
  findOperatorByEmail,
  insertLink,
  insertOperator,
  type Issuer,
  keepOwner,
  type Operator,
} from './operator-store.ts';
import { findOrganization, holdOrganization } from '../applications/organization-store.ts';
import { newSecret } from '../applications/secret-hash.ts';

const LINK_LIFETIME = 24 * 60 * 60 * 1000;

export type GivenOperator = Readonly<{ organizationId: string; email: string; name: string; role: string }>;
export type IssuedLink = {
  readonly operatorId: string;
  readonly email: string;
  /** Signs the operator in once; the only time it is seen. */
  readonly linkToken: string;
  readonly expiresAt: number;
};
export type PlannedOperator = IssuedLink & { readonly statements: readonly Statement[] };

type Told = {
  readonly told: { readonly action: string; readonly before: unknown; readonly after: unknown };
  readonly at: number;
};

export const operatorAudit = (
  { random }: Pick<Node, 'random'>,
  { id, organizationId }: Pick<Operator, 'id' | 'organizationId'>,
  author: Author,
  { told, at }: Told,
): Statement => auditStatement({ ...author, organizationId, subject: `operator/${id}`, ...told, at }, random);

/** Whoever runs the machine. */
export const EVERYTHING: readonly string[] = ['*'];

/** A new link for an operator, for a batch. */
export const planLink = (
  { now, random }: Pick<Node, 'now' | 'random'>,
  operatorId: string,
  issuer: Issuer,
): { readonly linkToken: string; readonly expiresAt: number; readonly insert: Statement } => {
  const at = now();
  const expiresAt = at + LINK_LIFETIME;
  const { secret, hash } = newSecret(random);
  return { linkToken: secret, expiresAt, insert: insertLink({ hash, operatorId, at, expiresAt, issuer }) };
};

/** The rows of a new operator and his first link, for a batch. */
export const planOperator = (
  node: Pick<Node, 'now' | 'random'>,
  given: GivenOperator,
  author: Author,
  issuer: Issuer = { names: [author.actor], permissions: EVERYTHING },
): PlannedOperator => {
  const operator = { ...given, id: objectId(node.random), email: normalEmail(given.email) };
  const details = emailProblems(operator.email);
  if (details.length > 0) throw new Refusal('operator_invalid', { details });
  const at = node.now();
  const { linkToken, expiresAt, insert } = planLink(node, operator.id, issuer);
  const { email, name, role } = operator;
  return {
    operatorId: operator.id,
    email,
    linkToken,
    expiresAt,
    statements: [
      insertOperator(operator, at),
      insert,
      operatorAudit(node, operator, author, {
        told: { action: 'operator.add', before: null, after: { email, name, role } },
        at,
      }),
    ],
  };
};

export const addOperator = async (node: Node, given: GivenOperator, author: Author): Promise<IssuedLink> => {
  if ((await findOrganization(node.db, given.organizationId)) === undefined) {
    throw new Refusal('organization_not_found');
  }
  const { statements, ...issued } = planOperator(node, given, author);
  try {
    await node.db.commit(statements);
  } catch (error) {
    throw guardFailed(error, 'operator_email') ? new Refusal('email_taken', { cause: error }) : error;
  }
  return issued;
};

/** A new link for an operator there is, such as one whose link has expired. */
export const issueLink = async (
  node: Node,
  organizationId: string,
  email: string,
  author: Author,
): Promise<IssuedLink> => {
  const operator = await findOperatorByEmail(node.db, organizationId, normalEmail(email));
  if (operator === undefined) throw new Refusal('operator_not_found');
  const at = node.now();
  const { linkToken, expiresAt, insert } = planLink(node, operator.id, {
    names: [author.actor],
    permissions: EVERYTHING,
  });
  await node.db.commit([
    deleteExpiredLinks(operator.id, at),
    insert,
    operatorAudit(node, operator, author, {
      told: { action: 'operator.invite', before: null, after: { expires_at: expiresAt } },
      at,
    }),
  ]);
  return { operatorId: operator.id, email: operator.email, linkToken, expiresAt };
};

/** Ends his sessions and links too, and the links he issued; what was given out on his word ends with him. The row stays: the audit names him. */
export const endStatements = (organizationId: string, id: string): readonly Statement[] => [
  keepOwner(organizationId, id),
  deleteSessions(id),
  deleteLinks(id),
  deleteLinksIssuedBy(`operator:${id}`),
];

export const deactivateOperator = async (
  node: Node,
  organizationId: string,
  operatorId: string,
  author: Author,
): Promise<void> => {
  const at = node.now();
  const told = { action: 'operator.deactivate', before: { is_active: true }, after: { is_active: false } };
  try {
    await node.db.commit([
      holdOrganization(organizationId),
      deactivateStatement(organizationId, operatorId, at),
      ...endStatements(organizationId, operatorId),
      operatorAudit(node, { id: operatorId, organizationId }, author, { told, at }),
    ]);
  } catch (error) {
    if (guardFailed(error, 'last_owner')) throw new Refusal('last_owner', { cause: error });
    throw guardFailed(error, 'operator_active') ? new Refusal('operator_not_found', { cause: error }) : error;
  }
};
