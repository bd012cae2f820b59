/** A browser whose profile outlives it, as a shopper's does, and which can be killed as a machine that loses its power kills it. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { type BrowserContext, chromium } from 'playwright-core';
import { executablePath, quiet } from './browser.ts';

export type KeptBrowser = { readonly context: BrowserContext; readonly kill: () => Promise<void> };

export const openKeptBrowser = async (folder: string): Promise<KeptBrowser> => {
  if (executablePath === undefined) throw new Error('There is no chromium.');
  const flags = ['--headless=new', '--no-sandbox', '--no-first-run', '--remote-debugging-port=0', ...quiet];
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
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('The browser has no context.');
  return {
    context,
    kill: async () => {
      if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
        process.kill(-child.pid, 'SIGKILL');
      }
      await ended;
      await browser.close();
    },
  };
};
