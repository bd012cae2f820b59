/** What is installed: from where it came can be checked, under which licences it is, and the bill that says so. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { billOf, componentsOf, foundFrom, licencesOf, type Lock } from './sbom-rules.ts';
import { vendoredIn } from './vendored-in.ts';

const read = (name: string): unknown => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'));
const lock = read('package-lock.json') as Lock;
const all = [...componentsOf(lock), ...vendoredIn('vendor')];
const running = all.filter(({ isForWork }) => !isForWork);

/** They ask for no more than to be named. */
const permissive = new Set([
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'MIT OR Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'Unlicense',
  'BlueOak-1.0.0',
  'CC0-1.0',
]);

describe('what is installed', () => {
  test('is named exactly, with a sum of its bytes and a licence that may be used', () => {
    assert.equal(lock.lockfileVersion, 3);
    assert.deepEqual(
      vendoredIn('vendor').map(({ name, licence }) => `${name} ${licence}`),
      ['@scalar/api-reference MIT'],
    );
    assert.deepEqual(
      all.filter(({ integrity, version }) => !/^sha512-[\w+/]{86}==$/.test(integrity) || version === ''),
      [],
    );
    assert.deepEqual(
      running.filter(({ licence }) => !permissive.has(licence)).map(({ name, licence }) => `${name}: ${licence}`),
      [],
    );
    const { dependencies, devDependencies } = read('package.json') as Readonly<Record<string, object>>;
    const ranges = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)),
    );
    assert.deepEqual(ranges, []);
  });

  test('has the names that it has itself, also where it lies in the folder of another', () => {
    const inFolders = all.filter(({ path }) => existsSync(new URL(`../../${path}/package.json`, import.meta.url)));
    assert.ok(inFolders.length > 200);
    for (const { path, name, version } of inFolders) {
      if (path.startsWith('vendor/')) continue;
      const own = read(`${path}/package.json`) as { readonly name: string; readonly version: string };
      assert.deepEqual([own.name, own.version.replace(/^v/, '')], [name, version], path);
    }
  });

  test('is in a bill that names everything once, and nothing that it does not have', () => {
    for (const components of [running, all]) {
      const bill = billOf(lock, components) as {
        readonly components: readonly { readonly 'bom-ref': string; readonly hashes: readonly { content: string }[] }[];
        readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
        readonly serialNumber: string;
      };
      const refs = new Set(bill.components.map((each) => each['bom-ref']));
      assert.equal(refs.size, components.length);
      assert.ok(bill.components.every(({ hashes }) => /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? '')));
      assert.match(bill.serialNumber, /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
      const [own, ...others] = bill.dependencies;
      assert.ok((own?.dependsOn.length ?? 0) > 10);
      assert.equal(others.length, components.length);
      assert.ok(bill.dependencies.every(({ dependsOn }) => dependsOn.every((ref) => refs.has(ref))));
      assert.deepEqual(billOf(lock, components), bill);
    }
    assert.equal(
      licencesOf(all).reduce((sum, [, count]) => sum + count, 0),
      all.length,
    );
  });

  test('is found as Node finds it', () => {
    const known = new Set(['node_modules/a', 'node_modules/b', 'node_modules/a/node_modules/b', 'node_modules/@s/c']);
    for (const [from, name, there] of [
      ['', 'a', 'node_modules/a'],
      ['node_modules/a', 'b', 'node_modules/a/node_modules/b'],
      ['node_modules/@s/c', 'b', 'node_modules/b'],
      ['node_modules/a/node_modules/b', 'a', 'node_modules/a'],
      ['node_modules/a', 'nowhere', undefined],
    ] as const) {
      assert.equal(foundFrom(from, name, known), there);
    }
  });
});
