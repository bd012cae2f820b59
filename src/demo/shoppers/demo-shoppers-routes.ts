/** The switch that keeps a demo shop alive: whether made-up shoppers come. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { auditStatement } from '../../applications/audit-statements.ts';
import { type CompanyPlace, companyPlaceOf, requireCompany } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { DemoShoppers, DemoShoppersChange } from '../../contract/applications/demo-shoppers-contract.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { readShoppers, type Shoppers, switchShoppers } from './shoppers-store.ts';

const words = {
  getDemoShoppers: 'Say whether made-up shoppers come to a demo shop. For a company without one this is 404.',
  changeDemoShoppers:
    'Let made-up shoppers come to a demo shop, or no more. They look, fill carts and order as everybody does, one every two minutes; for a company without a demo shop this is 404.',
};

const path = '/service/platform/configuration/v1.0/company/:company_id/demo-shoppers';
const tags = ['Configuration'];
const reading = operationTable({ kind: 'permission', permission: 'company/settings/read' }, tags, words, {
  getDemoShoppers: { params: CompanyPath, response: { 200: DemoShoppers } },
});
const writing = operationTable({ kind: 'permission', permission: 'company/settings/write' }, tags, words, {
  changeDemoShoppers: { params: CompanyPath, body: DemoShoppersChange, response: { 200: DemoShoppers } },
});

const viewOf = ({ isOn, visits, nextVisitAt }: Shoppers, now: number) => ({
  is_on: isOn,
  visits,
  next_visit_at: isOn ? isoTime(Math.max(now, nextVisitAt)) : null,
});

export const demoShoppersRoutes: FastifyPluginAsyncTypebox<{ readonly node: Node }> = async (app, { node }) => {
  const { db, now, random } = node;
  const shoppersOf = async (place: CompanyPlace): Promise<Shoppers> => {
    await requireCompany(node, place);
    const known = await readShoppers(db, place.companyId);
    if (known === undefined) throw new Refusal('route_not_found', { message: 'This company has no demo shop.' });
    return known;
  };
  const shown = async (request: FastifyRequest, params: { readonly company_id: number }) =>
    viewOf(await shoppersOf(companyPlaceOf(request, params)), now());

  app.get(path, reading.getDemoShoppers, (request) => shown(request, request.params));

  app.put(path, writing.changeDemoShoppers, async (request, reply) => {
    const place = companyPlaceOf(request, request.params);
    const { is_on: isOn } = request.body;
    return writeOnce(node, request, reply, {
      run: async ({ remember, ...author }) =>
        untilGuardHolds('demo_shoppers', async () => {
          const before = await shoppersOf(place);
          const told = {
            ...author,
            organizationId: place.organizationId,
            action: 'demo_shoppers.change',
            subject: `company/${place.companyId}`,
            before: { is_on: before.isOn },
            after: { is_on: isOn },
            at: now(),
          };
          const changes =
            before.isOn === isOn ? [] : [switchShoppers(place.companyId, isOn), auditStatement(told, random)];
          await db.commit([...remember(String(place.companyId)), ...changes]);
          return shown(request, request.params);
        }),
      replay: async () => shown(request, request.params),
    });
  });
};
