/** Use case: a new client of the caller's organization, with its first secret. */
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { NewClient } from '../../contract/applications/client-contract.ts';
import type { OperatorCaller, ServiceCaller } from '../../http/caller.ts';
import { clientAudit } from './client-audit-statements.ts';
import { readCreator } from './client-creator.ts';
import { newDocument } from './client-document.ts';
import { planClient } from './client-statements.ts';
import { objectId } from '../../shared/identifiers.ts';

export type AddedClient = { readonly clientId: string; readonly clientSecret: string };

export const addClient = async (
  { db, now, random }: Node,
  caller: ServiceCaller | OperatorCaller,
  given: NewClient,
  { remember, ...author }: AuthoredWrite<string>,
): Promise<AddedClient> => {
  const { organizationId, permissions: callerPermissions } = caller;
  const creator = await readCreator(db, caller);
  const clientId = objectId(random);
  const document = newDocument(given, { clientId, author: creator.author, callerPermissions });
  const { is_active: isActive = true } = given;
  const at = now();
  const { companyId } = creator;
  const planned = planClient({ organizationId, companyId, document, at, clientId, isActive }, random);
  const after = { ...document, is_active: isActive };
  const audit = clientAudit({ random }, { organizationId, clientId }, author, {
    action: 'client.add',
    before: null,
    after,
    at,
  });
  await db.commit([...remember(clientId), ...planned.statements, audit]);
  return { clientId, clientSecret: planned.clientSecret };
};
