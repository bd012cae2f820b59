/** By which names the words, kind and unit of a field are looked up: with what it stands in, then by its own. Pure. */
export const keysOf = (path: string, form = ''): readonly string[] => {
  const names = [form, ...path.replaceAll(/\[\d+\]/g, '').split('.')].filter((name) => name !== '');
  return [names.slice(-2).join('.'), names.at(-1) ?? ''];
};

/** The first that the table has; a member of a member counts before one of that name anywhere. */
export const foundBy = <T>(table: ReadonlyMap<string, T>, path: string, form = ''): T | undefined =>
  keysOf(path, form)
    .map((key) => table.get(key))
    .find((found) => found !== undefined);
