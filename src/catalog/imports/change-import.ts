/** Use cases: give an import up, and go on with one that was given up or could not go on. */
import { auditStatement } from '../../applications/audit-statements.ts';
import type { CompanyPlace } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import type { AuthoredWrite } from '../../applications/write-once.ts';
import type { ImportState } from '../../contract/catalog/import-contract.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { Refusal } from '../../shared/errors.ts';
import { findImport, type ImportJob, noRoomForImport, turnImport } from './import-store.ts';

export type ImportTurn = 'cancel' | 'resume';
const turns: Readonly<
  Record<
    ImportTurn,
    { readonly from: readonly ImportState[]; readonly to: 'cancelled' | 'waiting'; readonly why: string }
  >
> = {
  cancel: {
    from: ['receiving', 'waiting', 'running'],
    to: 'cancelled',
    why: 'Only an import that comes in, waits or runs can be cancelled.',
  },
  resume: { from: ['cancelled', 'failed'], to: 'waiting', why: 'Only a cancelled or failed import can be resumed.' },
};

const NOT_WHOLE = 'The file of this import did not come in whole. Import it again.';

/** Another organization's is not there, nor is one of a kind that the caller may not see. */
export const requireImport = async (
  { db }: Pick<Node, 'db'>,
  { companyId }: CompanyPlace,
  id: string,
  kinds: readonly string[],
): Promise<ImportJob> => {
  const job = await findImport(db, companyId, id);
  if (job === undefined || !kinds.includes(job.kind)) throw new Refusal('import_not_found');
  return job;
};

/** Rows that are written stay. The batch that is under way is written with the cancellation behind it, or not at all. */
export const changeImport = (
  node: Pick<Node, 'db' | 'now' | 'random'>,
  place: CompanyPlace,
  { id, turn, kinds }: { readonly id: string; readonly turn: ImportTurn; readonly kinds: readonly string[] },
  { remember, ...author }: AuthoredWrite<string>,
): Promise<ImportJob> => {
  const { db, now, random } = node;
  const { from, to, why } = turns[turn];
  return untilGuardHolds('import_state', async () => {
    const job = await requireImport(node, place, id, kinds);
    if (!from.includes(job.state)) throw new Refusal('import_state_conflict', { message: why });
    if (turn === 'resume' && job.due_at === 0) throw new Refusal('import_state_conflict', { message: NOT_WHOLE });
    const entry = {
      actor: author.actor,
      requestId: author.requestId,
      organizationId: place.organizationId,
      action: `import.${turn}`,
      subject: `company/${place.companyId}/import/${id}`,
      before: { state: job.state },
      after: { state: to, accepted: job.accepted, refused: job.refused },
      at: now(),
    };
    try {
      await db.commit([...remember(id), ...turnImport(job, to, now()), auditStatement(entry, random)]);
    } catch (error) {
      throw noRoomForImport(error) ? new Refusal('import_limit_reached', { cause: error }) : error;
    }
    return requireImport(node, place, id, kinds);
  });
};
