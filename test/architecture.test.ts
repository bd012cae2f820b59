/** Who may import whom. ARCHITECTURE.md says why; this test names the arrow that breaks it. */
import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { personalData } from '../src/privacy/personal-data.ts';
import { columnsOf } from '../src/privacy/personal-table.ts';
import {
  type Arrow,
  arrows,
  arrowsOf,
  circlesOf,
  graphOf,
  reachedFrom,
  read,
  root,
  sources,
  withoutComments,
} from './source-files.ts';

const areas = ['applications', 'operators', 'catalog', 'delivery', 'events', 'webhooks', 'mail', 'nodes'];
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
  operators: areaRule('mail'),
  oauth: areaRule('operators'),
  offers: areaRule('pricing'),
  customers: { ...areaRule('catalog'), files: ['-statements.ts', 'events/outbox.ts'] },
  balances: areaRule('customers'),
  cart: {
    ...areaRule('pricing', 'catalog', 'delivery', 'offers', 'customers', 'balances'),
    files: ['-statements.ts', 'events/outbox.ts'],
  },
  orders: {
    ...areaRule('pricing', 'cart', 'catalog', 'delivery', 'offers', 'customers', 'balances', 'mail'),
    files: ['-statements.ts', 'events/outbox.ts'],
  },
  storefront: areaRule('catalog', 'delivery'),
  console: areaRule('operators'),
  demo: { folders: house },
};

/** Rooms of src/cart, each with those it may import from. */
const besides = ['operations', 'write', 'price', 'response', 'lines', 'call', 'store', 'words'];
const cartRooms: Readonly<Record<string, readonly string[]>> = {
  words: [],
  store: [],
  call: ['store', 'words'],
  lines: ['call', 'store'],
  price: ['lines', 'call', 'store', 'words'],
  response: ['price', 'lines', 'call', 'store', 'words'],
  write: ['response', 'price', 'lines', 'call', 'store'],
  operations: ['write', 'price', 'response', 'lines', 'call', 'store', 'words'],
  offers: besides,
  payment: besides,
  shipment: besides,
  explain: besides,
  share: besides,
  staff: besides,
  quote: [...besides, 'shipment', 'staff'],
};
const roomOf = (file: string): string | undefined => /^src\/cart\/(\w+)\//.exec(file)?.[1];
const roomVerdict = ({ from, to }: Pick<Arrow, 'from' | 'to'>): string | undefined => {
  const [room, target] = [roomOf(from), roomOf(to)];
  if (room === undefined || !to.startsWith('src/cart/') || room === target) return undefined;
  if (cartRooms[room] === undefined) return `src/cart/${room} is not in the table of test/architecture.test.ts`;
  if (target === undefined) return `${room} may not import ${to}: only app does`;
  return cartRooms[room].includes(target) ? undefined : `${room} may not import from ${target}`;
};

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

const MOST_FILES = 25;
/** What a pure function may be made with, of packages. */
const purePackages = /^(typebox|node:crypto|node:url)(\/|$)/;

