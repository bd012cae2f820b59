import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { commands } from '../../src/commands/command-list.ts';
import { shellVariables } from '../../src/commands/env.ts';
import { cartwright, dataFolder, type Ended, serving } from './run-cartwright.ts';
import { runHere } from './run-here.ts';

const { folder, remove } = dataFolder();
const variables = { CARTWRIGHT_DATA: folder };
before(async () => void (await (await serving(variables)).stop()));
after(remove);

/** For what needs no process of its own. */
const inProcess = (args: readonly string[]): Promise<Ended> => runHere(args, variables);

describe('the command line', () => {
  test('without a command it lists the commands', async () => {
    const { code, out } = await inProcess([]);
    assert.equal(code, 0);
    for (const { name, summary } of commands) assert.ok(out.includes(name) && out.includes(summary), name);
  });

  for (const { name } of commands) {
    test(`${name} --help says how it is used`, async () => {
      const { code, out } = await inProcess([...name.split(' '), '--help']);
      assert.equal(code, 0);
      assert.ok(out.startsWith(`Usage: cartwright ${name}`), out);
    });
  }

  const groups = [
    ...new Set(commands.map(({ name }) => name.split(' ')).flatMap(([first, second]) => (second ? [first] : []))),
  ];
  for (const group of groups) {
    test(`${group} alone, with --help or after help lists its commands and no others`, async () => {
      const answers = await Promise.all(
        [[group], [group, '--help'], ['help', group]].map((args) => inProcess(args.map(String))),
      );
      for (const { code, out } of answers) {
        assert.equal(code, 0);
        assert.ok(out.startsWith(`Usage: cartwright ${group} COMMAND`), out);
        for (const { name } of commands) assert.equal(out.includes(`\n  ${name} `), name.startsWith(`${group} `), name);
      }
    });
  }

  test('--version says which one this is', async () => {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
      version: string;
    };
    for (const word of ['--version', '-V', 'version'])
      assert.equal((await inProcess([word])).out, `cartwright ${version} (Node ${process.versions.node})\n`);
  });

  const slips: readonly (readonly [string, string | undefined])[] = [
    ['sevre', 'serve'],
    ['docter', 'doctor'],
    ['operater add', 'operator add'],
    ['operator lst', 'operator list'],
    ['orders export', 'export orders'],
    ['orders --help', 'export orders'],
    ['operators', 'operator'],
    ['funnel rebuild', 'funnels rebuild'],
    ['elephant', undefined],
  ];
  for (const [line, meant] of slips) {
    test(`'${line}' is told that ${meant ?? 'nothing like it'} exists, in a few lines`, async () => {
      const { code, err } = await inProcess(line.split(' '));
      assert.equal(code, 2);
      assert.equal(/Did you mean '(.+)'\?/.exec(err)?.[1], meant);
      assert.ok(err.split('\n').length < 15, err);
    });
  }

  const mistakes: readonly (readonly [string, RegExp])[] = [
    ['sing', /No command 'sing'/],
    ['organization add', /--name is missing/],
    ['migrate --fast', /Unknown option '--fast'/],
    ['backup', /FILE is missing/],
    ['env extra', /Unexpected argument 'extra'/],
    [
      'operator add --email a@b.example --role king',
      /--role takes one of owner, manager, support, analyst, developer, viewer/,
    ],
    ['application add --name x --company one', /--company takes the number of a company/],
  ];
  for (const [line, expected] of mistakes) {
    test(`'${line}' is a mistake that is explained`, async () => {
      const { code, err } = await inProcess(line.split(' '));
      assert.equal(code, 2);
      assert.match(err, expected);
    });
  }
});

describe('cartwright env', () => {
  test('prints lines that a shell evaluates', async () => {
    const { out } = await cartwright(['env'], variables);
    const echoed = execFileSync(
      '/bin/sh',
      ['-c', 'eval "$1"; echo "$APPLICATION_ID $CLIENT_SECRET $COMPANY_ID"', 'sh', out],
      {
        encoding: 'utf8',
      },
    );
    const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Record<string, string>;
    assert.equal(echoed.trim(), `${made['application_id']} ${made['client_secret']} ${made['company_id']}`);
  });

  test('quotes what a shell would take as a command', () => {
    const [, first = ''] = shellVariables(JSON.stringify({ application_id: "a'; touch /tmp/x; '" }), 'http://x');
    const echoed = execFileSync('/bin/sh', ['-c', `${first}; echo "$APPLICATION_ID"`], { encoding: 'utf8' });
    assert.equal(echoed.trim(), "a'; touch /tmp/x; '");
  });
});

