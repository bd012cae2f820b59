/**
 * Columns under the names that the program has for them, so that a row is the record itself: `o.user_id` is read as
 * `userId`. The statement stays visible; only the list of its columns goes through here, once, when a store is loaded.
 */
export const recordColumns = (columns: string): string =>
  columns.replaceAll(/[\w.]+/g, (column) => {
    const name = column.slice(column.indexOf('.') + 1);
    const ours = name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    return ours === name ? column : `${column} as "${ours}"`;
  });