/** A promise in a variable, a field or a collection outlives the call that made it: others may wait for it. */
const keepsPromise =
  /\b(?:let|const) \w+:[^=;]*\bPromise(?:WithResolvers)?<[^=;]*[=;]|\b(?:Weak)?(?:Map|Set)<[^;(]*\bPromise(?:WithResolvers)?<|[{;]\s*(?:readonly )?\w+\??: Promise(?:WithResolvers)?</;

/** Each kept promise that is no shared load, and why nobody waits for it for ever. */
const endsByItself: Readonly<Record<string, string>> = {
  'src/catalog/joined-reads.ts': 'nobody joins a read that has begun, and every call of the database ends',
  'src/catalog/shelf/kept-shelves.ts': 'a range that is laid out: no request waits for it, and every read ends',
  'src/commands/demo/live-month.ts':
    'ends with the call under way once it is told to stop; the deadline of a stop goes before it',
  'src/db/postgres/postgres-cursor.ts': 'the portion that one reader asked for; it has a deadline',
  'src/db/postgres/postgres-pipeline.ts': 'a connection; the driver bounds connecting, and every answer',
  'src/db/postgres/postgres.ts': 'closing, once',
  'src/db/sqlite/sqlite-changes.ts': 'a question to the writer, for which everybody has three milliseconds',
  'src/db/sqlite/sqlite-group-commit.ts': 'the writer at work; waited for by closing alone',
  'src/db/sqlite/sqlite-scan.ts': 'a thread that starts: it is ready, or it ends',
  'src/db/sqlite/sqlite.ts': 'closing, once',
  'src/events/funnels/event-counting.ts': 'one write of the database; waited for by the worker alone',
  'src/http/watch/otlp/otlp-exporter.ts': 'a call of the collector ends after five seconds',
  'src/offers/logic/module-lane.ts': 'modules in their turn, each with a deadline; a thread is ready, or it ends',
  'src/orders/simulate/simulate.ts': 'portions at work: a thread answers or ends; waited for by their own run alone',
  'src/shared/shared-load.ts': 'the deadline itself',
  'src/webhooks/courier/courier.ts': 'attempts under way, each with a deadline; waited for by stopping, for a while',
};

/** A collection that a module makes once and fills as it goes: what is in it outlives the node that put it there. */
const keepsForAll =
  /^(?:export )?(?:const \w+(?:: [^=]*)? = (?:new (?:Weak)?(?:Map|Set)(?:<[^;]*>)?\(\s*\);|(?:once(?:Per|For|Beside|InARow)?|turnLine|hungOn(?:<[^;]*>)?)\()|let )/m;

/** Each that there is; the page says why it cannot become wrong and how far it grows. */
const neverWrong = [...read('ARCHITECTURE.md').matchAll(/^\| `(src\/[^`]+\.ts)` \| \S[^|]* \| \S[^|]* \|$/gm)].map(
  ([, file]) => file,
);

const finds = (pattern: RegExp, texts: readonly string[]): void => {
  for (const text of texts) assert.match(text, pattern);
};
const passesOver = (pattern: RegExp, texts: readonly string[]): void => {
  for (const text of texts) assert.doesNotMatch(text, pattern);
};

describe('architecture', () => {
  test('every arrow between folders is one the table allows', () => {
    const broken = arrows.flatMap((arrow) => {
      const why = verdict(arrow) ?? roomVerdict(arrow);
      return why === undefined ? [] : [`${arrow.from} -> ${arrow.to}: ${why}`];
    });
    assert.deepEqual(broken, []);
  });

  test('every folder and room of the tables is there', () => {
    const folders = [...Object.keys(rules), ...Object.keys(cartRooms).map((room) => `cart/${room}`)];
    assert.deepEqual(
      folders.filter((folder) => !existsSync(join(root, 'src', folder))),
      [],
    );
  });

  test('no file leads back to itself, not even by a type', () => {
    assert.deepEqual(circlesOf(graphOf(arrows)), []);
    const circle = [
      ...arrowsOf('src/a/b.ts', "import { c } from './c.ts';"),
      ...arrowsOf('src/a/c.ts', "import type { B } from './b.ts';"),
      ...arrowsOf('src/a/d.ts', "import type { B } from './b.ts';"),
    ];
    assert.deepEqual(circlesOf(graphOf(circle)), ['src/a/b.ts -> src/a/c.ts', 'src/a/c.ts -> src/a/b.ts']);
  });

  test('a folder has so few files of its own that its list is read at a glance', () => {
    const folders = Map.groupBy(
      sources.filter((file) => /^(?:src|web\/console)\//.test(file)),
      dirname,
    );
    const full = [...folders].filter(([, files]) => files.length > MOST_FILES).map(([folder]) => folder);
    assert.deepEqual(full, []);
  });

  test('reading a cart uses nothing of the way that writes one', () => {
    const used = arrows.filter(({ from }) => from === 'src/cart/operations/cart-read-routes.ts').map(({ to }) => to);
    assert.ok(used.length > 5);
    assert.deepEqual(
      used.filter((to) => /^src\/cart\/write\/|perform-write/.test(to)),
      [],
    );
  });

  test('what is called rules does no I/O, and nothing that it is made with does', () => {
    const values = graphOf(arrows.filter(({ typeOnly }) => !typeOnly));
    const impure = sources
      .filter((file) => file.endsWith('-rules.ts'))
      .flatMap((file) =>
        [...reachedFrom(values, [file])]
          .filter((to) => !to.startsWith('src/') && !to.startsWith('web/') && !purePackages.test(to))
          .map((to) => `${file} -> ${to}`),
      );
    assert.deepEqual(impure, []);
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
      ['src/cart/store/a.ts', "import type { A } from '../lines/a.ts';", 'store may not import from lines'],
      ['src/cart/price/a.ts', "import { a } from '../write/a.ts';", 'price may not import from write'],
      ['src/cart/offers/a.ts', "import { a } from '../write/a.ts';", undefined],
      ['src/cart/offers/a.ts', "import { a } from '../payment/a.ts';", 'offers may not import from payment'],
    ];
    for (const [file, source, expected] of cases) {
      const [first] = arrowsOf(file, source).map((arrow) => verdict(arrow) ?? roomVerdict(arrow));
      assert.equal(first, expected, `${file}: ${source}`);
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
    finds(keepsPromise, [
      'const running = new Map<string, Promise<Kept>>();',
      'const all = new Map<number, Set<Promise<void>>>();',
      'let current: Promise<Client> | undefined;',
      'type Entry = { readonly size: number; made: Promise<Uint8Array> | undefined };',
      'let asked: PromiseWithResolvers<Row> | undefined;',
    ]);
    passesOver(keepsPromise, [
      'const read = async (id: string): Promise<Row> => one(id);',
      'export type Load = { readonly load: (id: string) => Promise<Row> };',
      'const settings = new Map<string, PromiseSettings>();',
    ]);
  });

  test('what a module keeps for all can never be wrong', () => {
    const found = sources.filter((file) => file.startsWith('src/') && keepsForAll.test(withoutComments(read(file))));
    assert.deepEqual(found, neverWrong, 'make it in app.ts and hand it in');
    finds(keepsForAll, [
      'const a = new Map<string, number>();',
      'export const b: Set<A> = new Set();',
      'const d = oncePer((a) => a);',
      'const e = once(() => 1);',
      'const g = onceInARow((a) => a);',
      'const h = hungOn<readonly string[]>();',
      'const f = new Set<() => unknown>();',
      'let c = 1;',
    ]);
    passesOver(keepsForAll, [
      'const a = new Map([[1, 2]]);',
      'const b = () => {\n  const made = new Map();\n};',
      'const letter = 1;',
    ]);
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
