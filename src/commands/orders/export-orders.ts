/** `cartwright export orders`: orders of a company for accounting, on standard output. */
import { organizationOfCompany } from '../../applications/organization-store.ts';
import { type ExportFormat, exportFormats, exportLines } from '../../orders/export/export-orders.ts';
import { Refusal } from '../../shared/errors.ts';
import { type Command, type Input, UsageError } from '../command.ts';
import { within } from '../open-node.ts';
import { timeOf } from '../asked-time.ts';

const formatOf = ({ text }: Input): ExportFormat => {
  const format = exportFormats.find((one) => one === text('format'));
  if (format === undefined) throw new UsageError(`--format takes one of ${exportFormats.join(', ')}`);
  return format;
};

export const exportOrders: Command = {
  name: 'export orders',
  summary: 'write orders for accounting',
  about:
    'Writes a row for each line, charge and means of payment of the orders of a company, oldest first, to standard output.\n' +
    'The amounts of an order’s rows add up to its total (docs/behaviour/orders.md).',
  options: {
    company: { type: 'string', shows: 'ID', meaning: 'whose orders', fallback: '1' },
    format: { type: 'string', meaning: exportFormats.join(' or '), fallback: 'csv' },
    from: { type: 'string', shows: 'TIME', meaning: 'made at this time or later' },
    to: { type: 'string', shows: 'TIME', meaning: 'made before this time' },
  },
  run: async (input) => {
    const format = formatOf(input);
    const filter = { from: timeOf(input, 'from'), to: timeOf(input, 'to') };
    await within(input, async ({ db }) => {
      const companyId = Number(input.text('company'));
      const organizationId = Number.isSafeInteger(companyId) ? await organizationOfCompany(db, companyId) : undefined;
      if (organizationId === undefined) throw new Refusal('company_not_found');
      for await (const lines of exportLines(db, { organizationId, companyId }, filter, format)) {
        for (const line of lines) input.print(line);
      }
    });
  },
};
