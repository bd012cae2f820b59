/**
 * A sum over the rows of a table that is the same on both engines, whatever order they come in: of every row the first 64
 * bits of a hash over its values, added up. Pure.
 */
import { hash } from 'node:crypto';
import { ownEntry } from '../../shared/own-entry.ts';
import type { Row } from '../database.ts';

export type TableSum = { readonly rows: number; readonly sum: bigint };
export const noRows: TableSum = { rows: 0, sum: 0n };

/** With its kind and length, so that no two lists of values read the same. */
const spelled = (value: unknown): string => {
  if (value === null || value === undefined) return 'n;';
  if (value instanceof Uint8Array) return `b${value.length}:${Buffer.from(value).toString('hex')};`;
  if (typeof value === 'string') return `t${value.length}:${value};`;
  if (typeof value === 'number' || typeof value === 'bigint') return `i${value};`;
  throw new TypeError(`A column holds ${typeof value}, which no table of ours has.`);
};

const hashOf = (row: Row, columns: readonly string[]): bigint =>
  hash('sha256', columns.map((column) => spelled(ownEntry(row, column))).join(''), 'buffer').readBigUInt64BE();

export const addRows = ({ rows, sum }: TableSum, added: readonly Row[], columns: readonly string[]): TableSum => ({
  rows: rows + added.length,
  sum: BigInt.asUintN(
    64,
    added.reduce((total, row) => total + hashOf(row, columns), sum),
  ),
});

export const isSameSum = (a: TableSum, b: TableSum): boolean => a.rows === b.rows && a.sum === b.sum;
