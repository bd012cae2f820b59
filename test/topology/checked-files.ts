/** What a server's own check (`pg_amcheck`) says of its files: every page of every table, and every row in every index. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isPrimary, POSTGRES_BIN, type Server, serverUrl } from './database-parts.ts';

const run = promisify(execFile);

/** A sentence for each server of which it said anything. The primary first: it gives the others the extension. */
export const problemsOfFiles = async (servers: readonly Server[]): Promise<readonly string[]> => {
  const isFirst = await Promise.all(servers.map(isPrimary));
  const ordered = servers.toSorted((a, b) => Number(isFirst[servers.indexOf(b)]) - Number(isFirst[servers.indexOf(a)]));
  const problems: string[] = [];
  for (const server of ordered) {
    const { hostname, port, username, pathname } = new URL(serverUrl(server));
    const install = server === ordered[0] ? ['--install-missing'] : [];
    const args = ['-h', hostname, '-p', port, '-U', username, '--heapallindexed', ...install, pathname.slice(1)];
    try {
      await run(join(POSTGRES_BIN, 'pg_amcheck'), args, { env: { ...process.env, LC_ALL: 'C' } });
    } catch (error) {
      const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
      problems.push(`the files of a server at ${port}: ${stdout}${stderr}`.trim());
    }
  }
  return problems;
};
