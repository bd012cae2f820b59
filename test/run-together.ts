/**
 * Test files one after another in this process, each under its name. What a file asks to be done `after` its tests is done before
 * the next one is loaded.
 */
import { test } from 'node:test';
import { countFor } from './processor-time.ts';

const MOST_MS = 600_000;

export const runTogether = (files: readonly { readonly name: string; readonly url: string }[]): void => {
  for (const { name, url } of files) {
    void test(name, { timeout: MOST_MS }, async () => {
      countFor(name);
      await import(url);
    });
  }
};
