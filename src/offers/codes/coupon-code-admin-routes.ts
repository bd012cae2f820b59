/** The codes of a bulk coupon: how far their making has come, and all of them as a file. */
import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';
import { placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { BulkCode, CodeProgress } from '../../contract/offers/offer-coupon-contract.ts';
import { CodeQuery, OfferPath } from '../../contract/offers/offer-parts-contract.ts';
import { FileAnswer } from '../../contract/primitives.ts';
import { csvLine } from '../../feeds/csv-line.ts';
import { whilePermitted } from '../../http/answers/while-permitted.ts';
import { operationTable } from '../../http/operation.ts';
import { offersPath, offerTags as tags, readRules } from '../admin/offer-access.ts';
import { offerAt } from '../change-offer.ts';
import { type ExportedCode, readCode, readCodeJob, codesInPortions } from './code-store.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { headed } from '../../http/answers/headed.ts';

const words = {
  getCouponCodeProgress: 'How many codes of a bulk coupon are made',
  getCouponCode: 'One code of a bulk coupon, and whether it was used',
  exportCouponCodes: 'All codes of a bulk coupon, as a CSV file',
};

const path = `${offersPath}/coupon/:id/codes`;
const CodePath = Type.Object({ ...OfferPath.properties, ...CodeQuery.properties });
const csvFile = FileAnswer<Readable>('A table of code, created_at, is_used.', 'text/csv');

const HEADING = 'code,created_at,is_used\r\n';
async function* csvOf(chunks: AsyncIterable<readonly ExportedCode[]>): AsyncGenerator<string, void> {
  for await (const rows of chunks) {
    yield rows.map((row) => `${csvLine([row.shown, isoTime(row.created_at), row.taken > 0])}\r\n`).join('');
  }
}

const reading = operationTable(readRules, tags, words, {
  getCouponCodeProgress: { params: OfferPath, response: { 200: CodeProgress } },
  getCouponCode: { params: CodePath, response: { 200: BulkCode } },
  exportCouponCodes: { params: OfferPath, response: { 200: csvFile } },
});

export const couponCodeAdminRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  app.get(`${path}/progress`, reading.getCouponCodeProgress, async (request) => {
    const place = placeOf(request, request.params);
    await offerAt(node, place, 'coupon', request.params.id);
    const job = await readCodeJob(node.db, place.applicationId, request.params.id);
    if (job === undefined) throw new Refusal('coupon_not_found', { message: 'This is not a bulk coupon.' });
    return {
      wanted: job.wanted,
      made: job.made,
      is_complete: job.made >= job.wanted,
      started_at: isoTime(job.createdAt),
      modified_at: isoTime(job.modifiedAt),
    };
  });

  app.get(`${path}/:code`, reading.getCouponCode, async (request) => {
    const place = placeOf(request, request.params);
    const { id } = await offerAt(node, place, 'coupon', request.params.id);
    const found = await readCode(node.db, place.applicationId, id, request.params.code);
    if (found === undefined) throw new Refusal('coupon_not_found', { message: 'This coupon has no such code.' });
    return { code: found.shown, created_at: isoTime(found.created_at), is_used: found.taken > 0 };
  });

  app.get(path, reading.exportCouponCodes, async (request, reply) => {
    const place = placeOf(request, request.params);
    const { id } = await offerAt(node, place, 'coupon', request.params.id);
    reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="coupon-${id}.csv"`);
    const codes = codesInPortions(node.db, place.applicationId, id);
    const rows = csvOf(whilePermitted(codes, () => app.mayStill(request), node.now));
    return reply.send(Readable.from(headed(HEADING, rows)));
  });
};
