/** Pictures: put up and taken away by a merchant, and shown to everybody. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { companyPlaceOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { NewPicture, PicturePath, PictureView } from '../../contract/catalog/picture-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { operationTable } from '../../http/operation.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { noneMatch } from '../../http/requests/conditional.ts';
import { Refusal } from '../../shared/errors.ts';
import { addPicture, type PictureRoom, removePicture } from './change-pictures.ts';
import { mediaTypeOf } from './picture-rules.ts';
import { readPicture } from './picture-store.ts';

const words = {
  addPicture:
    'Put up a picture. It lies on this service from then on, at an address that follows from its bytes: the same picture is kept once, and what lies there never changes.',
  removePicture: 'Take a picture away. Products that name it show none; browsers that have seen it keep it.',
};
const path = '/service/platform/catalog/v1.0/company/:company_id/pictures';
const writing = operationTable({ kind: 'permission', permission: 'company/products/write' }, ['Catalogue'], words, {
  addPicture: { params: CompanyPath, body: NewPicture, response: { 201: PictureView } },
  removePicture: { params: PicturePath, response: { 200: Done } },
});

/** Its bytes in base64, and some room. */
const bodyLimit = 2_800_000;

/** For a year, which is the longest: another picture has another address. */
const shown = {
  'cache-control': 'public, max-age=31536000, immutable',
  // Storefronts on other origins show these pictures; opened by itself, one may load and run nothing.
  'cross-origin-resource-policy': 'cross-origin',
  'content-security-policy': "default-src 'none'; sandbox",
};

type Given = { readonly node: Node; readonly mostBytes: number; readonly metrics: Pick<Metrics, 'counter'> };
export const pictureRoutes: FastifyPluginAsyncTypebox<Given> = async (app, { node, mostBytes, metrics }) => {
  const refused = metrics.counter('cartwright_picture_refusals_total', 'Pictures that a company has no room for.');
  refused({}, 0);
  const room: PictureRoom = { mostBytes, onFull: () => refused({}) };
  // From a phone on a slow line it may take longer than bodies usually do.
  const { config, schema } = writing.addPicture;
  app.post(path, { config: { ...config, streams: true }, schema, bodyLimit }, (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const viewOf = (name: string): PictureView => ({
      name,
      url: `/pictures/${place.companyId}/${name}`,
      media_type: mediaTypeOf(name),
    });
    return writeOnce(node, request, reply, {
      status: 201,
      run: async (write) => viewOf(await addPicture({ node, place }, { ...room, ...request.body }, write)),
      replay: async (name) => viewOf(name),
    });
  });

  app.delete(`${path}/:name`, writing.removePicture, (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const { name } = request.params;
    return removeOnce(node, request, reply, {
      what: 'picture',
      remove: (write) => removePicture({ node, place }, name, write),
    });
  });

  const options = { config: { access: { kind: 'public' } }, schema: { hide: true, params: PicturePath } } as const;
  app.get('/pictures/:company_id/:name', options, async (request, reply) => {
    const { company_id: companyId, name } = request.params;
    const content = await readPicture(node.db, { companyId, name });
    if (content === undefined) throw new Refusal('picture_not_found');
    const tag = `"${name}"`;
    reply.headers({ ...shown, etag: tag });
    if (noneMatch(request.headers['if-none-match'], tag)) return reply.code(304).send();
    return reply.type(mediaTypeOf(name)).send(Buffer.from(content.buffer, content.byteOffset, content.byteLength));
  });
};