describe('the place of a running node', () => {
  test('env and operator add name the port it serves on, and not when it has ended', async () => {
    const node = await serving(variables);
    const asked = ['operator', 'add', '--email', 'port@shop.example'];
    const said = await Promise.all([inProcess(['env']), inProcess(asked)]);
    for (const { out, err } of said) assert.ok(out.includes(node.url), out + err);
    await node.stop();
    assert.match((await inProcess(['env'])).out, /CARTWRIGHT_URL='http:\/\/127\.0\.0\.1:8080'/);
    // As a node that was killed leaves it: no process has that number.
    writeFileSync(join(folder, 'serving.json'), '{"port":9,"pid":4194305}');
    assert.match((await inProcess(['env'])).out, /:8080'/);
  });
});

describe('adding people and shops', () => {
  test('an organization, a company, an application and an operator can be added one after the other', async () => {
    const organization = await cartwright(['organization', 'add', '--name', 'Acme'], variables);
    const id = /organization_id ([0-9a-f]{24})/.exec(organization.out)?.[1] ?? '';
    assert.notEqual(id, '');
    const company = await cartwright(['company', 'add', '--organization', id, '--name', 'Acme Retail'], variables);
    const number = /company_id (\d+)/.exec(company.out)?.[1] ?? '';
    const application = await cartwright(
      ['application', 'add', '--company', number, '--name', 'Web', '--currency', 'EUR'],
      variables,
    );
    assert.match(application.out, /application_token [\w-]{43}/);
    const operator = ['operator', 'add', '--organization', id, '--email', 'Ann@Acme.example', '--role', 'owner'];
    assert.match((await cartwright(operator, variables)).out, /console\/enter\?token=/);
    assert.match((await cartwright(operator, variables)).out, /is an operator already[\s\S]*console\/enter\?token=/);
  });

  test('with several organizations the command asks which one', async () => {
    const { code, err } = await cartwright(['company', 'add', '--name', 'x'], variables);
    assert.equal(code, 2);
    assert.match(err, /say which with --organization ID/);
  });

  test('a currency that does not exist is refused by its field', async () => {
    const { code, err } = await cartwright(['application', 'add', '--name', 'x', '--currency', 'ZZZ'], variables);
    assert.equal(code, 1);
    assert.match(err, /currency: ZZZ is not a currency/);
  });
});

describe('cartwright doctor', () => {
  test('finds nothing wrong with a node that was set up', async () => {
    const { code, out } = await cartwright(['doctor'], { ...variables, PORT: '0' });
    assert.equal(code, 0, out);
    assert.match(out, /✓ keys: /);
    assert.match(out, /✓ durable write: [\d.]+ ms/);
    assert.match(out, /All is well\./);
  });

  test('fails on a key that others can read and says what to type', async () => {
    chmodSync(join(folder, 'key'), 0o644);
    after(() => chmodSync(join(folder, 'key'), 0o600));
    const { code, out } = await cartwright(['doctor'], { ...variables, PORT: '0' });
    assert.equal(code, 1);
    assert.ok(out.includes(`chmod 600 ${join(folder, 'key')}`), out);
  });

  test('lists every problem of the configuration', async () => {
    const { code, out } = await cartwright(['doctor'], { ...variables, PORT: 'x', DATABASE_URL: 'mysql://y' });
    assert.equal(code, 1);
    assert.match(out, /✗ configuration: PORT/);
    assert.match(out, /✗ configuration: DATABASE_URL/);
  });

  test('tells a database that does not answer', async () => {
    const { code, out } = await cartwright(['doctor'], {
      ...variables,
      PORT: '0',
      DATABASE_URL: 'postgres://127.0.0.1:1/x',
    });
    assert.equal(code, 1);
    assert.match(out, /✗ database: .*ECONNREFUSED/);
    assert.match(out, /Check DATABASE_URL/);
  });

  test('leaves a folder that was never started in alone', async () => {
    const fresh = dataFolder();
    after(fresh.remove);
    const { code, out } = await cartwright(['doctor'], { CARTWRIGHT_DATA: join(fresh.folder, 'none'), PORT: '0' });
    assert.equal(code, 0, out);
    assert.match(out, /made at the first start/);
  });
});

describe('cartwright key', () => {
  test('rotates the key of the data folder, and the service starts with the new one', async () => {
    const old = (await cartwright(['key', 'status'], variables)).out;
    const rotated = await cartwright(['key', 'rotate'], variables);
    assert.equal(rotated.code, 0, rotated.err);
    const status = (await cartwright(['key', 'status'], variables)).out;
    assert.match(status, /^[0-9a-f]{8} {2}seals new values$/m);
    assert.notEqual(status, old);
    assert.equal(await (await serving(variables)).stop(), 0);
  });
});

describe('the launcher', () => {
  const launcher = fileURLToPath(new URL('../../bin/cartwright.js', import.meta.url));
  /** Nodes on the machine that are not 24: npm puts ours first, so the others come later on the path. */
  const others = (process.env['PATH'] ?? '')
    .split(':')
    .map((place) => join(place, 'node'))
    .filter((node) => {
      const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' });
      return status === 0 && !stdout.startsWith('v24.');
    });
  const skip = others.length === 0 ? 'there is no other Node on this machine' : false;
  test('hands over to the pinned Node 24 when another one runs it', { skip }, () => {
    const { stdout, status } = spawnSync(others[0] ?? '', [launcher, 'doctor'], {
      env: { ...process.env, ...variables, PORT: '0', DATABASE_URL: '' },
      encoding: 'utf8',
    });
    assert.equal(status, 0, stdout);
    assert.match(stdout, /✓ node: v24\./);
  });

  /** As `npm ci --omit=optional` leaves it: the launcher, and no Node beside it. */
  const bare = (node: string) => {
    const alone = dataFolder();
    after(alone.remove);
    const bin = join(alone.folder, 'bin');
    cpSync(fileURLToPath(new URL('../../bin/', import.meta.url)), bin, { recursive: true });
    writeFileSync(join(alone.folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(alone.folder, 'entry.ts'), 'const said: string = process.argv[2] ?? ""; console.log(said);');
    return spawnSync(node, [join(bin, 'run.js'), join(alone.folder, 'entry.ts'), 'hello'], { encoding: 'utf8' });
  };
  test('needs no Node of its own where Node 24 runs it', () => {
    assert.deepEqual([bare(process.execPath).stdout, bare(process.execPath).status], ['hello\n', 0]);
  });
  test('says what to do where there is neither', { skip }, () => {
    const { stderr, status } = bare(others[0] ?? '');
    assert.equal(status, 1);
    assert.match(
      stderr,
      /^Cartwright needs Node 24; this is v.*\nRun npm ci without --omit=optional, or install Node 24/,
    );
  });
});
