/** What a page of docs prints as JSON, by the name behind its fence. */
import { readFileSync } from 'node:fs';

const FENCE = /```json ([a-z-]+)\n([^]*?)```/gu;

const pageText = (page: string): string => readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8');

export const printedJson = (page: string, name: string): unknown => {
  for (const [, found, text = ''] of pageText(page).matchAll(FENCE)) {
    if (found === name) return JSON.parse(text) as unknown;
  }
  throw new Error(`${page} prints nothing called ${name}`);
};
