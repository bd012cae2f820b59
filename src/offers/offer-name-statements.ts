/** Names of offers and what is left of their budgets, for reports of other areas. */
import type { Database, Keyed } from '../db/database.ts';
import { record, textOf } from './offer.ts';
import { offersInTurns } from './offer-store.ts';
import { budgetLeft } from './rules/budget-rules.ts';
import { BUDGET } from './uses/use-statements.ts';
import { readTaken } from './uses/use-store.ts';

const PORTION = 100;

export type OfferShown = {
  readonly name: string;
  /** In its own currency; null where it has no budget. */
  readonly budgetLeft: number | null;
};

/** `currency`: the application's, for offers that name none. */
export const offersShown = async (
  db: Database,
  applicationId: string,
  ids: readonly string[],
  currency: string,
): Keyed<string, OfferShown> => {
  const shown = new Map<string, OfferShown>();
  for (let at = 0; at < ids.length; at += PORTION) {
    const some = ids.slice(at, at + PORTION);
    const spent = await readTaken(db, applicationId, some, BUDGET);
    await offersInTurns(db, { applicationId, ids: some }, ({ id, definition }) => {
      const { name, title } = record(definition.display_meta);
      const left = budgetLeft(definition, spent.get(id) ?? 0, currency);
      shown.set(id, { name: textOf(name) || textOf(title), budgetLeft: left });
    });
  }
  return shown;
};
