/** The service worker: which files it keeps, and that it is another one when they are others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundleScript, bundleWeb } from '../../src/http/pages/web-bundle.ts';
import { offlineWorker } from '../../src/storefront/offline-worker.ts';

test('knows the files of its storefront, below the public path, and needs no other script', async () => {
  const files = {
    bundle: await bundleWeb('storefront'),
    words: new Map([['de', await bundleScript('storefront/words/german.ts')]]),
    worker: await bundleScript('storefront/offline-worker.ts'),
  };
  const keptBy = (text: string) =>
    JSON.parse(/^const storefrontKept = (.*);\n/.exec(text)?.[1] ?? '') as { files: string[]; version: string };
  const text = offlineWorker(files, '/shop');
  const { script, style, atOnce, later } = files.bundle;
  assert.ok(later.length > 0, 'pages that come later are kept as well');
  assert.deepEqual(
    keptBy(text).files,
    [script, ...atOnce, ...later, style].map(({ name }) => `/shop/storefront/${name}`),
  );
  assert.doesNotMatch(text, /\b(?:export|import)\b/);
  const changed = { ...files, bundle: { ...files.bundle, script: style } };
  assert.notEqual(keptBy(offlineWorker(changed, '/shop')).version, keptBy(text).version);
});
