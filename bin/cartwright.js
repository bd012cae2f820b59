#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { traceSources } from './kept-lines.js';
import { keptProgram } from './kept-program.js';
import { launch } from './launch.js';

const root = fileURLToPath(new URL('..', import.meta.url));
await launch(fileURLToPath(new URL('../src/main.ts', import.meta.url)), process.argv.slice(2), async () => {
  const kept = await keptProgram(root);
  if (kept !== undefined) traceSources(kept);
  return kept?.program;
});
