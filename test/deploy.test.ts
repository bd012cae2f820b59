/** What `deploy/` names is there: metrics that a node serves, settings that it reads, a page for every alert. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { createApp } from '../src/app.ts';
import { withNode } from '../src/commands/open-node.ts';
import { readConfig, settings } from '../src/config.ts';
import { errorTable } from '../src/shared/errors.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

type Rule = {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly runbook: string };
};
const { groups } = parseYaml(read('deploy/prometheus/alerts.yml')) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
type Dashboard = { readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[] };
const dashboard = JSON.parse(read('deploy/grafana/cartwright.json')) as Dashboard;
const asked = [
  ...rules.map(({ expr }) => expr),
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
];

describe('what is watched', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-deploy-'));
  after(() => rmSync(folder, { recursive: true, force: true }));
  let served: ReadonlySet<string>;
  before(async () => {
    const config = readConfig({
      CARTWRIGHT_DATA: folder,
      CARTWRIGHT_LOG_LEVEL: 'silent',
      CARTWRIGHT_NATS_URL: 'nats://127.0.0.1:1',
      CARTWRIGHT_SMTP_URL: 'smtp://127.0.0.1:1',
    });
    await withNode(
      config,
      () => {},
      async (node) => {
        const app = await createApp(node, config, () => false);
        const { body } = await app.inject({ url: '/metrics' });
        await app.close();
        const families = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
        served = new Set(
          families.flatMap(([, name = '', kind]) =>
            kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => `${name}${end}`) : [name],
          ),
        );
      },
    );
  });

  test('is served by a node', () => {
    const ofAllWorkers = ['cartwright_workers', 'cartwright_worker_restarts_total'];
    const names = new Set(asked.flatMap((expr) => expr.match(/\b(?:cartwright|process)_[a-z_]+/g) ?? []));
    assert.ok(names.size > 20);
    assert.deepEqual(
      [...names].filter((name) => !served.has(name) && !ofAllWorkers.includes(name)),
      [],
    );
  });

  test('has a section in the runbooks for every alert, and no section is left over', () => {
    const headings = [...read('docs/operations/runbooks.md').matchAll(/^## (Cartwright\w+)$/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(
      headings,
      rules.map(({ alert }) => alert),
    );
    for (const { alert, annotations } of rules) {
      assert.equal(annotations.runbook, `docs/operations/runbooks.md#${alert.toLowerCase()}`);
      assert.match(annotations.summary, /^[A-Z].*\.$/);
    }
  });
});

describe('what is configured', () => {
  const known = new Set(Object.values(settings).map(({ variable }) => variable));

  test('are settings of this version', () => {
    const files = globSync('deploy/**/*', { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
    const named = files.flatMap((file) => {
      const text = readFileSync(join(file.parentPath, file.name), 'utf8');
      const set = [...text.matchAll(/\bCARTWRIGHT_[A-Z_]+\b|\bDATABASE_URL\b|name: ([A-Z][A-Z_]+),/g)];
      return set.map(([whole, name]) => name ?? whole);
    });
    assert.ok(named.length > 10);
    assert.deepEqual(
      [...new Set(named)].filter((name) => !known.has(name)),
      [],
    );
  });

  test('HAProxy answers in the words of the service', () => {
    const codes = [...read('deploy/haproxy/cartwright.cfg').matchAll(/"error_code":"(\w+)"/g)].map(([, code]) => code);
    assert.equal(codes.length, 4);
    for (const code of codes) assert.ok(Object.hasOwn(errorTable, code ?? ''), code);
  });
});
