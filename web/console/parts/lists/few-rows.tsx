/** A table that is longer than one wants to see at once: its beginning, and the rest when it is asked for. */
import { useState } from 'preact/hooks';
import { type RowsProps, Rows } from './listing.tsx';

const FEW = 9;

export const FewRows = <Row,>({ rows, few = FEW, ...table }: RowsProps<Row> & { readonly few?: number }) => {
  const [isWhole, setWhole] = useState(false);
  const isCut = !isWhole && rows.length > few;
  return (
    <>
      <Rows {...table} rows={isCut ? rows.slice(0, few) : rows} />
      {isCut && (
        <button type="button" class="text-button" onClick={() => setWhole(true)}>
          Show all {rows.length.toLocaleString()}
        </button>
      )}
    </>
  );
};
