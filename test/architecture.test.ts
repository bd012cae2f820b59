/** Who may import whom. ARCHITECTURE.md says why; this test names the arrow that breaks it. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { personalData } from '../src/privacy/personal-data.ts';
import { columnsOf } from '../src/privacy/personal-table.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const areas = ['applications', 'operators', 'catalog', 'delivery', 'events', 'webhooks'];
const house = ['shared', 'contract', 'db', 'privacy', 'http', 'feeds', 'applications', 'quotas'];

type Rule = {
  /** Folders of ours it may import from, beside itself. */
  readonly folders: readonly string[];
  /** Single files of other folders, by their end. */
  readonly files?: readonly string[];
  /** Packages and node: modules it may import; undefined allows any. */
  readonly packages?: readonly RegExp[];
};

const areaRule = (...more: readonly string[]): Rule => ({ folders: [...house, ...more], files: ['-statements.ts'] });
const rules: Readonly<Record<string, Rule>> = {
  shared: { folders: [], packages: [] },
  contract: { folders: [], packages: [/^typebox$/] },
  pricing: { folders: ['shared'], packages: [] },
  db: { folders: ['shared'] },
  privacy: { folders: ['shared', 'contract', 'db'] },
  http: { folders: ['shared', 'contract', 'db', 'privacy'] },
  quotas: { folders: ['shared', 'contract', 'db', 'http'] },
  feeds: { folders: ['shared', 'contract', 'db', 'http'] },
  ...Object.fromEntries(areas.map((area) => [area, areaRule()])),
  oauth: areaRule('operators'),
  offers: areaRule('pricing'),
  customers: { ...areaRule('catalog'), files: ['-statements.ts', 'events/outbox.ts'] },
  balances: areaRule('customers'),
  cart: {
    ...areaRule('pricing', 'catalog', 'delivery', 'offers', 'customers', 'balances'),
    files: ['-statements.ts', 'events/outbox.ts'],
  },
  orders: {
    ...areaRule('pricing', 'cart', 'catalog', 'delivery', 'offers', 'customers', 'balances'),
    files: ['-statements.ts', 'events/outbox.ts'],
  },
  storefront: areaRule('catalog', 'delivery'),
  demo: { folders: house },
};

type Arrow = { readonly from: string; readonly to: string; readonly typeOnly: boolean };
const importPattern =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^\s*import\s*['"]([^'"]+)['"]/gm;
const arrowsOf = (file: string, source: string): readonly Arrow[] =>
  [...source.matchAll(importPattern)].map((match) => {
    const target = match[2] ?? match[3] ?? match[4] ?? '';
    const to = target.startsWith('.') ? relative(root, join(root, dirname(file), target)) : target;
    return { from: file, to, typeOnly: match[1] !== undefined };
  });

/** The sentence that says why an arrow is forbidden, or undefined. */
const verdict = (arrow: Arrow): string | undefined => {
  const [top, folder, file] = arrow.from.split('/');
  if (top === 'web') return webVerdict(arrow);
  if (folder === undefined || file === undefined || folder === 'commands') return undefined; // main, app, commands
  const rule = rules[folder];
  if (rule === undefined) return `src/${folder} is not in the table of test/architecture.test.ts`;
  return arrow.to.startsWith('src/') ? folderVerdict(folder, rule, arrow.to) : packageVerdict(folder, rule, arrow.to);
};
const webVerdict = ({ to, typeOnly }: Arrow): string | undefined =>
  !to.startsWith('src/') || (to.startsWith('src/contract/') && typeOnly)
    ? undefined
    : 'web sees src/contract only, as types';
const packageVerdict = (folder: string, { packages }: Rule, to: string): string | undefined =>
  packages === undefined || packages.some((pattern) => pattern.test(to))
    ? undefined
    : `${folder} may not import the package ${to}`;
const folderVerdict = (folder: string, { folders, files }: Rule, to: string): string | undefined => {
  const [, target = '', file] = to.split('/');
  if (file === undefined) return `${folder} may not import ${to}: only main, app and commands do`;
  const allowed = target === folder || folders.includes(target) || files?.some((end) => to.endsWith(end));
  return allowed ? undefined : `${folder} may not import from ${target}`;
};

const sources = globSync(['src/**/*.ts', 'web/**/*.{ts,tsx}'], { cwd: root }).toSorted();
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

const withoutComments = (source: string): string => source.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');

