/** The program that docs/behaviour/custom-rules.md prints: started as it stands there, asked as a node asks. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.ts';
import { printedJson } from '../../printed-json.ts';
import { newSecret, signatureHeaders } from '../../../src/http/outgoing/sign-delivery.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = readFileSync(join(root, 'docs/behaviour/custom-rules.md'), 'utf8');
const block = (head: string): string => page.split(`\`\`\`${head}\n`)[1]?.split('```')[0] ?? '';

test('answers a question that is signed, and no other', async () => {
  // Beside the sources, so that it finds the library.
  const folder = mkdtempSync(join(root, 'node_modules/.printed-program-'));
  const file = join(folder, 'program.mjs');
  writeFileSync(file, block('js program'));
  const [secret, port] = [newSecret(randomBytes), await freePort()];
  const environment = { ...process.env, RULE_SECRET: secret, PORT: String(port) };
  const program = spawn(process.execPath, [file], { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  after(() => {
    program.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  const ask = async (body: string, by: string): Promise<Response> => {
    const headers = signatureHeaders({ id: 'question-1', body, secrets: [by], now: Date.now() });
    for (;;) {
      try {
        return await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body, headers });
      } catch (error) {
        // It starts.
        if (program.exitCode !== null) throw error;
        await pause(50);
      }
    }
  };
  const question = JSON.stringify(printedJson('behaviour/custom-rules.md', 'custom-question'));
  assert.deepEqual(await (await ask(question, secret)).json(), { cart: 3000 });
  assert.deepEqual(await (await ask(question.replace('gold', 'silver'), secret)).json(), { cart: 0 });
  assert.equal((await ask(question, newSecret(randomBytes))).status, 401);
});
