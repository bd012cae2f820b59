/** The catalogue and the delivery of a company, as a merchant reads and changes them record by record. */
import type { FastifyPluginAsync } from 'fastify';
import type { Node } from '../../applications/node.ts';
import type { RecordKind } from '../../feeds/record-kind.ts';
import type { Metrics } from '../../http/watch/metrics.ts';
import { listedExtras } from '../../contract/catalog/record-contract.ts';
import { pictureRoutes } from '../pictures/picture-routes.ts';
import { readListedExtras } from './listed-products.ts';
import { extraFields, readExtras } from './product-extras.ts';
import { productRecords } from './product-records.ts';
import { recordRoutes } from './record-admin-routes.ts';
import { stockRoutes } from './stock-admin-routes.ts';
import { zoneRoutes } from './zone-admin-routes.ts';

const MEGABYTE = 1_048_576;

export const catalogRecordRoutes: FastifyPluginAsync<{
  readonly node: Node;
  readonly kinds: readonly RecordKind[];
  readonly areas: RecordKind;
  /** What the pictures of a company may take up. */
  readonly config: { readonly companyPicturesMb: number };
  readonly metrics: Pick<Metrics, 'counter'>;
}> = async (app, { node, kinds, areas, config, metrics }) => {
  recordRoutes(app, node, {
    kind: productRecords,
    listed: { fields: listedExtras, read: readListedExtras(node.db) },
    extras: { fields: extraFields, read: readExtras(node.db) },
  });
  for (const kind of kinds) recordRoutes(app, node, { kind });
  stockRoutes(app, node);
  await app.register(pictureRoutes, { node, mostBytes: config.companyPicturesMb * MEGABYTE, metrics });
  zoneRoutes(app, node, areas);
};
