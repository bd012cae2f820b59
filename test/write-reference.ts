/** `npm run docs`: writes the tables of the reference pages, the schemas of events, and openapi.json. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { openapiText } from '../src/commands/openapi.ts';
import { eventSchemaFiles } from './events/event-schema-files.ts';
import { referenceTables, withRows } from './reference-tables.ts';

for (const { page, rows } of referenceTables) writeFileSync(page, withRows(readFileSync(page, 'utf8'), rows()));
mkdirSync('schemas/events', { recursive: true });
for (const { path, text } of eventSchemaFiles()) writeFileSync(path, text);
writeFileSync('openapi.json', await openapiText());
