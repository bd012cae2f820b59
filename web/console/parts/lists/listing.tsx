/** A list that an operation answers page by page. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type Query, read } from '../../call.ts';
import { may } from '../../session.ts';
import { Answered, useRead } from '../answered.tsx';
import { type Bulk, BulkBar } from './bulk.tsx';
import { CsvButton, type ReadPage } from './csv-button.tsx';
import { useIsNarrowed } from './filters.tsx';
import { NoRows } from './no-rows.tsx';

export type Column<Row> = {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Figures stand at the right. */
  readonly isFigure?: true;
  /** Sentences: on a phone they begin at the left, below their name. */
  readonly isText?: true;
};

export type RowsProps<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly to?: (row: Row) => string;
  readonly choice?: Choice<Row> | undefined;
};

/** Which rows are chosen, for what is done to many at once. */
type Choice<Row> = {
  readonly idOf: (row: Row) => string;
  readonly chosen: ReadonlySet<string>;
  /** By what is chosen then, not by what was drawn: two ticks may come between two drawings. */
  readonly choose: (next: (now: ReadonlySet<string>) => ReadonlySet<string>) => void;
};

const toggled = (all: ReadonlySet<string>, id: string, on: boolean): ReadonlySet<string> => {
  const next = new Set(all);
  if (on) next.add(id);
  else next.delete(id);
  return next;
};

type ChooseAllProps<Row> = { readonly rows: readonly Row[]; readonly choice: Choice<Row> };
const ChooseAll = <Row,>({ rows, choice: { idOf, chosen, choose } }: ChooseAllProps<Row>) => (
  <th scope="col" class="choose">
    <label class="tick">
      <input
        type="checkbox"
        checked={rows.every((row) => chosen.has(idOf(row)))}
        onChange={({ currentTarget }) => {
          const all = new Set(currentTarget.checked ? rows.map(idOf) : []);
          choose(() => all);
        }}
      />
      <span class="unseen">All on this page</span>
    </label>
  </th>
);
const ChooseOne = <Row,>({
  row,
  choice: { idOf, chosen, choose },
}: {
  readonly row: Row;
  readonly choice: Choice<Row>;
}) => (
  <td class="choose" data-name="Choose">
    <input
      type="checkbox"
      aria-label={`Choose ${idOf(row)}`}
      checked={chosen.has(idOf(row))}
      onChange={({ currentTarget: { checked } }) => choose((now) => toggled(now, idOf(row), checked))}
    />
  </td>
);

/** The column of what can be done to a row: buttons say that themselves. */
const ACTS = 'Do';
const classOf = <Row,>(place: number, { isFigure, isText }: Column<Row>): string =>
  [place === 0 ? 'lead' : '', isFigure ? 'figure' : '', isText ? 'prose' : ''].filter(Boolean).join(' ');

