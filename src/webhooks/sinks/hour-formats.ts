/** How the events of an hour are written: a line each, or in columns that a warehouse reads. */
import { ByteWriter, type ColumnSource, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';

export type EventRow = {
  readonly id: string;
  readonly company_id: number;
  readonly slug: string;
  readonly happened_at: number;
  readonly received_at: number;
  readonly user_id: string | null;
  readonly anonymous_id: string | null;
  readonly body: string;
};
type Rows = AsyncIterable<readonly EventRow[]>;
type Parts = AsyncIterable<string | Uint8Array>;

const ndjson = async function* ndjson(pages: Rows): Parts {
  for await (const rows of pages) yield rows.map(({ body }) => `${body}\n`).join('');
};

/** A reader looks at groups of rows one by one, so they are large; one lies in memory while it is written, so they are bounded. */
const GROUP_ROWS = 10_000;

const columnsOf = (rows: readonly EventRow[]): ColumnSource[] => {
  const text = (name: string, of: (row: EventRow) => string | null): ColumnSource => ({
    name,
    type: 'STRING',
    nullable: true,
    data: rows.map(of),
  });
  const time = (name: string, of: (row: EventRow) => number): ColumnSource => ({
    name,
    type: 'TIMESTAMP',
    nullable: false,
    data: rows.map((row) => new Date(of(row))),
  });
  return [
    { ...text('id', ({ id }) => id), nullable: false },
    { ...text('slug', ({ slug }) => slug), nullable: false },
    { name: 'company_id', type: 'INT64', nullable: false, data: rows.map(({ company_id: id }) => BigInt(id)) },
    time('happened_at', ({ happened_at: at }) => at),
    time('received_at', ({ received_at: at }) => at),
    text('user_id', ({ user_id: id }) => id),
    text('anonymous_id', ({ anonymous_id: id }) => id),
    { ...text('body', ({ body }) => body), nullable: false },
  ];
};

const parquet = async function* parquet(pages: Rows): Parts {
  const bytes = new ByteWriter();
  const writer = new ParquetWriter({ writer: bytes, schema: schemaFromColumnData({ columnData: columnsOf([]) }) });
  /** What is written so far; the writer goes on counting behind it. */
  const taken = (): Uint8Array => {
    const part = bytes.getBytes().slice();
    bytes.index = 0;
    return part;
  };
  const group = (rows: readonly EventRow[]): Uint8Array => {
    void writer.write({ columnData: columnsOf(rows), rowGroupSize: GROUP_ROWS });
    return taken();
  };
  let waiting: EventRow[] = [];
  for await (const rows of pages) {
    waiting.push(...rows);
    if (waiting.length < GROUP_ROWS) continue;
    yield group(waiting);
    waiting = [];
  }
  if (waiting.length > 0) yield group(waiting);
  void writer.finish();
  yield taken();
};

export const hourFormats = { ndjson, parquet };
export type HourFormat = keyof typeof hourFormats;
