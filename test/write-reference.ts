/** `npm run docs`: writes the tables of the reference pages, and openapi.json. */
import { readFileSync, writeFileSync } from 'node:fs';
import { openapiText } from '../src/commands/openapi.ts';
import { referenceTables, withRows } from './reference-tables.ts';

for (const { page, rows } of referenceTables) writeFileSync(page, withRows(readFileSync(page, 'utf8'), rows()));
writeFileSync('openapi.json', await openapiText());