/** The first cell of a row leads to what the row is about. */
export const Rows = <Row,>({ label, rows, columns, to, choice }: RowsProps<Row>) => (
  <div class="scrolled" role="group" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {choice && <ChooseAll rows={rows} choice={choice} />}
          {columns.map(({ name, isFigure }) => (
            <th key={name} scope="col" class={isFigure && 'figure'}>
              {name === ACTS ? <span class="unseen">{name}</span> : name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={to?.(row) ?? index}>
            {choice && <ChooseOne row={row} choice={choice} />}
            {columns.map((column, place) => (
              <td key={column.name} data-name={column.name} class={classOf(place, column)}>
                {place === 0 && to ? <a href={to(row)}>{column.show(row)}</a> : column.show(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

type Pages = { readonly has_next: boolean; readonly next_id?: string | null; readonly next?: string | null };
type Answer = { readonly page: Pages & { readonly total?: number } };
type Items<Row> = Answer & { readonly items: readonly Row[] };

type ListingProps<Row, A> = {
  readonly label: string;
  readonly path: string;
  readonly query?: Query;
  /** Lists with numbered pages; the others go from token to token. */
  readonly isNumbered?: boolean;
  /** Where the rows stand in an answer, when not in `items`. */
  readonly rowsOf?: (answer: A) => readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly to?: (row: Row) => string;
  /** What would be here, and what to do; its title, where that is not “No orders yet”. */
  readonly empty: ComponentChildren;
  readonly emptyTitle?: string;
  /** Whether only some are asked for; the filters in the address say it, unless the page knows better. */
  readonly isNarrowed?: boolean;
  /** The choices above it stay: they lead to others, which may be there. */
  readonly keepsFilters?: boolean;
  /** Where all of them are, if not at the same address without filters. */
  readonly whole?: string;
  /** What can be done to several at once. */
  readonly bulk?: Bulk<Row>;
};

const PAGE_SIZE = 25;
const FILE_PAGE_SIZE = 100;

const itemsOf = (answer: Answer): readonly never[] => (answer as Items<never>).items;

type PagerProps = {
  readonly page: Answer['page'];
  readonly tokens: readonly string[];
  readonly go: (next: readonly string[]) => void;
};
const Pager = ({ page: { has_next, next_id, next, total }, tokens, go }: PagerProps) => {
  // Where nobody counts, the last page is known by being there.
  const uncounted = has_next ? undefined : tokens.length + 1;
  const last = total === undefined ? uncounted : Math.ceil(total / PAGE_SIZE);
  return (
    <nav class="pager" aria-label="Pages">
      <button type="button" class="button quiet" disabled={tokens.length === 0} onClick={() => go(tokens.slice(0, -1))}>
        Back
      </button>
      <span class="soft">
        Page {tokens.length + 1}
        {last === undefined ? '' : ` of ${last.toLocaleString()}`}
        {total === undefined ? '' : ` · ${total.toLocaleString()} in all`}
      </span>
      <button
        type="button"
        class="button quiet"
        disabled={!has_next}
        onClick={() => go([...tokens, next_id ?? next ?? ''])}
      >
        Next
      </button>
    </nav>
  );
};

/** The same list page by page, for a file of all of it. */
const pageReader =
  <Row, A extends Answer>({ path, query = {}, isNumbered = false, rowsOf = itemsOf }: ListingProps<Row, A>): ReadPage =>
  async (place) => {
    const where: Query = isNumbered ? { page_no: Number(place ?? 1) } : { page_id: place };
    const answer = await read<A>(path, { ...query, page_size: FILE_PAGE_SIZE, ...where });
    const { has_next, next_id, next } = answer.page;
    const after = isNumbered ? String(Number(place ?? 1) + 1) : (next_id ?? next ?? undefined);
    return { rows: rowsOf(answer), next: has_next ? after : undefined };
  };

export const Listing = <Row, A extends Answer = Items<Row>>(props: ListingProps<Row, A>) => {
  const { label, path, query = {}, isNumbered = false, rowsOf = itemsOf, columns, to, empty, emptyTitle, bulk } = props;
  const isFiltered = useIsNarrowed();
  const key = JSON.stringify([path, query]);
  const [place, setPlace] = useState<{ readonly key: string; readonly tokens: readonly string[] }>({ key, tokens: [] });
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const tokens = place.key === key ? place.tokens : [];
  const where: Query = isNumbered ? { page_no: tokens.length + 1 } : { page_id: tokens.at(-1) };
  const asked = useRead<A>(path, { page_size: PAGE_SIZE, ...query, ...where });
  const go = (next: readonly string[]): void => {
    setPlace({ key, tokens: next });
    setChosen(new Set());
  };
  const isBulk = bulk?.acts.some(({ needs }) => may(needs)) ?? false;
  return (
    <Answered asked={asked}>
      {(answer) => {
        const rows = rowsOf(answer);
        // What became of the rows is told also when none of them is left.
        const done = bulk && isBulk && (
          <BulkBar
            key="bulk"
            bulk={bulk}
            chosen={rows.filter((row) => chosen.has(bulk.idOf(row)))}
            clear={() => setChosen(new Set())}
            again={asked.again}
          />
        );
        if (rows.length === 0 && tokens.length === 0 && !answer.page.has_next) {
          return (
            <>
              {done}
              <NoRows
                label={label}
                title={emptyTitle}
                isNarrowed={props.isNarrowed ?? isFiltered}
                whole={props.whole}
                keepsFilters={props.keepsFilters}
              >
                {empty}
              </NoRows>
            </>
          );
        }
        return (
          <>
            {done}
            <Rows
              label={label}
              rows={rows}
              columns={columns}
              {...(to && { to })}
              choice={bulk && isBulk ? { idOf: bulk.idOf, chosen, choose: setChosen } : undefined}
            />
            <div class="list-foot">
              {(tokens.length > 0 || answer.page.has_next) && <Pager page={answer.page} tokens={tokens} go={go} />}
              <CsvButton label={label} readPage={pageReader(props)} />
            </div>
          </>
        );
      }}
    </Answered>
  );
};
