/** Which field each column of a table is. What is called as its field is needs nobody; the rest is guessed, or left out. */
import { type Column, Rows } from '../../../parts/lists/listing.tsx';
import type { TableColumn } from './column-rules.ts';

type ColumnsProps = {
  readonly columns: readonly TableColumn[];
  readonly fields: readonly string[];
  readonly fieldOf: (name: string) => string;
  readonly choose: (name: string, field: string) => void;
};

export const Columns = ({ columns, fields, fieldOf, choose }: ColumnsProps) => {
  const shown: readonly Column<TableColumn>[] = [
    { name: 'In the file', show: ({ name }) => <strong>{name}</strong> },
    { name: 'Such as', show: ({ example }) => <span class="clip soft">{example}</span> },
    {
      name: 'Is',
      show: ({ name }) => {
        const field = fieldOf(name);
        return (
          <select
            aria-label={`Field of ${name}`}
            value={field}
            onChange={({ currentTarget }) => choose(name, currentTarget.value)}
          >
            <option value="">left out</option>
            {[...new Set(field === '' ? fields : [field, ...fields])].map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        );
      },
    },
  ];
  const leftOut = columns.filter(({ name }) => fieldOf(name) === '').length;
  return (
    <>
      <h3>Columns</h3>
      <Rows label="Columns of the file" rows={columns} columns={shown} />
      {leftOut > 0 && (
        <p class="soft">{leftOut === 1 ? 'One column is left out.' : `${leftOut} columns are left out.`}</p>
      )}
    </>
  );
};
