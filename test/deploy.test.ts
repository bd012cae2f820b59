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
import { STOP_DEADLINE_MS } from '../src/commands/serve-node.ts';
import { readConfig, settings } from '../src/config.ts';
import { errorTable } from '../src/shared/error-table.ts';
import { type Manifest, manifests } from './helm-chart.ts';

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
    const said = `${read('deploy/haproxy/cartwright.cfg')}${read('deploy/haproxy/shards.cfg')}`;
    const codes = [...said.matchAll(/"error_code":"(\w+)"/g)].map(([, code]) => code);
    assert.equal(codes.length, 7);
    for (const code of codes) assert.ok(Object.hasOwn(errorTable, code ?? ''), code);
  });
});

describe('the Helm chart', () => {
  type Environment = readonly { readonly name: string; readonly value: string }[];
  type Probe = { readonly httpGet: { readonly path: string; readonly port: string } };
  type Container = Readonly<Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>> & {
    readonly image: string;
    readonly env: Environment;
    readonly ports: readonly { readonly name: string }[];
    readonly resources: { readonly requests: { readonly cpu: string } };
  };
  type Pods = {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
    readonly spec: { readonly containers: readonly [Container]; readonly terminationGracePeriodSeconds: number };
  };
  const everything = {
    ingress: { enabled: true, className: 'nginx', host: 'shop.example.com', tlsSecret: 'tls' },
    autoscaling: { enabled: true, minReplicas: 3, maxReplicas: 20, cpuPercent: 60 },
    monitoring: { enabled: true },
  };
  const byKind = (given?: object): ReadonlyMap<string, Manifest> =>
    new Map(manifests('shop', { ...given }).map((one) => [one.kind, one]));
  const specOf = (of: ReadonlyMap<string, Manifest>, kind: string): Manifest['spec'] => {
    const found = of.get(kind);
    assert.ok(found !== undefined, kind);
    return found.spec;
  };
  const podsOf = (of: ReadonlyMap<string, Manifest>): Pods => specOf(of, 'Deployment')['template'] as Pods;

  test('is written out as objects that Kubernetes knows, those that are asked for', () => {
    const always = ['Deployment', 'PodDisruptionBudget', 'Service'];
    assert.deepEqual([...byKind().keys()].toSorted(), always);
    const asked = ['HorizontalPodAutoscaler', 'Ingress', 'PodMonitor', ...always];
    assert.deepEqual([...byKind(everything).keys()].toSorted(), asked.toSorted());
    for (const { apiVersion, metadata } of byKind(everything).values()) {
      assert.match(apiVersion, /^(?:[a-z0-9.]+\/)?v\d$/);
      assert.equal(metadata.name, 'shop');
    }
  });

  test('starts nodes whose settings can be read, with every value a text', () => {
    const [{ env, image, resources }] = podsOf(byKind()).spec.containers;
    assert.match(image, /^cartwright:\d/);
    assert.equal(resources.requests.cpu, '1');
    assert.equal(new Set(env.map(({ name }) => name)).size, env.length);
    for (const { name, value } of env) assert.equal(typeof value, 'string', name);
    const config = readConfig(Object.fromEntries(env.map(({ name, value }) => [name, value])));
    assert.deepEqual([config.workers, config.drainSeconds, config.host], [2, 10, '0.0.0.0']);
    assert.ok(podsOf(byKind()).spec.terminationGracePeriodSeconds >= config.drainSeconds + STOP_DEADLINE_MS / 1000);
  });

  test('has no value that changes nothing, and every setting that compose.yaml gives its nodes', () => {
    type Values = { readonly [name: string]: unknown };
    const values = parseYaml(read('deploy/helm/cartwright/values.yaml')) as Values;
    const changed = (value: unknown): unknown => {
      if (typeof value === 'boolean') return !value;
      return typeof value === 'number' ? value + 1 : `${String(value)}x`;
    };
    /** All values, each time with another one of them changed. */
    const others = (all: Values): readonly (readonly [path: string, values: Values])[] =>
      Object.entries(all).flatMap(([name, value]) =>
        typeof value === 'object' && value !== null
          ? others(value as Values).map(([path, inner]) => [`${name}.${path}`, { ...all, [name]: inner }] as const)
          : [[name, { ...all, [name]: changed(value) }] as const],
      );
    const whole = { ...values, ...everything };
    const { autoscaling: _, ...unscaled } = whole; // which decides on the number of nodes
    const written = (given: object): string => JSON.stringify(manifests('shop', { ...given }));
    const idle = others(whole).filter(([, one]) => {
      const { autoscaling: _own, ...rest } = one;
      return written(one) === written(whole) && written(rest) === written(unscaled);
    });
    assert.ok(others(whole).length > 20);
    assert.deepEqual(
      idle.map(([path]) => path),
      [],
    );

    type Compose = {
      readonly services: { readonly node: { readonly environment: Values; stop_grace_period: string } };
    };
    const { environment, stop_grace_period: grace } = (parseYaml(read('compose.yaml')) as Compose).services.node;
    const [{ env }] = podsOf(byKind()).spec.containers;
    const secrets = /# A secret of yours with ([\s\S]*?)\nexistingSecret/.exec(
      read('deploy/helm/cartwright/values.yaml'),
    );
    const known = new Set([...env.map(({ name }) => name), ...(secrets?.[1]?.match(/[A-Z][A-Z_]{3,}/g) ?? [])]);
    assert.deepEqual(
      Object.keys(environment).filter((name) => !known.has(name)),
      [],
    );
    const drain = Number(environment['CARTWRIGHT_DRAIN_SECONDS']);
    assert.ok(Number.parseInt(grace, 10) >= drain + STOP_DEADLINE_MS / 1000, grace);
  });

  test('lets the parts find each other: by labels, by the name of the port, and by addresses that are served', () => {
    const all = byKind(everything);
    const { labels } = podsOf(all).metadata;
    const selectors = ['Deployment', 'PodDisruptionBudget', 'PodMonitor'].map(
      (kind) => (specOf(all, kind)['selector'] as { matchLabels: object }).matchLabels,
    );
    for (const selector of [...selectors, all.get('Service')?.spec['selector']]) assert.deepEqual(selector, labels);
    const [container] = podsOf(all).spec.containers;
    const [port] = container.ports;
    const text = JSON.stringify([all.get('Service'), all.get('Ingress'), all.get('PodMonitor')]);
    assert.deepEqual(
      [...text.matchAll(/"(?:targetPort|port)":(?:\{"name":)?"(\w+)"/g)].map(([, name]) => name),
      [port?.name, port?.name, port?.name],
    );
    const probes = [container.startupProbe, container.readinessProbe, container.livenessProbe];
    assert.deepEqual(
      probes.map(({ httpGet }) => [httpGet.path, httpGet.port]),
      [
        ['/healthz', port?.name],
        ['/readyz', port?.name],
        ['/healthz', port?.name],
      ],
    );
    assert.equal(byKind().get('Deployment')?.spec['replicas'], 3);
    assert.equal(all.get('Deployment')?.spec['replicas'], undefined, 'their number is the autoscaler’s');
    assert.equal((specOf(all, 'HorizontalPodAutoscaler')['scaleTargetRef'] as { name: string }).name, 'shop');
  });
});
