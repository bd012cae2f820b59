/**
 * When papers are made: the invoice of all that stands when the first goods leave, or earlier when the shop asks for it; a credit
 * note of everything that goes back afterwards.
 */
import { parseSettings } from '../../applications/settings.ts';
import type { ApplicationSettings } from '../../contract/applications/application-contract.ts';
import type { Database, Statement } from '../../db/database.ts';
import { standingOf } from '../money/standing-rules.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Settlement } from '../order-progress.ts';
import { type PaperSeller, yearOf } from './paper-rules.ts';
import { insertPaper, type NewPaper } from './paper-store.ts';

export type Issuer = { readonly settings: ApplicationSettings; readonly seller: PaperSeller };

export const issuerOf = async (db: Database, { applicationId }: StoredOrder): Promise<Issuer> => {
  const row = await db.one<{ settings: string; name: string }>(
    'select a.settings, c.name from application a join company c on c.id = a.company_id where a.id = ?',
    [applicationId],
  );
  if (row === undefined) throw new Error(`application ${applicationId} is not there`);
  const settings = parseSettings(row.settings);
  const { invoice_name: name, invoice_gstin: gstin, invoice_address: address } = settings.orders;
  return { settings, seller: { name: name === '' ? row.name : name, gstin, address } };
};

const newPaper = (
  { id, companyId }: StoredOrder,
  { settings, seller }: Issuer,
  paper: Pick<NewPaper, 'kind' | 'settlementId' | 'madeAt' | 'standing'>,
): NewPaper => ({
  ...paper,
  orderId: id,
  companyId,
  seller,
  year: yearOf(paper.madeAt, settings.time_zone, settings.orders.invoice_year_month),
});

export type Invoiced = { readonly order: StoredOrder; readonly statements: readonly Statement[] };

/** The order with its invoice; as it is when it has one. */
export const withInvoice = async (db: Database, order: StoredOrder, at: number): Promise<Invoiced> => {
  if (order.progress.invoiced === true) return { order, statements: [] };
  const paper = newPaper(order, await issuerOf(db, order), {
    kind: 'invoice',
    settlementId: '',
    madeAt: at,
    standing: standingOf(order),
  });
  return { order: { ...order, progress: { ...order.progress, invoiced: true } }, statements: insertPaper(paper) };
};

/** For the batch of a settlement; nothing before there is an invoice, which then has less in it. */
export const creditNote = (order: StoredOrder, { id, at }: Settlement, issuer: Issuer): readonly Statement[] =>
  order.progress.invoiced === true
    ? insertPaper(newPaper(order, issuer, { kind: 'credit_note', settlementId: id, madeAt: at }))
    : [];
