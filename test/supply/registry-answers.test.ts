/** What is asked of the registry, and that no answer is not taken for a good one. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { openReceiver, type Receiver } from '../webhooks/receiver.ts';
import { componentsOf, type Lock } from './sbom-rules.ts';
import { vendoredIn } from './vendored-in.ts';

const locked = [
  ...componentsOf(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock),
  ...vendoredIn('vendor'),
];
let registry: Receiver;
before(async () => void (registry = await openReceiver()));
after(() => registry.close());

const sbom = async (flag: string) => {
  const address = `http://127.0.0.1:${registry.port}`;
  const child = spawn(process.execPath, ['test/supply/run-sbom.ts', flag, '--registry', address], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (said += data.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, said };
};

test('known weaknesses are told, and there are none only where the registry says so', async () => {
  const found = [{ severity: 'high', title: 'Opens doors', url: 'https://a.example/1', vulnerable_versions: '<9' }];
  registry.answer = () => ({ status: 200, body: JSON.stringify({ pg: found }) });
  const bad = await sbom('--advisories');
  assert.match(bad.said, /^high: pg <9: Opens doors https:\/\/a\.example\/1\n1 known weaknesses among \d+ packages\n$/);
  assert.equal(bad.code, 1);
  const sent = JSON.parse(registry.received.at(-1)?.body ?? '') as Readonly<Record<string, readonly string[]>>;
  assert.ok(Object.keys(sent).length > 100 && sent['fastify']?.every((version) => /^\d+\.\d+\.\d+/.test(version)));

  registry.answer = () => ({ status: 200, body: '{}' });
  assert.equal((await sbom('--advisories')).code, 0);
  registry.answer = () => ({ status: 405, body: '{}' });
  const none = await sbom('--advisories');
  assert.equal(none.code, 2);
  assert.match(none.said, /^Nothing is known: http.*bulk answered 405 .*\. Ask again where the registry answers\.\n$/);
});

test('a version of the last seven days is told, and one of which nobody says when it came', async () => {
  const old = new Date(Date.now() - 8 * 86_400_000).toISOString();
  const young = new Date(Date.now() - 6 * 86_400_000).toISOString();
  registry.answer = ({ path }) => {
    const name = decodeURIComponent(path.slice(1));
    const since = name === 'fastify' ? young : old;
    const all = locked.filter((one) => one.name === name && name !== 'pg');
    return {
      status: 200,
      body: JSON.stringify({ time: Object.fromEntries(all.map(({ version }) => [version, since])) }),
    };
  };
  const { code, said } = await sbom('--ages');
  assert.match(said, /^fastify@\S+ is there since 20/m);
  assert.match(said, /^pg@\S+ is there since a time that the registry does not tell/m);
  assert.match(said, /^2 versions younger than 7 days among \d+ packages/m);
  assert.equal(code, 1);
});
