/** A NATS server of the test's own, on a free port and in a folder of its own; killed and started again at will. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../free-port.ts';

const PROGRAM = 'nats-server';

/** On a build server that is a failure: nobody reads notes there. */
export const whyNoNats = (): string | undefined => {
  if (process.env['CI'] || spawnSync(PROGRAM, ['--version']).status === 0) return undefined;
  return `${PROGRAM} is not installed; events are not published to NATS in this run`;
};

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    setTimeout(() => socket.destroy(), 200).unref();
  });

export type NatsServer = {
  readonly url: URL;
  readonly start: () => Promise<void>;
  /** At once, as a power cut would. */
  readonly kill: () => Promise<void>;
  readonly remove: () => Promise<void>;
};

export const newNatsServer = async (): Promise<NatsServer> => {
  const folder = mkdtempSync(join(tmpdir(), 'cartwright-nats-'));
  const port = await freePort();
  let running: ChildProcess | undefined;

  process.once('exit', () => running?.kill('SIGKILL'));
  const start = async (): Promise<void> => {
    running = spawn(PROGRAM, ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    for (let tries = 0; tries < 200; tries += 1) {
      if (await answers(port)) return;
      await pause(50);
    }
    throw new Error('nats-server does not answer');
  };
  const kill = async (): Promise<void> => {
    const server = running;
    running = undefined;
    if (server === undefined) return;
    const ended = once(server, 'close');
    server.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url: new URL(`nats://127.0.0.1:${port}`),
    start,
    kill,
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};
