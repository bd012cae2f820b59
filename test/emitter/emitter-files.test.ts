/** The emitter as a shop gets it: small, from any origin, and with types that a shop's own code compiles against. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { emitterRoutes } from '../../src/events/collector/emitter-routes.ts';
import { createServer } from '../../src/http/server.ts';
import { sampleOptions } from '../http/sample-server.ts';
import { emitter } from './test-collector.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const MOST_BYTES = 4096;

const consumer = `
import { createEmitter, type Emitter, type EventFields } from './emitter.ts';
const emitter: Emitter = createEmitter({ url: 'https://shop.example', applicationId: 'a', token: 't', redact: ['email'] });
const view: EventFields<'product_view'> = {
  product_id: 1, currency: 'INR', brand: 'b', l1_category: 'c', l3_category: 'd', mrp: 2, esp: 1, quantity: 1,
};
emitter.consent(true);
emitter.productView(view);
emitter.productView({ ...view, position: '3' });
emitter.userLogin({ user_id: 'u', login_value: 'x', method: 'otp' });
emitter.userLogout();
emitter.addedToCart([{ item_id: 1, item_size: 'M' }], { cart: { cart_id: '1', items: [] }, result: {} });
const headers: Readonly<Record<string, string>> = emitter.headers(1);
void fetch('/cart', { headers });
// @ts-expect-error a view has a product
emitter.productView({ currency: 'INR' });
// @ts-expect-error a product has a number
emitter.productView({ ...view, product_id: '1' });
// @ts-expect-error a listing says what was searched for
emitter.productListing({ item_total: 0, products: [] });
// @ts-expect-error a sign-in says who
emitter.userLogin({ login_value: 'x', method: 'otp' });
// @ts-expect-error there is no such event
emitter.productLike({});
`;
/** What is served may ask for less than the source and may not answer less. */
const sameAsSource = (source: string): string => `
import type { Emitter as Served, EmitterOptions as ServedOptions } from './emitter.ts';
import type { Emitter, EmitterOptions } from '${source}';
export const asSource = (served: Served): Emitter => served;
export const options = (served: ServedOptions): EmitterOptions => served;
export type SameNames = [keyof Served] extends [keyof Emitter] ? [keyof Emitter] extends [keyof Served] ? true : false : false;
export const same: SameNames = true;
`;

describe('the files of the emitter', async () => {
  const app = createServer(sampleOptions());
  after(() => app.close());
  await app.register(emitterRoutes, { emitter });

  test(`are at most ${MOST_BYTES} bytes, as they travel`, async () => {
    const sent = await app.inject({ url: '/emitter.js', headers: { 'accept-encoding': 'gzip, br' } });
    assert.equal(sent.headers['content-encoding'], 'gzip');
    assert.ok(sent.rawPayload.length <= MOST_BYTES, `${sent.rawPayload.length} bytes`);
    assert.match((await app.inject({ url: '/emitter.js' })).body, /export\s*\{\s*\w+ as createEmitter\s*\}/);
  });

  test('can be loaded by pages of any origin, and are asked for again only when they changed', async () => {
    for (const [url, type] of [
      ['/emitter.js', /^text\/javascript/],
      ['/emitter.d.ts', /typescript/],
    ] as const) {
      const { headers, statusCode } = await app.inject({ url });
      assert.equal(statusCode, 200);
      assert.match(String(headers['content-type']), type);
      assert.equal(headers['access-control-allow-origin'], '*');
      assert.equal(headers['cross-origin-resource-policy'], 'cross-origin');
      assert.match(String(headers['cache-control']), /^public, max-age=3600/);
      const again = await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } });
      assert.equal(again.statusCode, 304);
    }
  });

  test('compile in a shop, refuse what is wrong there, and say what the source says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'cartwright-consumer-'));
    after(() => rmSync(folder, { recursive: true, force: true }));
    // As a source file, because declarations of libraries are not checked.
    writeFileSync(join(folder, 'emitter.ts'), (await app.inject({ url: '/emitter.d.ts' })).body);
    writeFileSync(join(folder, 'consumer.ts'), consumer);
    writeFileSync(join(folder, 'same.ts'), sameAsSource(join(root, 'web/emitter/emitter-api.ts')));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      lib: ['es2024', 'dom'],
      types: [],
      skipLibCheck: true,
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    assert.equal(stdout, '');
    assert.equal(status, 0);
  });
});
