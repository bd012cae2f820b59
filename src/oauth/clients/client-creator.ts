/** Who creates a client, as its record will tell, and the company it then belongs to. */
import type { Database } from '../../db/database.ts';
import type { OperatorCaller, ServiceCaller } from '../../http/caller.ts';
import { Refusal } from '../../shared/errors.ts';
import type { ClientDocument } from './client-statements.ts';
import { findClientById } from './client-store.ts';

export type Creator = { readonly author: ClientDocument['author']; readonly companyId: number };

/** The company of the calling client, else the first of the organization. */
export const readCreator = async (db: Database, caller: ServiceCaller | OperatorCaller): Promise<Creator> => {
  if (caller.kind === 'service') {
    const client = await findClientById(db, caller.clientId);
    // Gone since the credential was checked.
    if (client === undefined) throw new Refusal('token_invalid');
    const { name } = client.document.meta;
    return { author: { type: 'client', id: caller.clientId, name }, companyId: client.companyId };
  }
  const row = await db.one<{ name: string; company_id: number }>(
    `select o.name, (select min(c.id) from company c where c.organization_id = o.organization_id) as company_id
     from operator o where o.id = ? and o.organization_id = ?`,
    [caller.operatorId, caller.organizationId],
  );
  if (row === undefined) throw new Refusal('token_invalid');
  return { author: { type: 'operator', id: caller.operatorId, name: row.name }, companyId: row.company_id };
};
