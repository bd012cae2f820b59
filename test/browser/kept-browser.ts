/** A browser whose profile outlives it, as a shopper's does, and which can be killed as a machine that loses its power kills it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { executablePath, quiet } from './browser.ts';

export type KeptBrowser = { readonly context: BrowserContext; readonly kill: () => Promise<void> };

const CONNECT_MS = 8_000;
const CONNECTS = 6;

/** A browser that was killed before tidies up when it starts, and now and then leaves a first visitor without an answer. */
const connected = async (address: string, left = CONNECTS): Promise<Browser> => {
  try {
    return await chromium.connectOverCDP(address, { timeout: CONNECT_MS });
  } catch (error) {
    if (left === 1) throw error;
    return connected(address, left - 1);
  }
};

export const openKeptBrowser = async (folder: string): Promise<KeptBrowser> => {
  if (executablePath === undefined) throw new Error('There is no chromium.');
  const flags = [
    '--headless=new',
    '--no-sandbox',
    '--no-first-run',
    '--remote-debugging-port=0',
    '--hide-crash-restore-bubble',
    ...quiet,
  ];
  // A group of its own: the browser is many processes, and all of them are to go at once.
  const child = spawn(executablePath, [...flags, `--user-data-dir=${folder}`], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      const found = /^DevTools listening on (\S+)/.exec(line)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('The browser ended at once.')));
  });
  const end = async (): Promise<void> => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGKILL');
    }
    await ended;
  };
  try {
    const browser = await connected(address);
    const [context] = browser.contexts();
    if (context === undefined) throw new Error('The browser has no context.');
    return {
      context,
      kill: async () => {
        await end();
        await browser.close();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
};
