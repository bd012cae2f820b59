/** A file of rows: dropped, its columns named, and sent; and the imports there were. */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { ImportView } from '../../../../../src/contract/catalog/import-contract.ts';
import { useAnswer } from '../../../../ui/use-answer.ts';
import { addressOf, readText, type Sent, upload } from '../../../call.ts';
import { Act } from '../../../parts/act.tsx';
import { count } from '../../../parts/amounts.ts';
import { Field, Select } from '../../../parts/field.tsx';
import { type Column, Listing } from '../../../parts/lists/listing.tsx';
import { Panel, State } from '../../../parts/page.tsx';
import { RoomPage } from '../../../parts/room-page.tsx';
import { moment } from '../../../parts/times.ts';
import { importsPath, templatesPath } from '../../../paths.ts';
import { at, may } from '../../../session.ts';
import { columnsSent, likelyField, type TableColumn, tableColumns } from './column-rules.ts';
import { Columns } from './columns-panel.tsx';
import { permittedKinds } from './permitted-kinds.ts';

/** Enough for the names of all columns and a row below them. */
const HEAD_BYTES = 65_536;

type Chosen = Sent & { readonly columns: readonly TableColumn[] };

const chosenOf = async (file: File): Promise<Chosen> => {
  const isTable = !/\.(ndjson|jsonl)$/i.test(file.name);
  const columns = isTable ? tableColumns(await file.slice(0, HEAD_BYTES).text()) : [];
  return { file, columns, type: isTable ? 'text/csv' : 'application/x-ndjson' };
};

const NewImport = () => {
  const { query: told, route } = useLocation();
  const [first] = permittedKinds.find(([one]) => one === told['kind']) ?? permittedKinds[0] ?? [''];
  const [kind, setKind] = useState(first);
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const [named, setNamed] = useState<ReadonlyMap<string, string>>(new Map());
  const template = useAnswer(`template ${kind}`, () => readText(`${templatesPath}/${kind}`));
  const fields = tableColumns(template.answer ?? '').map(({ name }) => name);
  const fieldOf = (name: string): string => named.get(name) ?? likelyField(name, fields);
  const choose = async (file: File | undefined): Promise<void> => {
    setNamed(new Map());
    setChosen(file && (await chosenOf(file)));
  };
  const send = async (): Promise<void> => {
    if (chosen === undefined) return;
    const column = columnsSent(new Map(chosen.columns.map(({ name }) => [name, fieldOf(name)])));
    const query = { kind, file_name: chosen.file.name.slice(-200), column };
    const { id } = await upload<ImportView>(importsPath, `${chosen.file.name} is being imported`, chosen, query);
    route(at(`/products/import/${id}`));
  };
  return (
    <Panel
      title="Import a file"
      acts={
        <a href={addressOf(`${templatesPath}/${kind}`)} download>
          Download an empty table of {kind.replace('-', ' ')}
        </a>
      }
    >
      <div class="form">
        <Select
          name="What is in it"
          value={kind}
          choices={permittedKinds}
          onChange={(value) => {
            setNamed(new Map());
            setKind(value);
          }}
        />
        <Field
          name="File"
          hint="Choose it or drop it here: a table (CSV) whose first line names its columns, or JSON lines (NDJSON)."
        >
          <input
            type="file"
            class="drop"
            accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson"
            onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
          />
        </Field>
        {chosen && chosen.columns.length > 0 && (
          <Columns
            columns={chosen.columns}
            fields={fields}
            fieldOf={fieldOf}
            choose={(name, field) => setNamed(new Map(named).set(name, field))}
          />
        )}
        <Act disabled={chosen === undefined || template.answer === undefined || template.isStale} run={send}>
          Import
        </Act>
        {chosen === undefined && <p class="soft">Choose a file first.</p>}
      </div>
    </Panel>
  );
};

const columns: readonly Column<ImportView>[] = [
  { name: 'File', show: ({ file_name, id }) => file_name || id },
  { name: 'Of', show: ({ kind }) => kind.replace('-', ' ') },
  { name: 'State', show: ({ state }) => <State of={state} /> },
  { name: 'Taken', show: ({ accepted }) => count(accepted), isFigure: true },
  { name: 'Refused', show: ({ refused }) => count(refused), isFigure: true },
  { name: 'Began', show: ({ created_at }) => moment(created_at) },
];

export const NewImportPage = () => (
  <RoomPage room="Products" about="Rows that are wrong are refused one by one, with the reason; the others are taken.">
    {permittedKinds.length > 0 && <NewImport />}
    {may('company/imports/read') && (
      <Panel title="Imports">
        <Listing<ImportView>
          label="Imports"
          path={importsPath}
          columns={columns}
          to={({ id }) => at(`/products/import/${id}`)}
          isNarrowed={false}
          empty="Choose a file above. You can go on working while it is read."
        />
      </Panel>
    )}
  </RoomPage>
);
