/** The published schemas as files: which, and what is in them. `npm run docs` writes them, a test compares. */
import { allKinds, schemaDocument } from '../../src/events/collector/event-schemas.ts';

export type SchemaFile = { readonly path: string; readonly text: string };

export const eventSchemaFiles = (): readonly SchemaFile[] =>
  allKinds.map((kind) => ({
    path: `schemas/events/${kind.name}.v1.json`,
    text: `${JSON.stringify(schemaDocument(kind), null, 2)}\n`,
  }));
