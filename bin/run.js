#!/usr/bin/env node
// node bin/run.js FILE [arguments]: runs a TypeScript file on the project's Node.
import { launch } from './launch.js';

const [file, ...args] = process.argv.slice(2);
if (file === undefined) {
  console.error('usage: node bin/run.js FILE [arguments]');
  process.exitCode = 2;
} else {
  await launch(file, args);
}
