/** What the doctor sees without the database: Node, the data folder, disk space, private files, the clock, the public address. */
import { access, constants, stat, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Finding } from './doctor-finding.ts';
import type { Config } from '../../config.ts';

const MEGABYTE = 1024 * 1024;
/** Nobody ran this program before it was written. */
const EARLIEST = Date.UTC(2026, 10, 1);

const nodeFinding = (): Finding => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major === 24) return { what: 'node', verdict: 'ok', says: process.version };
  return {
    what: 'node',
    verdict: 'warn',
    says: `${process.version} instead of 24`,
    advice: 'Run npm ci; it brings Node 24 along.',
  };
};

const folderFinding = async (folder: string): Promise<Finding> => {
  const what = 'data folder';
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return { what, verdict: 'ok', says: folder };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { what, verdict: 'ok', says: `${folder} is made at the first start` };
    return {
      what,
      verdict: 'fail',
      says: `${folder} cannot be written`,
      advice: 'Make it belong to the user that runs the service, or set CARTWRIGHT_DATA.',
    };
  }
};

const spaceFinding = async (folder: string): Promise<Finding> => {
  const what = 'disk';
  const space = await statfs(folder).catch(() => statfs('.'));
  const free = Math.floor((space.bavail * space.bsize) / MEGABYTE);
  if (free >= 1024) return { what, verdict: 'ok', says: `${free} MB free` };
  return {
    what,
    verdict: free < 100 ? 'fail' : 'warn',
    says: `only ${free} MB free`,
    advice: 'A full disk refuses writes: free some space or move CARTWRIGHT_DATA.',
  };
};

const privateFinding = async (folder: string, name: string): Promise<readonly Finding[]> => {
  if (process.platform === 'win32') return [];
  const path = join(folder, name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return [];
  const open = (found.mode & 0o077) !== 0;
  if (!open) return [{ what: name, verdict: 'ok', says: 'readable by its owner only' }];
  return [{ what: name, verdict: 'fail', says: 'other users can read it', advice: `chmod 600 ${path}` }];
};

const clockFinding = (now: number): Finding =>
  now >= EARLIEST
    ? { what: 'clock', verdict: 'ok', says: new Date(now).toISOString() }
    : {
        what: 'clock',
        verdict: 'fail',
        says: `${new Date(now).toISOString()} lies in the past`,
        advice: 'Set the clock and keep it set (NTP): offers, tokens and events depend on it.',
      };

const portFinding = ({ host, port }: Config): Promise<Finding> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const says = `${host}:${port} cannot be listened on (${error.code})`;
      const advice =
        error.code === 'EADDRINUSE'
          ? 'Something listens there already, perhaps this service; else set PORT.'
          : 'Set HOST and PORT.';
      resolve({ what: 'port', verdict: error.code === 'EADDRINUSE' ? 'warn' : 'fail', says, advice });
    });
    probe.listen(port, host, () =>
      probe.close(() => resolve({ what: 'port', verdict: 'ok', says: `${host}:${port} is free` })),
    );
  });

const publicFinding = ({ host, publicUrl }: Config): Finding => {
  const what = 'public address';
  const loopback = /^(127\.|::1$|localhost$)/.test(host);
  if (publicUrl === undefined) {
    if (loopback) return { what, verdict: 'ok', says: 'none, and only this machine can reach the service' };
    return {
      what,
      verdict: 'warn',
      says: 'not set although other machines can reach the service',
      advice: 'Set CARTWRIGHT_PUBLIC_URL to the https address of the proxy in front.',
    };
  }
  if (publicUrl.protocol === 'https:') return { what, verdict: 'ok', says: publicUrl.href };
  return {
    what,
    verdict: 'warn',
    says: `${publicUrl.href} is not https`,
    advice: 'Cookies and tokens travel in clear text: put a proxy with TLS in front.',
  };
};

export const machineChecks = async (config: Config): Promise<readonly Finding[]> => [
  nodeFinding(),
  clockFinding(Date.now()),
  await folderFinding(config.dataFolder),
  await spaceFinding(config.dataFolder),
  ...(await privateFinding(config.dataFolder, 'key')),
  ...(await privateFinding(config.dataFolder, 'credentials.json')),
  ...(await privateFinding(config.dataFolder, 'cartwright.db')),
  await portFinding(config),
  publicFinding(config),
];
