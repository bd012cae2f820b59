/** Whether a statement says to which application or company it belongs, so that a database that is spread by them asks one part only. Pure. */

const KEYS = '(?:application_id|company_id|organization_id)';
/** `application_id = ?`, also of a pair in a list, or a column that an insert fills. */
const COMPARED = new RegExp(`\\b${KEYS}\\b\\s*(?:=|in\\b|>=)|\\(${KEYS},[^)]*\\)\\s*(?:=|in\\b)`, 'i');
const FILLED = new RegExp(`\\binsert\\s+into\\s+\\w+\\s*\\([^)]*\\b${KEYS}\\b`, 'i');

export const carriesKey = (sql: string): boolean => COMPARED.test(sql) || FILLED.test(sql);

/** Takes up what is due or over by now, which every server of a spread database has some of: each is asked in turn, off the request path. */
export const goesByClock = (sql: string): boolean => /\b\w+_(?:at|edge)\s*<=?\s*(?:\?|cast\(\?)/i.test(sql);

/** `select offer_use`, `update cart`: what it does with which table first. */
export const aboutOf = (sql: string): string => {
  const flat = sql.replaceAll(/\s+/g, ' ').trim();
  const verb = /\b(insert into|update|delete from|select)\b/i.exec(
    flat.replace(/^with\b.*?\) (?=insert|update|delete|select)/i, ''),
  );
  const table = /\b(?:insert into|update|delete from|from)\s+(?!\()(\w+)/i.exec(flat)?.[1] ?? '';
  return `${(verb?.[1] ?? 'select').split(' ')[0]?.toLowerCase()} ${table}`.trim();
};
