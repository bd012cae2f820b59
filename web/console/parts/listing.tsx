/** A list that an operation answers page by page. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Blank } from '../../ui/states.tsx';
import type { Query } from '../call.ts';
import { Answered, useRead } from './answered.tsx';

export type Column<Row> = {
  readonly name: string;
  readonly show: (row: Row) => ComponentChildren;
  /** Figures stand at the right. */
  readonly isFigure?: true;
};

type RowsProps<Row> = {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly to?: (row: Row) => string;
};

/** The first cell of a row leads to what the row is about. */
export const Rows = <Row,>({ label, rows, columns, to }: RowsProps<Row>) => (
  <div class="scrolled" role="group" aria-label={label} tabIndex={0}>
    <table>
      <thead>
        <tr>
          {columns.map(({ name, isFigure }) => (
            <th key={name} scope="col" class={isFigure && 'figure'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={to?.(row) ?? index}>
            {columns.map(({ name, show, isFigure }, place) => (
              <td key={name} data-name={name} class={isFigure && 'figure'}>
                {place === 0 && to ? <a href={to(row)}>{show(row)}</a> : show(row)}
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
  /** What it means that there are none, and what to do. */
  readonly empty: ComponentChildren;
};

const PAGE_SIZE = 25;

const itemsOf = (answer: Answer): readonly never[] => (answer as Items<never>).items;

export const Listing = <Row, A extends Answer = Items<Row>>(props: ListingProps<Row, A>) => {
  const { label, path, query = {}, isNumbered = false, rowsOf = itemsOf, columns, to, empty } = props;
  const key = JSON.stringify([path, query]);
  const [place, setPlace] = useState<{ readonly key: string; readonly tokens: readonly string[] }>({ key, tokens: [] });
  const tokens = place.key === key ? place.tokens : [];
  const where: Query = isNumbered ? { page_no: tokens.length + 1 } : { page_id: tokens.at(-1) };
  const asked = useRead<A>(path, { page_size: PAGE_SIZE, ...query, ...where });
  const go = (next: readonly string[]): void => setPlace({ key, tokens: next });
  return (
    <Answered asked={asked}>
      {(answer) => {
        const rows = rowsOf(answer);
        const { has_next, next_id, next, total } = answer.page;
        if (rows.length === 0 && tokens.length === 0) {
          return (
            <Blank icon="search" title="Nothing here yet">
              <div class="soft">{empty}</div>
            </Blank>
          );
        }
        return (
          <>
            <Rows label={label} rows={rows} columns={columns} {...(to && { to })} />
            {(tokens.length > 0 || has_next) && (
              <nav class="pager" aria-label="Pages">
                <button
                  type="button"
                  class="button quiet"
                  disabled={tokens.length === 0}
                  onClick={() => go(tokens.slice(0, -1))}
                >
                  Back
                </button>
                <span class="soft">
                  Page {tokens.length + 1}
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
            )}
          </>
        );
      }}
    </Answered>
  );
};
