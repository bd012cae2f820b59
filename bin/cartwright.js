#!/usr/bin/env node
import { fileURLToPath } from 'node:url';
import { traceSources } from './kept-lines.js';
import { keptProgram } from './kept-program.js';
import { launch, launchServer } from './launch.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const start = args[0] === 'serve' ? launchServer : launch;
await start(fileURLToPath(new URL('../src/main.ts', import.meta.url)), args, async () => {
  const kept = await keptProgram(root);
  if (kept !== undefined) traceSources(kept);
  return kept?.program;
});
