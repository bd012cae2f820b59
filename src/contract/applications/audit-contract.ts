/** Who changed what, before and after. */
import { type Static, Type } from 'typebox';
import { cursorList, CursorQuery } from '../cursor-page-contract.ts';
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

export const AuditList = cursorList('AuditList', AuditEntry);

const NAME = '^[a-z][a-z0-9_]*$';

/** Each narrows the list further. */
export const AuditQuery = Type.Object({
  ...CursorQuery.properties,
  actor: Type.Optional(Type.String({ maxLength: 200, description: 'Only of this actor, as the list names it.' })),
  action: Type.Optional(Type.String({ maxLength: 100, description: 'Only this action, such as order.ship.' })),
  kind: Type.Optional(
    Type.String({ maxLength: 50, pattern: NAME, description: 'Only actions on this kind of record, such as order.' }),
  ),
  subject: Type.Optional(
    Type.String({ maxLength: 300, description: 'Only what was done to this, such as order/<id>.' }),
  ),
  from_date: Type.Optional(Type.String({ format: 'date-time', description: 'From this moment on.' })),
  to_date: Type.Optional(Type.String({ format: 'date-time', description: 'Before this moment.' })),
});
export type AuditQuery = Static<typeof AuditQuery>;
