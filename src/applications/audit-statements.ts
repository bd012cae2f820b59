/** The record of an administrative change, written in the batch of the change itself. Append-only, and never secrets. */
import type { Statement } from '../db/database.ts';
import { type RandomBytes, uuid7 } from '../shared/identifiers.ts';
import type { Author } from './node.ts';

export type AuditEntry = Author & {
  readonly organizationId: string;
  /** What was done: `application.change`. */
  readonly action: string;
  /** What it was done to: `application/<id>`. */
  readonly subject: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: number;
};

export const auditStatement = (entry: AuditEntry, random: RandomBytes): Statement => ({
  sql: `insert into audit (id, organization_id, actor, action, subject, request_id, created_at, document)
        values (?, ?, ?, ?, ?, ?, ?, ?)`,
  params: [
    uuid7(entry.at, random),
    entry.organizationId,
    entry.actor,
    entry.action,
    entry.subject,
    entry.requestId,
    entry.at,
    JSON.stringify({ before: redacted(entry.before) ?? null, after: redacted(entry.after) ?? null }),
  ],
});

const SECRET_NAME =
  /(secret|password|passphrase|token|hash|authorization|cookie|apikey|privatekey|seal|sealed|link)s?$/;
const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/[_-]/g, '').toLowerCase());

/**
 * Texts under a name that sounds like a secret, and private keys under any name, are replaced. The last line of
 * defence: no use case passes a secret here in the first place.
 */
export const redacted = (value: unknown, name = ''): unknown => {
  if (typeof value === 'string') return isSecretName(name) || value.includes('PRIVATE KEY') ? '[redacted]' : value;
  if (Array.isArray(value)) return value.map((entry) => redacted(entry, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, redacted(entry, key)]));
};
