/** The schemas of all events, for whoever sends, checks or reads them. They never change under the same version. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { FileAnswer } from '../../contract/primitives.ts';
import { allKinds, schemaDocument, schemaPath } from './event-schemas.ts';
import type { Access } from '../../http/caller.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  listEventSchemas: 'List the events there are',
  getEventSchema: 'Read the JSON Schema of an event',
};

const open: Access = { kind: 'public' };
const tags = ['Events'];

const SchemaList = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        version: Type.String(),
        slug: Type.String(),
        schema: Type.String(),
      }),
    ),
  },
  { title: 'EventSchemaList' },
);

const operation = operationTable(open, tags, words, {
  listEventSchemas: { response: { 200: SchemaList } },
  getEventSchema: {
    params: Type.Object({ name: Type.String({ maxLength: 64 }) }),
    response: { 200: FileAnswer('A JSON Schema, draft 2020-12.', 'application/schema+json') },
  },
});

export const schemaRoutes: FastifyPluginAsyncTypebox = async (app) => {
  const list = {
    items: allKinds.map(({ name, type, slug }) => ({ name, type, version: '1', slug, schema: schemaPath(name) })),
  };
  const documents = new Map(allKinds.map((kind) => [kind.name as string, JSON.stringify(schemaDocument(kind))]));

  app.get('/schemas/events', operation.listEventSchemas, async () => list);

  app.get('/schemas/events/:name/v1.json', operation.getEventSchema, async (request, reply) => {
    const document = documents.get(request.params.name);
    if (document === undefined) throw new Refusal('event_schema_not_found');
    return reply.type('application/schema+json').header('cache-control', 'public, max-age=3600').send(document);
  });
};
