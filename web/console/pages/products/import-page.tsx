/** A file of rows: dropped, sent, and what became of each row. */
import { useState } from 'preact/hooks';
import type { FeedReport } from '../../../../src/contract/catalog/catalog-feed-contract.ts';
import { Notice } from '../../../ui/states.tsx';
import { upload } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { count } from '../../parts/amounts.ts';
import { type Choices, Field, Select } from '../../parts/field.tsx';
import { type Column, Rows } from '../../parts/listing.tsx';
import { Page, Panel, State } from '../../parts/page.tsx';
import { catalogPath } from '../../paths.ts';
import { ProductsTabs } from './products-tabs.tsx';

type Verdict = FeedReport['rows'][number];

const kinds: Choices = [
  ['products', 'Products'],
  ['articles', 'Articles: a product in a size at a store'],
  ['inventory', 'Stock and prices of articles'],
  ['sellers', 'Sellers'],
  ['stores', 'Stores'],
  ['areas', 'Areas'],
  ['lanes', 'Lanes'],
  ['exchange-rates', 'Exchange rates'],
];

const columns: readonly Column<Verdict>[] = [
  { name: 'Row', show: ({ line }) => line, isFigure: true },
  { name: 'Of', show: ({ key }) => key && <code>{key}</code> },
  { name: 'Became', show: ({ success }) => <State of={success ? 'accepted' : 'refused'} /> },
  { name: 'Field', show: ({ field }) => field },
  { name: 'Why', show: ({ message }) => message },
];

const cell = (value: string | number | null): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
const refusedFile = ({ rows }: FeedReport): string => {
  const lines = rows
    .filter(({ success }) => !success)
    .map(({ line, key, field, message }) => [line, key, field, message]);
  const csv = [['row', 'key', 'field', 'why'], ...lines].map((line) => line.map(cell).join(',')).join('\r\n');
  return `data:text/csv;charset=utf-8,${encodeURIComponent(csv)}`;
};

const Report = ({ report }: { readonly report: FeedReport }) => (
  <Panel
    title="What became of it"
    acts={
      report.refused > 0 && (
        <a href={refusedFile(report)} download="refused.csv">
          Refused rows as CSV
        </a>
      )
    }
  >
    <Notice kind={report.refused === 0 ? 'good' : 'warn'}>
      {count(report.accepted)} rows taken, {count(report.refused)} refused, {count(report.warned)} with a warning.
    </Notice>
    <Rows
      label="Rows"
      rows={report.rows.filter(({ success, message }) => !success || message !== '')}
      columns={columns}
    />
  </Panel>
);

const typeOf = ({ name }: File): string => (name.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/x-ndjson');

export const ImportPage = () => {
  const [kind, setKind] = useState('products');
  const [file, setFile] = useState<File | undefined>();
  const [report, setReport] = useState<FeedReport | undefined>();
  const send = async (): Promise<void> => {
    if (file === undefined) return;
    setReport(undefined);
    setReport(await upload<FeedReport>(`${catalogPath}/${kind}`, `${file.name} imported`, file, typeOf(file)));
  };
  return (
    <Page title="Products" about="Rows that are wrong are refused one by one, with the reason; the others are taken.">
      <ProductsTabs />
      <Panel title="A file">
        <div class="form">
          <Select name="Of what" value={kind} choices={kinds} onChange={setKind} />
          <Field name="File" hint="CSV with a line of names first, or NDJSON: one JSON object to a line">
            <input
              type="file"
              class="drop"
              accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0])}
            />
          </Field>
          <Act disabled={file === undefined} run={send}>
            Import
          </Act>
        </div>
      </Panel>
      {report && <Report report={report} />}
    </Page>
  );
};
