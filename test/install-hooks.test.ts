/** What installing does to the configuration of a checkout, and that nothing else does it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../bin/install-hooks.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'hooks-'));
after(() => rmSync(folder, { recursive: true }));
const told = join(folder, 'told');
mkdirSync(join(folder, '.git'));
/** In the place of git, which a machine that only serves need not have: answers `--get` and keeps what it is told to set. */
const git = join(folder, 'git');
writeFileSync(git, '#!/bin/sh\nif [ "$2" = --get ]; then printf %s "$CHOSEN"; else echo "$@" >> "$TOLD"; fi\n');
chmodSync(git, 0o755);

/** What git was told to set. */
const setAfter = (npm_command: string, chosen = ''): string => {
  rmSync(told, { force: true });
  const env = { PATH: `${folder}:${process.env['PATH']}`, npm_command, CHOSEN: chosen, TOLD: told };
  assert.equal(spawnSync(process.execPath, [script], { cwd: folder, env }).status, 0);
  return existsSync(told) ? readFileSync(told, 'utf8') : '';
};

describe('the checks before a commit', () => {
  test('are set up by an installation', () => {
    for (const command of ['ci', 'install']) assert.equal(setAfter(command), 'config core.hooksPath .githooks\n');
  });
  test('are not by `npx cartwright`, which prepares the package as an installation does', () => {
    for (const command of ['exec', 'run-script', 'test', '']) assert.equal(setAfter(command), '', command);
  });
  test('are not where somebody chose hooks of his own', () => {
    assert.equal(setAfter('ci', '/elsewhere\n'), '');
  });
});
