/**
 * A long list by its key, a portion at a time: while whoever asked takes his time with one, nothing of the database is held for him.
 * A scan would hold a connection, of which there are few, or keep SQLite from tidying its log.
 */
export async function* inPortions<T>(
  size: number,
  read: (after: T | undefined) => Promise<readonly T[]>,
): AsyncGenerator<readonly T[], void> {
  let portion = await read(undefined);
  while (portion.length > 0) {
    yield portion;
    if (portion.length < size) return;
    portion = await read(portion.at(-1));
  }
}
