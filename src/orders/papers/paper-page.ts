/** An invoice or a credit note as a page that prints: tax by its parts, nothing from elsewhere, no script. Pure. */
import { type Fragment, html, type Html, type Page } from '../../http/pages/page.ts';
import { type Amounts, amountsIn } from '../../shared/amounts.ts';
import { isoTime } from '../../shared/clock.ts';
import { type Minor, sum } from '../../shared/money.ts';
import { ownEntry } from '../../shared/own-entry.ts';
import { isTaxOnTop } from '../answer/order-breakup.ts';
import { percentOf } from '../answer/levy-view.ts';
import { addedLevies } from '../money/levy-rules.ts';
import { lineGross } from '../money/standing-rules.ts';
import type { OrderAddress, StoredOrder } from '../order-document.ts';
import type { TaxAmounts } from '../order-figures.ts';
import type { Settlement, Standing } from '../order-progress.ts';
import { numberOf, type Paper } from './paper-rules.ts';

const style = `
.paper { font-size: .875rem; max-width: 60rem; }
.paper td, .paper th { padding: .3rem .5rem .3rem 0; }
.paper .sum, .paper .sum td, .paper td.n, .paper th.n { text-align: right; font-variant-numeric: tabular-nums; }
.paper .sum td { font-weight: 600; border-top: 2px solid var(--line); }
.paper .heads { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5rem; margin: 1.5rem 0; }
.paper address { font-style: normal; white-space: pre-line; }
@page { size: A4; margin: 14mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --soft: #333; --paper: #fff; --panel: #fff; --line: #999; }
  .paper { max-width: none; padding: 0; font-size: 8.5pt; }
  .paper tr { break-inside: avoid; }
  .paper thead { display: table-header-group; }
}
`;

type Row = {
  readonly name: string;
  readonly hsn: string | null;
  readonly units: number | null;
  readonly rate: number;
  readonly discount: Minor;
  readonly tax: TaxAmounts;
  readonly total: Minor;
};

type Figures = Pick<Standing | Settlement, 'lines' | 'charges'>;

const rowsOf = ({ document }: StoredOrder, { lines, charges }: Figures): readonly Row[] => {
  const byLine = new Map(document.lines.map((line) => [line.identifier, line]));
  const onTop = isTaxOnTop(document);
  return [
    ...lines.map((line): Row => {
      const agreed = byLine.get(line.line);
      const off = line.discounts.filter(({ stage }) => stage !== 'unit_price');
      return {
        name:
          agreed === undefined ? line.line : [agreed.name, agreed.sizeName ?? agreed.size].filter(Boolean).join(', '),
        hsn: agreed?.hsn ?? null,
        units: line.units,
        rate: agreed?.tax.rate ?? 0,
        discount: sum(off.map(({ amount }) => amount)),
        tax: line.tax,
        total: lineGross(line, onTop),
      };
    }),
    ...charges.map(
      ({ name, rate, amount, tax }): Row => ({ name, hsn: null, units: null, rate, discount: 0, tax, total: amount }),
    ),
  ];
};

const numberCell = (value: Fragment): Html => html`<td class="n">${value}</td>`;

const rowView = (row: Row, { decimal }: Amounts): Html => html`<tr><td>${row.name}</td><td>${row.hsn}</td>
${numberCell(row.units)}${numberCell(decimal(row.discount))}${numberCell(decimal(row.tax.taxable))}
${numberCell(`${percentOf(row.rate)} %`)}${numberCell(decimal(row.tax.cgst))}${numberCell(decimal(row.tax.sgst))}
${numberCell(decimal(row.tax.igst))}${numberCell(decimal(row.tax.tax))}${numberCell(decimal(row.total))}</tr>`;

const sumView = (rows: readonly Row[], { decimal }: Amounts): Html => {
  const of = (amount: (row: Row) => Minor): Html => numberCell(decimal(sum(rows.map(amount))));
  return html`<tr class="sum"><td colspan="3">Total</td>${of(({ discount }) => discount)}${of(({ tax }) => tax.taxable)}<td></td>
${of(({ tax }) => tax.cgst)}${of(({ tax }) => tax.sgst)}${of(({ tax }) => tax.igst)}${of(({ tax }) => tax.tax)}
${of(({ total }) => total)}</tr>`;
};

