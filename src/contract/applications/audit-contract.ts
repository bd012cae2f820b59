/** Who changed what, before and after. */
import { Type } from 'typebox';
import { CursorPage } from '../cursor-page-contract.ts';
import { DateTime, Nullable } from '../primitives.ts';

const AuditEntry = Type.Object(
  {
    id: Type.String(),
    actor: Type.String({ description: 'operator:<id>, service:<client_id> or system.' }),
    action: Type.String({ description: 'What was done, such as application.change.' }),
    subject: Type.String({ description: 'What it was done to, such as application/<id>.' }),
    request_id: Nullable(Type.String()),
    created_at: DateTime,
    before: Type.Unknown({ description: 'The fields that changed, as they were; secrets are never among them.' }),
    after: Type.Unknown({ description: 'The same fields as they became.' }),
  },
  { title: 'AuditEntry' },
);

export const AuditList = Type.Object({ items: Type.Array(AuditEntry), page: CursorPage }, { title: 'AuditList' });
