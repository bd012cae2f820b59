/** Which tables a plan reads from one end to the other: as PostgreSQL explains it, and as SQLite does. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Cond'?: string;
  readonly 'Plan Rows'?: number;
  readonly Plans?: readonly PlanNode[];
};

/** A whole table; or all of an index, unless whoever asked takes the first few only. */
const readsAll = (node: PlanNode, isLimited: boolean): boolean => {
  if (node['Node Type'] === 'Seq Scan') return true;
  return node['Node Type'].startsWith('Index') && node['Index Cond'] === undefined && !isLimited;
};

export const wholeReads = (node: PlanNode, isLimited = false): readonly string[] => {
  const limited = node['Node Type'] === 'Limit' || (isLimited && node['Node Type'] !== 'Sort');
  const own = node['Relation Name'] !== undefined && readsAll(node, isLimited) ? [node['Relation Name']] : [];
  return [...own, ...(node.Plans ?? []).flatMap((part) => wholeReads(part, limited))];
};

/** `SCAN cart`, `SCAN c USING COVERING INDEX …`; the second reads in order, which a limit ends early. */
export const wholeReadsOfSqlite = (details: readonly string[], sql: string): readonly string[] =>
  details.flatMap((detail) => {
    const [, name = '', using] = /^SCAN (\w+)( USING)?/.exec(detail) ?? [];
    if (name === '' || /^SCAN (CONSTANT|\d)/.test(detail)) return [];
    const table = tableNamed(name, sql);
    if (isMadeHere(table, sql)) return [];
    if (using !== undefined && /\blimit\b/i.test(sql)) return [];
    return [table];
  });

/** The table that a statement calls by this name. */
const tableNamed = (name: string, sql: string): string =>
  new RegExp(`\\b(?:from|join|update|into)\\s+(\\w+)\\s+(?:as\\s+)?${name}\\b`, 'i').exec(sql)?.[1] ?? name;

/** A table that the statement makes itself: `with name as (…)`, or `from (…) name`. */
const isMadeHere = (name: string, sql: string): boolean =>
  new RegExp(`\\)\\s+(?:as\\s+)?${name}\\b`, 'i').test(sql) ||
  new RegExp(`\\b${name}\\s*(?:\\([^)]*\\))?\\s+as\\s+(?:materialized\\s+)?\\(`, 'i').test(sql);