const columns = ['Goods', 'HSN', 'Units', 'Discount', 'Taxable', 'Rate', 'CGST', 'SGST', 'IGST', 'Tax', 'Amount'];

const said = (address: OrderAddress | null, name: string): string => {
  const value = ownEntry(address?.fields, name);
  return typeof value === 'string' ? value : '';
};
const addressText = (address: OrderAddress | null): string =>
  address === null
    ? ''
    : [
        said(address, 'name'),
        said(address, 'address'),
        said(address, 'area'),
        [said(address, 'city'), address.areaCode].filter(Boolean).join(' '),
        [address.state, address.country].filter(Boolean).join(', '),
      ]
        .filter(Boolean)
        .join('\n');

/** Who has what of the tax, where a table of rates taxed it. */
const levyTable = (rows: readonly Row[], { decimal }: Amounts): Html | undefined => {
  const levies = rows
    .map(({ tax }) => tax)
    .reduce<Pick<TaxAmounts, 'levies'>>((all, tax) => addedLevies(all, tax, 1), {});
  if (levies.levies === undefined) return undefined;
  return html`<table><thead><tr><th scope="col">Tax</th><th scope="col">Levied by</th><th class="n" scope="col">Rate</th>
<th class="n" scope="col">Amount</th></tr></thead><tbody>${levies.levies.map(
    ({ name, jurisdiction, rate, amount }) => html`<tr><td>${name}</td><td>${jurisdiction}</td>
${numberCell(`${percentOf(rate)} %`)}${numberCell(decimal(amount))}</tr>`,
  )}</tbody></table>`;
};

const exemptions = {
  reverse_charge: 'Reverse charge: the buyer owes the tax.',
  exempt: 'No tax: the buyer is exempt.',
} as const;
const exemptionText = ({ lines }: StoredOrder['document'], vatId: string | null): Html | undefined => {
  const exemption = lines.find(({ tax }) => tax.exemption !== undefined)?.tax.exemption;
  if (exemption === undefined) return undefined;
  return html`<p>${exemptions[exemption]}${vatId === null ? '' : ` VAT number ${vatId}.`}</p>`;
};

const party = (title: string, text: string, gstin: string | null): Html =>
  html`<section><h2>${title}</h2><address>${text}</address>${gstin === null || gstin === '' ? undefined : html`<p>GSTIN ${gstin}</p>`}</section>`;

const titles = { invoice: 'Tax invoice', credit_note: 'Credit note' } as const;

/** What a credit note is of stands with its order; an invoice has what stood when it was made. */
const figuresOf = ({ progress }: StoredOrder, { standing, settlementId }: Paper): Figures =>
  standing ?? progress.settlements?.find(({ id }) => id === settlementId) ?? { lines: [], charges: [] };

export const paperPage = (order: StoredOrder, paper: Paper, invoice: Paper | undefined): Page => {
  const { document } = order;
  const { delivery, billing, meta, currency } = document;
  const amounts = amountsIn(currency);
  const rows = rowsOf(order, figuresOf(order, paper));
  const title = `${titles[paper.kind]} ${numberOf(paper)}`;
  const against =
    paper.kind === 'credit_note' && invoice !== undefined
      ? html`<p>For invoice ${numberOf(invoice)} of ${isoTime(invoice.madeAt).slice(0, 10)}</p>`
      : undefined;
  return {
    title,
    style,
    body: html`<main class="paper"><h1>${title}</h1>
<p>Date ${isoTime(paper.madeAt).slice(0, 10)} · Order ${order.id} of ${isoTime(order.createdAt).slice(0, 10)} · ${currency.code}</p>${against}
<div class="heads">${party('Seller', [paper.seller.name, paper.seller.address].filter(Boolean).join('\n'), paper.seller.gstin)}
${party('Bill to', addressText(billing ?? delivery), meta.gstin)}
${party('Ship to', addressText(delivery ?? billing), meta.shipToGstin)}</div>
<table><thead><tr>${columns.map((name, at) => html`<th class="${at > 1 ? 'n' : ''}" scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => rowView(row, amounts))}${sumView(rows, amounts)}</tbody></table>${levyTable(rows, amounts)}${exemptionText(document, meta.vatId ?? null)}
<p>Place of supply: ${delivery?.state ?? billing?.state ?? '—'}. Amounts are ${isTaxOnTop(document) ? 'with tax added' : 'with tax included'}.</p></main>`,
  };
};
