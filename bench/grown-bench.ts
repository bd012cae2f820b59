/**
 * What a request costs as something grows: a node with few and one with a hundred times as many, asked in turn, on each engine. To be
 * left alone for an hour: it says first whether the disk has the room, and then how far it is.
 */
import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Client } from 'pg';
import { startPostgres } from '../test/postgres-server.ts';
import { interleaved, type Way } from './interleaved.ts';
import type { Bench, BenchRow } from './report.ts';
import { isAsked } from './settings.ts';

const TIMES = 100;
const GIGABYTE = 1e9;
const inGigabytes = (bytes: number): string => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** Before anything is made: a disk that is full in the middle takes whatever else runs on the machine with it. */
const askForRoom = (what: string, bytes: number): void => {
  const { bavail, bsize } = statfsSync(tmpdir());
  const free = bavail * bsize;
  console.error(`  ${what}: up to ${inGigabytes(bytes)} of ${inGigabytes(free)} that are free in ${tmpdir()}`);
  if (bytes > free)
    throw new Error(`${tmpdir()} has no room for ${what}: let TMPDIR name a larger disk, or ask for less`);
};

const TOLD_EVERY_MS = 15_000;

/** Tells now and then how many are there, and when the rest will be. */
export const progressOf = (what: string, all: number): ((done: number) => void) => {
  const began = performance.now();
  let told = began;
  return (done) => {
    const now = performance.now();
    if (done < all && now - told < TOLD_EVERY_MS) return;
    told = now;
    const seconds = (now - began) / 1000;
    const rest = done < all ? `, ${Math.round((seconds * (all - done)) / done)} s left` : '';
    const counts = `${done.toLocaleString('en')} of ${all.toLocaleString('en')}`;
    console.error(`  ${what}: ${counts} in ${seconds.toFixed(0)} s${rest}`);
  };
};

type Grown<S> = {
  readonly name: string;
  readonly what: string;
  readonly few: number;
  /** That one of them takes on the disk at the most. */
  readonly bytes: number;
  readonly wanted: string;
  /** A node with so many, over PostgreSQL where an address is given. */
  readonly standWith: (count: number, databaseUrl?: string) => Promise<S>;
  readonly waysOf: (stand: S) => readonly Way[];
};

const rowsOn = async <S extends { readonly stop: () => Promise<void> }>(
  engine: string,
  addresses: readonly (string | undefined)[],
  { name, few, wanted, standWith, waysOf }: Grown<S>,
): Promise<readonly BenchRow[]> => {
  const stands: S[] = [];
  try {
    for (const [at, count] of [few, few * TIMES].entries()) stands.push(await standWith(count, addresses[at]));
    const [units = [], many = []] = stands.map(waysOf);
    const ways = many.map((way, at) => ({ ...way, of: units[at]?.name ?? '', wanted }));
    return await interleaved(
      `${engine} ${name}`,
      units.flatMap((unit, at) => [unit, ...ways.slice(at, at + 1)]),
    );
  } finally {
    for (const { stop } of stands) await stop();
  }
};

const onPostgres = async (work: (...urls: readonly string[]) => Promise<readonly BenchRow[]>) => {
  const server = await startPostgres({ durable: true });
  try {
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    await client.query('create database many');
    await client.end();
    return await work(server.url('postgres'), server.url('many'));
  } finally {
    await server.stop();
  }
};

export const grownBench = <S extends { readonly stop: () => Promise<void> }>(grown: Grown<S>): Bench => ({
  name: grown.name,
  run: async () => {
    const many = grown.few * TIMES;
    askForRoom(`${many.toLocaleString('en')} ${grown.what}`, many * grown.bytes);
    return [
      ...(isAsked('sqlite') ? await rowsOn('sqlite', [], grown) : []),
      ...(isAsked('postgres') ? await onPostgres((...urls) => rowsOn('postgres', urls, grown)) : []),
    ];
  },
});
