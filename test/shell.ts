/** Types lines into a shell, in the folder of the project. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

export const shell = (
  script: string,
  variables: Readonly<Record<string, string>>,
): Promise<{ code: number | null; out: string }> =>
  new Promise((resolve) => {
    // The database of the tests is not the one that the lines are about.
    const { DATABASE_URL: _, ...inherited } = process.env;
    const child = spawn('/bin/sh', ['-eu', '-c', script], { cwd: root, env: { ...inherited, ...variables } });
    let out = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.once('close', (code) => resolve({ code, out }));
  });
