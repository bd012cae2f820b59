/** Stock and prices, one article at a time: list, read, set, count up and down. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { recordList, StockChange, StockView } from '../../contract/catalog/record-contract.ts';
import { CursorQuery } from '../../contract/cursor-page-contract.ts';
import { strictRowCheck } from '../../feeds/feed-check.ts';
import type { Kept } from '../../feeds/record-kind.ts';
import { operationTable } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import { Refusal } from '../../shared/errors.ts';
import { unreadBodies } from '../feed/row-bodies.ts';
import { productNames } from '../product-name-statements.ts';
import { changeStock, readStock } from './change-stock.ts';
import { catalogPath, viewOf } from './record-admin-routes.ts';
import { listRecords } from './record-store.ts';
import { stockRecords } from './stock-records.ts';

const words = {
  listInventory: 'List stock and prices',
  readInventory: 'Read stock and prices of an article',
  changeInventory:
    'Change stock or prices of an article. quantity sets the stock, change counts it up or down by what is there at that moment. With If-Match or expected_version it happens only on that version.',
};

const tags = ['Catalogue'];
const path = `${catalogPath}/inventory`;
const params = Type.Object({
  ...CompanyPath.properties,
  uid: Type.String({ minLength: 1, maxLength: 100, description: 'The article.' }),
});
const reading = operationTable({ kind: 'permission', permission: 'company/inventory/read' }, tags, words, {
  listInventory: {
    params: CompanyPath,
    querystring: Type.Object({ ...stockRecords.filters, ...CursorQuery.properties }),
    response: { 200: recordList(StockView) },
  },
  readInventory: { params, response: { 200: StockView } },
});
const writing = operationTable({ kind: 'permission', permission: 'company/inventory/write' }, tags, words, {
  changeInventory: { params, body: StockChange, response: { 200: StockView } },
});
const problemIn = strictRowCheck(StockChange);

type Call = {
  Params: { readonly company_id: number; readonly uid: string };
  Querystring: Readonly<Record<string, unknown>>;
  Body: StockChange;
};

const shown = (reply: FastifyReply, record: Kept): StockView => {
  reply.header('etag', entityTag(record.version));
  return viewOf(record) as StockView;
};

export const stockRoutes = (app: FastifyInstance, node: Node): void => {
  app.get<Call>(path, reading.listInventory, async (request) => {
    const place = companyPlaceOf(request, request.params);
    await requireCompany(node, place);
    const { records, page } = await listRecords(node.db, stockRecords, place.companyId, request.query);
    const items = records.map((record) => viewOf(record) as StockView);
    const names = await productNames(node.db, place.companyId, [...new Set(items.map(({ item_id }) => item_id))]);
    return { items: items.map((item) => ({ ...item, item_name: names.get(item.item_id) ?? '' })), page };
  });

  app.get<Call>(`${path}/:uid`, reading.readInventory, async (request, reply) =>
    shown(reply, await readStock(node, { place: companyPlaceOf(request, request.params), uid: request.params.uid })),
  );

  app.patch<Call>(
    `${path}/:uid`,
    {
      ...writing.changeInventory,
      validatorCompiler: unreadBodies,
    },
    (request, reply) => {
      const at = { place: companyPlaceOf(request, request.params), uid: request.params.uid };
      const isConditional = request.headers['if-match'] !== undefined;
      return writeOnce(node, request, reply, {
        run: async (write) => {
          const problem = problemIn(request.body);
          if (problem !== undefined) throw new Refusal('body_invalid', { details: [problem] });
          return shown(reply, await changeStock(node, at, { ...request.body, isConditional }, write));
        },
        replay: async () => shown(reply, await readStock(node, at)),
      });
    },
  );
};
