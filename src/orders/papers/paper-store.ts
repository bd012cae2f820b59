/** Invoices and credit notes in SQL. A number is drawn in the batch of what it is for: an undone batch draws none. */
import type { All, Database, Row, Statement } from '../../db/database.ts';
import type { StoredOrder } from '../order-document.ts';
import type { Paper, PaperKind } from './paper-rules.ts';

export type NewPaper = Omit<Paper, 'number'>;

export const insertPaper = (paper: NewPaper): readonly Statement[] => {
  const place = [paper.companyId, paper.kind, paper.year];
  return [
    {
      sql: `insert into paper_number (company_id, kind, year, last) values (?, ?, ?, 1)
        on conflict (company_id, kind, year) do update set last = paper_number.last + 1`,
      params: place,
    },
    {
      sql: `insert into order_paper (order_id, kind, settlement_id, company_id, year, number, made_at, document)
        select cast(? as text), kind, cast(? as text), company_id, year, last, cast(? as bigint), cast(? as text)
        from paper_number where company_id = ? and kind = ? and year = ?`,
      params: [
        paper.orderId,
        paper.settlementId,
        paper.madeAt,
        JSON.stringify({ seller: paper.seller, standing: paper.standing }),
        ...place,
      ],
      guard: { name: 'order_paper', rows: 1 },
    },
  ];
};

type PaperRow = Row & {
  readonly order_id: string;
  readonly kind: PaperKind;
  readonly settlement_id: string;
  readonly company_id: number;
  readonly year: string;
  readonly number: number;
  readonly made_at: number;
  readonly document: string;
};

/** Of an order that its reader has been shown to have, the invoice first. */
export const papersOf = async (db: Database, { id }: Pick<StoredOrder, 'id'>): All<Paper> => {
  const rows = await db.all<PaperRow>(
    `select order_id, kind, settlement_id, company_id, year, number, made_at, document from order_paper
     where order_id = ? order by made_at, kind desc, number limit 500`,
    [id],
  );
  return rows.map((row) => ({
    orderId: row.order_id,
    kind: row.kind,
    settlementId: row.settlement_id,
    companyId: row.company_id,
    year: row.year,
    number: row.number,
    madeAt: row.made_at,
    ...(JSON.parse(row.document) as Pick<Paper, 'seller' | 'standing'>),
  }));
};
