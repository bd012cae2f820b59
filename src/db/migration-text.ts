/**
 * One migration text for both engines, in PostgreSQL's names for the types: `text`, `bigint`, `double precision` and
 * `bytea`. Here it becomes each engine's statements. Pure; `migrate.ts` reads the files and applies them.
 */
export type EngineName = 'sqlite' | 'postgres';

// A string or a quoted name, a type of two words, a word, or any other sign.
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\bdouble\s+precision\b|\w+|[^\s\w]/gi;
const COMMENT = /('(?:[^']|'')*'|"(?:[^"]|"")*")|--[^\n]*|\/\*[\s\S]*?\*\//g;

const withoutComments = (text: string): string => text.replace(COMMENT, (_, quoted?: string) => quoted ?? ' ');

/** The statements of a text, without comments and without the semicolons between them. */
export const statementsOf = (text: string): readonly string[] =>
  withoutComments(text)
    .split(/((?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[^;'"])*)(?:;|$)/)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

const sqliteTypes = new Map([
  ['bigint', 'integer'],
  ['double precision', 'real'],
  ['bytea', 'blob'],
]);

/** STRICT, because SQLite would otherwise store a word in a column of numbers. */
const sqliteStatement = (statement: string): string => {
  const rewritten = statement.replace(TOKEN, (token) => {
    return sqliteTypes.get(token.toLowerCase().replace(/\s+/, ' ')) ?? token;
  });
  return /^create\s+table\b/i.test(rewritten) ? `${rewritten} strict` : rewritten;
};

/** Compared and sorted by bytes as SQLite does, whatever the server's locale. `text` is a type behind a column's name. */
const postgresStatement = (statement: string): string => {
  let before = '';
  let name = '';
  return statement.replace(TOKEN, (token) => {
    const isType =
      token.toLowerCase() === 'text' && /^(\(|,|column|add)$/i.test(before) && /^(?!column$)["\w]/i.test(name);
    before = name;
    name = token;
    return isType ? `${token} collate "C"` : token;
  });
};

export const forEngine = (engine: EngineName, text: string): readonly string[] =>
  statementsOf(text).map(engine === 'sqlite' ? sqliteStatement : postgresStatement);
