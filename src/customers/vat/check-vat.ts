/** Use case: the service is asked about a VAT number when a shopper gives it, when he orders with it, and now and then again. */
import type { Node } from '../../applications/node.ts';
import type { VatCheckSetting } from '../../contract/applications/vat-check-setting-contract.ts';
import { startable, type WorkerTools } from '../../db/keep-working.ts';
import type { Taker } from '../../quotas/quota-statements.ts';
import type { Quotas } from '../../quotas/quotas.ts';
import { takeRoom } from '../../quotas/take-room.ts';
import { isOnlyTried } from '../../http/dry-run.ts';
import { claimedUntil, dueAt, isAskedAgain, keptUntil, neverChecked, type VatCheck } from './vat-check-rules.ts';
import {
  claimCheck,
  type DueCheck,
  dueChecks,
  forgetCheck,
  putVatCheck,
  readAsked,
  renewCheck,
  type VatHolder,
} from './vat-check-store.ts';
import { askVatService, type VatReach } from './vat-service.ts';

type Clerk = { readonly node: Pick<Node, 'db' | 'now'>; readonly reach: VatReach };
type AskingClerk = Clerk & { readonly quotas: Pick<Quotas, 'within'> };

const asked = async ({ node, reach }: Clerk, setting: VatCheckSetting, vatId: string): Promise<VatCheck> => {
  const verdict = await askVatService(reach, setting, vatId);
  return verdict === undefined ? neverChecked : { ...verdict, checkedAt: node.now() };
};

/** Asks about a number that nothing is known of. */
export type EnsureVatCheck = (holder: VatHolder, setting: VatCheckSetting, taker: Taker) => Promise<void>;

export const vatClerk =
  (clerk: AskingClerk): EnsureVatCheck =>
  async (holder, setting, taker) => {
    const { db, now } = clerk.node;
    // What is only tried leaves nothing behind, here and elsewhere.
    if (isOnlyTried()) return;
    if (!isAskedAgain(await readAsked(db, holder), now())) return;
    // Counted before it is asked: who looks up more is somebody who looks for other people's numbers, and all at once, too.
    if (!(await takeRoom(clerk, taker, { quota: 'vat_checks', amount: 1 }))) return;
    const said = await asked(clerk, setting, holder.vatId);
    const at = now();
    const times = { askedAt: at, dueAt: dueAt(said.state, setting, at), expiresAt: keptUntil(at) };
    await db.commit([putVatCheck(holder, said, times)]);
  };

/** Null: the application asks nobody any more, or is gone. */
export type VatSettingOf = (applicationId: string) => Promise<VatCheckSetting | null>;

/** Whether somebody answered, or need not be asked. */
const recheck = async (clerk: Clerk, settingOf: VatSettingOf, row: DueCheck): Promise<boolean> => {
  const { db, now } = clerk.node;
  const { application_id: applicationId, owner_kind: kind, owner_id: id, vat_id: vatId } = row;
  const holder = { applicationId, owner: { kind, id }, vatId };
  const setting = await settingOf(applicationId);
  if (setting === null) {
    await db.commit([forgetCheck(holder)]);
    return true;
  }
  const [claimed] = await db.commit([claimCheck(holder, row.due_at, claimedUntil(now()))]);
  if (claimed?.changes !== 1) return true;
  const said = await asked(clerk, setting, vatId);
  // Nobody answered: what he said before holds until the next round.
  if (said.state === 'unchecked') return false;
  await db.commit([renewCheck(holder, said, dueAt(said.state, setting, now()))]);
  return true;
};

/** Of one shop one after the other, until its service leaves one unanswered: it is not waited for again in this round. */
const recheckShop = async (clerk: Clerk, settingOf: VatSettingOf, rows: readonly DueCheck[]): Promise<number> => {
  for (const [at, row] of rows.entries()) if (!(await recheck(clerk, settingOf, row))) return at + 1;
  return rows.length;
};

const MOST = 40;
const MOST_OF_ONE = 5;
/** How many were looked at. Shops side by side: each has a service of its own, and one that is slow or dead holds up no other. */
export const recheckVat = async (clerk: Clerk, settingOf: VatSettingOf): Promise<number> => {
  const due = await dueChecks(clerk.node.db, clerk.node.now(), { most: MOST, ofOne: MOST_OF_ONE });
  const shops = Map.groupBy(due, ({ application_id }) => application_id);
  const rounds = await Promise.allSettled([...shops.values()].map((rows) => recheckShop(clerk, settingOf, rows)));
  let looked = 0;
  for (const round of rounds) {
    if (round.status === 'rejected') throw round.reason;
    looked += round.value;
  }
  return looked;
};

const EVERY_MS = 30_000;
const MOST_PAUSE_MS = 300_000;

export const vatWorker = (clerk: Clerk, settingOf: VatSettingOf, tools: WorkerTools) =>
  startable({ step: () => recheckVat(clerk, settingOf), everyMs: EVERY_MS, mostMs: MOST_PAUSE_MS, ...tools });
