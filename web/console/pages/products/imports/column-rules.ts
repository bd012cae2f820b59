/** The columns of a table: what they are called, what stands in them, and which field each of them most likely is. Pure. */

const lines = /(?:"(?:[^"]|"")*"|[^"\r\n])+/g;
const cells = /,(?:"((?:[^"]|"")*)"|([^,]*))/g;

const cellsOf = (line: string): readonly string[] =>
  [...`,${line}`.matchAll(cells)].map(([, quoted, plain = '']) => (quoted?.replaceAll('""', '"') ?? plain).trim());

export type TableColumn = { readonly name: string; readonly example: string };

/** The names in the first line, each with what stands below it. */
export const tableColumns = (text: string): readonly TableColumn[] => {
  const [names = '', first = ''] = text.replace(/^\uFEFF/, '').match(lines) ?? [];
  const examples = cellsOf(first);
  return names === '' ? [] : cellsOf(names).map((name, place) => ({ name, example: examples[place] ?? '' }));
};

/** Also further entries of a list (`prices.1.marked`), and what lies in a field that takes any words (`attributes.Material`). */
const isField = (name: string, fields: readonly string[]): boolean =>
  fields.includes(name.replaceAll(/\.\d{1,2}(?=\.|$)/g, '.0')) || fields.some((field) => name.startsWith(`${field}.`));

const bare = (name: string): string => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
const lastStep = (field: string): string => field.slice(field.lastIndexOf('.') + 1);

/** Nothing when it cannot be told: then somebody has to say, or the column is left out. */
export const likelyField = (name: string, fields: readonly string[]): string => {
  if (isField(name, fields)) return name;
  const alike = fields.find((field) => bare(field) === bare(name));
  if (alike !== undefined) return alike;
  const [ending, ...others] = fields.filter((field) => bare(lastStep(field)) === bare(name));
  return others.length === 0 ? (ending ?? '') : '';
};

/** As the service is told of them: those that are not called as their field is. */
export const columnsSent = (fieldsByName: ReadonlyMap<string, string>): readonly string[] =>
  [...fieldsByName].flatMap(([name, field]) => (name === field ? [] : [`${name}:${field}`]));