/** A promise in a variable, a field or a collection outlives the call that made it: others may wait for it. */
const keepsPromise =
  /\b(?:let|const) \w+:[^=;]*\bPromise(?:WithResolvers)?<[^=;]*[=;]|\b(?:Weak)?(?:Map|Set)<[^;(]*\bPromise(?:WithResolvers)?<|[{;]\s*(?:readonly )?\w+\??: Promise(?:WithResolvers)?</;

/** Each kept promise that is no shared load, and why nobody waits for it for ever. */
const endsByItself: Readonly<Record<string, string>> = {
  'src/catalog/joined-reads.ts': 'nobody joins a read that has begun, and every call of the database ends',
  'src/db/postgres/postgres-cursor.ts': 'the portion that one reader asked for; it has a deadline',
  'src/db/postgres/postgres-pipeline.ts': 'a connection; the driver bounds connecting, and every answer',
  'src/db/postgres/postgres.ts': 'closing, once',
  'src/db/sqlite/sqlite-group-commit.ts': 'the writer at work; waited for by closing alone',
  'src/db/sqlite/sqlite-scan.ts': 'a thread that starts: it is ready, or it ends',
  'src/db/sqlite/sqlite.ts': 'closing, once',
  'src/db/sweep.ts': 'the round at work; waited for by stopping alone',
  'src/shared/shared-load.ts': 'the deadline itself',
  'src/webhooks/courier/courier.ts': 'attempts under way, each with a deadline; waited for by stopping, for a while',
  'src/webhooks/webhook-worker.ts': 'the count at work; waited for by stopping alone',
};

describe('architecture', () => {
  test('every arrow between folders is one the table allows', () => {
    const broken = sources
      .flatMap((file) => arrowsOf(file, read(file)))
      .flatMap((arrow) => {
        const why = verdict(arrow);
        return why === undefined ? [] : [`${arrow.from} -> ${arrow.to}: ${why}`];
      });
    assert.deepEqual(broken, []);
  });

  test('a forbidden arrow is named', () => {
    const cases: readonly (readonly [string, string, string | undefined])[] = [
      ['src/pricing/a.ts', "import { x } from '../db/database.ts';", 'pricing may not import from db'],
      ['src/pricing/a.ts', "import { hash } from 'node:crypto';", 'pricing may not import the package node:crypto'],
      ['src/shared/a.ts', "import pg from 'pg';", 'shared may not import the package pg'],
      ['src/http/a.ts', "import { a } from '../cart/read-cart.ts';", 'http may not import from cart'],
      ['src/cart/a.ts', "import { a } from '../oauth/client-routes.ts';", 'cart may not import from oauth'],
      ['src/cart/a.ts', "import { a } from '../oauth/client-statements.ts';", undefined],
      [
        'src/oauth/a.ts',
        "export { a } from '../app.ts';",
        'oauth may not import src/app.ts: only main, app and commands do',
      ],
      ['src/oauth/a.ts', "const a = await import('../cart/x.ts');", 'oauth may not import from cart'],
      ['web/a.ts', "import { a } from '../src/contract/a.ts';", 'web sees src/contract only, as types'],
      ['web/a.ts', "import type { A } from '../src/contract/a.ts';", undefined],
    ];
    for (const [file, source, expected] of cases) {
      assert.equal(arrowsOf(file, source).map(verdict)[0], expected, `${file}: ${source}`);
    }
  });

  test('the pure folders take no clock and no chance', () => {
    const impure = /\bnew Date\(\s*\)|\bDate\.now\b|\bMath\.random\b|\bprocess\./;
    const found = sources
      .filter((file) => /^src\/(shared|contract|pricing)\/|-rules\.ts$/.test(file))
      .filter((file) => impure.test(read(file)));
    assert.deepEqual(found, []);
  });

  test('the environment has one reader', () => {
    const found = sources.filter(
      (file) => /\bprocess\.env\b(?!\.NODE_ENV')/.test(read(file)) && !/^src\/(main|config)\.ts$/.test(file),
    );
    assert.deepEqual(found, []);
  });

  test('a promise that is kept for others has a deadline, or a reason why it ends by itself', () => {
    const found = sources.filter((file) => file.startsWith('src/') && keepsPromise.test(withoutComments(read(file))));
    assert.deepEqual(found, Object.keys(endsByItself).toSorted(), 'use sharedLoads (src/shared/shared-load.ts)');
  });

  test('a promise that is kept is found, and one that is only passed on is not', () => {
    const kept = [
      'const running = new Map<string, Promise<Kept>>();',
      'const all = new Map<number, Set<Promise<void>>>();',
      'let current: Promise<Client> | undefined;',
      'type Entry = { readonly size: number; made: Promise<Uint8Array> | undefined };',
      'let asked: PromiseWithResolvers<Row> | undefined;',
    ];
    const passedOn = [
      'const read = async (id: string): Promise<Row> => one(id);',
      'export type Load = { readonly load: (id: string) => Promise<Row> };',
      'const settings = new Map<string, PromiseSettings>();',
    ];
    assert.deepEqual(
      [...kept, ...passedOn].filter((source) => keepsPromise.test(source)),
      kept,
    );
  });

  test('every column of a migration says what it holds of people', () => {
    const text = globSync('migrations/*.sql', { cwd: root }).toSorted().map(read).join('\n').replace(/--.*$/gm, '');
    const created = [...text.matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)].flatMap(([, table, body = '']) =>
      [...body.matchAll(/^ {2}(?!primary |foreign |unique )(\w+) /gm)].map(([, column]) => `${table}.${column}`),
    );
    const added = [...text.matchAll(/alter table (\w+) add column (\w+)/g)].map(
      ([, table, column]) => `${table}.${column}`,
    );
    const listed = new Set(
      [...personalData].flatMap(([name, table]) => [...columnsOf(table).keys()].map((column) => `${name}.${column}`)),
    );
    assert.ok(created.length > 300);
    assert.deepEqual(
      [...created, ...added].filter((column) => !listed.has(column)),
      [],
      'name it in src/privacy/people-tables.ts or shop-tables.ts, with what becomes of it when a shopper is forgotten',
    );
  });

  test('no file is a drawer for odds and ends', () => {
    const found = sources.filter((file) =>
      /(^|[/-])(utils?|helpers?|common|manager|base|misc|lib)(-|\.|\/)/.test(file),
    );
    assert.deepEqual(found, []);
  });
});
