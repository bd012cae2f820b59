/** The files that others start this with: what can be told of them without starting a container. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { parseYaml } from '@redocly/openapi-core';
import { readConfig, unknownVariables } from '../src/config.ts';

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

type Service = {
  readonly ports?: readonly string[];
  readonly restart?: string;
  readonly volumes?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>>;
};
type Compose = {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, null>>;
};

/** `${NAME:-fallback}` as Compose fills it in when NAME is not set; `${NAME:?why}` must be set. */
const filledIn = (text: string): string =>
  text.replaceAll(/\$\{(\w+):([-?])([^}]*)\}/g, (_, name: string, kind: string, rest: string) =>
    kind === '-' ? rest : `given ${name}`,
  );

describe('compose.yaml', () => {
  const { services, volumes } = parseYaml(read('compose.yaml')) as Compose;
  const environment = services['node']?.environment ?? {};

  test('gives the nodes settings that they understand, and an address that the world knows', () => {
    const given = Object.fromEntries(Object.entries(environment).map(([name, text]) => [name, filledIn(text)]));
    assert.deepEqual(unknownVariables(given), []);
    const { publicUrl, databaseUrl, key } = readConfig(given);
    const published = filledIn(services['proxy']?.ports?.[0] ?? '').split(':')[0];
    assert.equal(publicUrl?.port, published);
    assert.ok(databaseUrl !== undefined && key !== undefined);
  });

  test('starts everything again that ends, and keeps what must be kept in volumes', () => {
    for (const [name, { restart, volumes: mounted = [], depends_on: others = {} }] of Object.entries(services)) {
      assert.equal(restart, 'unless-stopped', name);
      for (const mount of mounted) {
        const from = mount.split(':')[0] ?? '';
        assert.ok(from.startsWith('./') ? existsSync(new URL(`../${from}`, import.meta.url)) : from in volumes, mount);
      }
      for (const other of Object.keys(others)) assert.ok(other in services, other);
    }
    assert.ok(services['node']?.volumes?.includes('data:/data'));
  });
});

describe('Dockerfile', () => {
  const text = read('Dockerfile');

  test('takes its port from the environment and copies only what there is', () => {
    assert.deepEqual(text.match(/8080/g), ['8080']);
    assert.match(text, /^HEALTHCHECK .*process\.env\.PORT/m);
    const variables = [...text.matchAll(/(?<![\w-])(\w+)=\S+/g)].map(([, name = '']) => name);
    assert.deepEqual(unknownVariables(Object.fromEntries(variables.map((name) => [name, 'x']))), []);
    for (const [, from = ''] of text.matchAll(/^COPY (\S+) /gm))
      assert.ok(existsSync(new URL(`../${from}`, import.meta.url)), from);
  });

  test('serves as `npm start` does, and keeps beforehand what is compiled for that', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const words = scripts['start']?.split(' ') ?? [];
    assert.deepEqual(JSON.parse(/^CMD (.*)$/m.exec(text)?.[1] ?? '[]'), words);
    assert.ok(text.includes(`RUN ${words.slice(0, -1).join(' ')} --help\n`));
  });

  test('tells the C library what a node that is started without it tells it', () => {
    const told = Object.fromEntries([...text.matchAll(/(MALLOC_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]));
    assert.deepEqual(told, JSON.parse(read('bin/c-library.json')));
  });

  test('leaves out the Node that npm brings, which is there to be left out', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: object };
    assert.match(text, /rm -r node_modules\/node-linux-\*/);
    assert.ok(Object.keys(optionalDependencies).every((name) => name.startsWith('node-')));
  });
});
