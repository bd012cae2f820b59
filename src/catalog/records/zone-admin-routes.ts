/** Zones: which there are, and which areas have them. A zone is there while an area has it, so to change one is to change areas. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { listPage } from '../../applications/cursor.ts';
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { AreaRow } from '../../contract/catalog/delivery-contract.ts';
import { changedRecord, recordView, ZoneList } from '../../contract/catalog/record-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { listZones } from '../../delivery/zone-statements.ts';
import type { Json, RecordKind } from '../../feeds/record-kind.ts';
import { operationTable } from '../../http/operation.ts';
import { changeRecord, requireRecord } from './change-record.ts';
import { catalogPath, changedAnswer, placeOfRecord } from './record-admin-routes.ts';

const words = {
  listZones: 'List zones. The areas of one are listed by …/areas?zone=.',
  addAreaToZone: 'Put an area into a zone',
  removeAreaFromZone: 'Take an area out of a zone',
};

const tags = ['Catalogue'];
const path = `${catalogPath}/zones`;
const params = Type.Object({
  ...CompanyPath.properties,
  zone: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
  area: Type.String({ minLength: 1, maxLength: 24 }),
});
const answer = { 200: changedRecord(recordView(AreaRow)) };
const reading = operationTable({ kind: 'permission', permission: 'company/locations/read' }, tags, words, {
  listZones: { params: CompanyPath, querystring: CursorQuery, response: { 200: ZoneList } },
});
const writing = operationTable({ kind: 'permission', permission: 'company/locations/write' }, tags, words, {
  addAreaToZone: { params, response: answer },
  removeAreaFromZone: { params, response: answer },
});
type Call = { Params: { readonly company_id: number; readonly zone: number }; Querystring: CursorQuery };

export const zoneRoutes = (app: FastifyInstance, node: Node, areas: RecordKind): void => {
  app.get<Call>(path, reading.listZones, async (request) => {
    const place = companyPlaceOf(request, request.params);
    await requireCompany(node, place);
    return listPage(request.query, ['number'], {
      read: (after, limit) => listZones(node.db, place.companyId, after?.[0] ?? 0, limit),
      placeOf: ({ zone }) => [zone],
      view: (zone) => zone,
    });
  });

  const change = (
    request: FastifyRequest<Call>,
    reply: FastifyReply,
    zonesOf: (zones: readonly number[]) => readonly number[],
  ) => {
    const at = placeOfRecord(request, areas);
    const changed = (row: Json): Json => ({
      zones: zonesOf((row as { readonly zones?: readonly number[] }).zones ?? []),
    });
    return writeOnce(node, request, reply, {
      run: async (write) => changedAnswer(reply, await changeRecord(node, at, changed, write)),
      replay: async () => changedAnswer(reply, { record: await requireRecord(node, at), warning: '' }),
    });
  };

  app.put<Call>(`${path}/:zone/areas/:area`, writing.addAreaToZone, (request, reply) =>
    change(request, reply, (zones) => [...new Set([...zones, request.params.zone])]),
  );

  app.delete<Call>(`${path}/:zone/areas/:area`, writing.removeAreaFromZone, (request, reply) =>
    change(request, reply, (zones) => zones.filter((zone) => zone !== request.params.zone)),
  );
};
