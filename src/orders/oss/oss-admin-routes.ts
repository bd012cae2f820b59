/** Sales over borders of the European Union, for the shop's own people: what was counted, and what they sold by other ways. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { Node } from '../../applications/node.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { CompanyPath } from '../../contract/applications/application-admin-contract.ts';
import { OssElsewhere, OssYearPath, OssYears, OssYearView } from '../../contract/orders/oss-contract.ts';
import { untilGuardHolds } from '../../db/until-guard-holds.ts';
import { type OssYear, ossVersionGuard, putElsewhere } from '../../delivery/oss/oss-statements.ts';
import { listOss, type OssRow, readOssYear } from '../../delivery/oss/oss-store.ts';
import { operationTable } from '../../http/operation.ts';
import { amountProblems } from '../../shared/amount-rules.ts';
import { findCurrency } from '../../shared/currency.ts';
import { Refusal } from '../../shared/errors.ts';
import { toDecimal, toMinor } from '../../shared/money.ts';
import { type OrderDesk, orderTags, readOrders, staffPath, writeOrders } from '../order-desk.ts';

const words = {
  getOssSales: 'List what was sold to consumers in other countries of the European Union, by year',
  putOssElsewhere: 'Say what of a year was sold so by other ways; it counts with what was sold here',
};
const reading = operationTable(readOrders, orderTags, words, {
  getOssSales: { params: CompanyPath, response: { 200: OssYears } },
});
const writing = operationTable(writeOrders, orderTags, words, {
  putOssElsewhere: { params: OssYearPath, body: OssElsewhere, response: { 200: OssYearView } },
});

const nothing = { sold: 0, elsewhere: 0 };
const view = ({ year, currency, sold, elsewhere }: Omit<OssRow, 'version'>): OssYearView => {
  const exponent = findCurrency(currency)?.exponent ?? 2;
  return {
    year,
    currency,
    sold: toDecimal(sold, exponent),
    elsewhere: toDecimal(elsewhere, exponent),
    total: toDecimal(sold + elsewhere, exponent),
  };
};

const minorOf = (given: number, code: string): number => {
  const currency = findCurrency(code);
  const details =
    currency === undefined
      ? [{ field: 'currency', message: `${code} is not a currency of ISO 4217.` }]
      : amountProblems('elsewhere', given, currency.exponent);
  if (currency === undefined || details.length > 0) throw new Refusal('body_invalid', { details });
  return toMinor(given, currency.exponent) ?? 0;
};

type Options = { readonly node: Node; readonly desk: OrderDesk };

export const ossAdminRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { node, desk }) => {
  const { db, now, random } = node;
  const shown = async (asked: OssYear): Promise<OssYearView> =>
    view((await readOssYear(db, asked)) ?? { ...asked, ...nothing });

  app.get(`${staffPath}/oss-sales`, reading.getOssSales, async (request) => {
    const { companyId } = await desk.companyOf(request, request.params);
    return { items: (await listOss(db, companyId)).map(view) };
  });

  app.put(`${staffPath}/oss-sales/:year/:currency`, writing.putOssElsewhere, async (request, reply) => {
    const { organizationId, companyId } = await desk.companyOf(request, request.params);
    const { year, currency } = request.params;
    const asked: OssYear = { companyId, year, currency };
    const amount = minorOf(request.body.elsewhere, currency);
    return writeOnce(node, request, reply, {
      run: async ({ actor, requestId, remember }) => {
        const change = async (): Promise<OssYearView> => {
          const before = await readOssYear(db, asked);
          const after = { year, currency, sold: before?.sold ?? 0, elsewhere: amount };
          const entry = {
            actor,
            requestId,
            organizationId,
            action: 'oss_sales.change',
            subject: `oss_sales/${companyId}/${year}/${currency}`,
            before: before === undefined ? null : { elsewhere: view(before).elsewhere },
            after: { elsewhere: view(after).elsewhere },
            at: now(),
          };
          const put = putElsewhere(asked, amount, before?.version ?? null);
          await db.commit([...remember(`${year}/${currency}`), put, auditStatement(entry, random)]);
          return view(after);
        };
        return untilGuardHolds(ossVersionGuard, change, { random });
      },
      replay: () => shown(asked),
    });
  });
};
