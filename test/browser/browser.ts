/** Debian's Chromium for tests of pages, and an eye on everything a page does wrong. */
import { spawnSync } from 'node:child_process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { once } from '../../src/shared/once.ts';

/** How long a page is waited for that does not come: it only ends a test that fails, so it is long enough for a busy machine. */
export const PAGE_PATIENCE_MS = 60_000;

const findChromium = (): string | undefined => {
  const given = process.env['CHROMIUM'];
  if (given !== undefined && given !== '') return given;
  const { status, stdout } = spawnSync('/bin/sh', ['-c', 'command -v chromium'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
};
export const executablePath = findChromium();

/** Why pages cannot be tried here. On a build server that is a failure: nobody reads notes there. */
export const skipBrowser: string | false =
  executablePath === undefined && !process.env['CI']
    ? 'there is no chromium here (Debian: apt-get install chromium; elsewhere set CHROMIUM to its path)'
    : false;

export const quiet = [
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One for all test files of a process; it ends with the process (`no-orphans.ts`). */
export const openBrowser = once((): Promise<Browser> => {
  if (executablePath === undefined) throw new Error('CI is set and there is no chromium.');
  return chromium.launch({ executablePath, args: ['--no-sandbox', ...quiet] });
});

/**
 * Errors on the console (violations of the content security policy are among them), failed and refused requests. What is on
 * its way when its page is left is given up by the browser, and nobody's failure.
 */
export const complaintsOf = (page: Page): readonly string[] => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // A test without service workers is told so.
    if (message.text() === 'Service Worker registration blocked by Playwright') return;
    if (['error', 'warning'].includes(message.type())) complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`script: ${error.message}`));
  page.on('requestfailed', (request) => {
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') complaints.push(`failed: ${request.url()}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
};

/** What a page shows when its test fails, and what went wrong on it before: the machine on which that was may be far away. */
export const saidBy = async (page: Page, complaints: readonly string[]): Promise<string> => {
  const text = await page
    .locator('body')
    .innerText({ timeout: 5_000 })
    .catch(() => 'nothing that could be read');
  return ['The page of the failed test:', page.url(), ...complaints.slice(-20), text].join('\n');
};
