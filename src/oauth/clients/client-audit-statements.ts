/** The audit row of whatever was done to a client or its secrets. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Author, Node } from '../../applications/node.ts';
import type { Statement } from '../../db/database.ts';
import type { ClientPlace } from './client-store.ts';

export type ClientEntry = Readonly<{ action: string; before: unknown; after: unknown; at: number }>;

export const clientSubject = (clientId: string): string => `client/${clientId}`;

export const clientAudit = (
  { random }: Pick<Node, 'random'>,
  { organizationId, clientId }: ClientPlace,
  { actor, requestId }: Author,
  entry: ClientEntry,
): Statement =>
  auditStatement({ actor, requestId, organizationId, subject: clientSubject(clientId), ...entry }, random);
