/**
 * `npm run footprint`: how much of `src` one warm call runs, in files and functions, by V8's own count; and how large the source
 * is. No time is measured, so the figures are the same on every machine.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { openCartServer } from '../test/cart/cart-server.ts';
import { engines } from '../test/databases.ts';

const engine = engines.find(({ name }) => name === 'sqlite');
if (engine === undefined) throw new Error('SQLite is always there');
const server = await openCartServer(engine);
for (const item of [1, 2, 3]) await server.shop.sell(item, [{ quantity: 900_000 }]);
const visitor = server.visitor();
const detail = '/v1.0/detail?i=true&b=true';
const add = () => visitor('POST', detail, { items: [{ item_id: 1, item_size: 'M', quantity: 1 }] });
const get = () => visitor('GET', detail);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

const ranBy = async (call: () => Promise<unknown>): Promise<{ readonly files: number; readonly functions: number }> => {
  for (let warm = 0; warm < 20; warm += 1) await call();
  await session.post('Profiler.takePreciseCoverage');
  await call();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const ran = result
    .filter(({ url }) => url.includes('/src/') && !url.includes('node_modules'))
    .map(({ functions }) => functions.filter(({ ranges }) => (ranges[0]?.count ?? 0) > 0).length)
    .filter((count) => count > 0);
  return { files: ran.length, functions: ran.reduce((sum, count) => sum + count, 0) };
};

const sizes = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8').split('\n').length - 1);
const sorted = sizes.toSorted((a, b) => a - b);
const exported = execFileSync('grep', ['-rhoE', '^export (const|type|async function|function)', 'src'], {
  encoding: 'utf8',
});
await add();
console.log('a warm getCart runs', await ranBy(get));
console.log('a warm addItems runs', await ranBy(add));
console.log('src', {
  files: sizes.length,
  lines: sizes.reduce((sum, lines) => sum + lines, 0),
  median: sorted[Math.floor(sorted.length / 2)],
  p90: sorted[Math.floor(sorted.length * 0.9)],
  exports: exported.trim().split('\n').length,
});
session.disconnect();
await server.app.close();
process.exit(0);
