/** `organization add`, `company add`, `application add`: what a merchant needs before the console can help. */
import { addApplication } from '../applications/add-application.ts';
import { addCompany, addOrganization } from '../applications/add-organization.ts';
import { system } from '../applications/node.ts';
import { organizationOfCompany } from '../applications/organization-store.ts';
import { Refusal } from '../shared/errors.ts';
import { organization, organizationOf } from './chosen-organization.ts';
import { type Command, type Option, UsageError } from './command.ts';
import { within } from './open-node.ts';

const name: Option = { type: 'string', required: true, meaning: 'what people call it' };

export const organizationAdd: Command = {
  name: 'organization add',
  summary: 'add an organization with its first company',
  about: 'Adds an organization and a company in it, and prints their ids.',
  options: { name, company: { type: 'string', meaning: "the company's name; the organization's when left out" } },
  run: (input) =>
    within(input, async (node) => {
      const companyName = input.text('company') || input.text('name');
      const added = await addOrganization(node, { name: input.text('name'), companyName }, system);
      input.print(`organization_id ${added.organizationId}`);
      input.print(`company_id      ${added.companyId}`);
    }),
};

export const companyAdd: Command = {
  name: 'company add',
  summary: 'add a company to an organization',
  about: 'Adds a company and prints its id.',
  options: { name, organization },
  run: (input) =>
    within(input, async (node) => {
      input.print(
        `company_id ${await addCompany(node, await organizationOf(node, input), input.text('name'), system)}`,
      );
    }),
};

export const applicationAdd: Command = {
  name: 'application add',
  summary: 'add an application (a sales channel) to a company',
  about:
    'Adds an application and prints its id and its token. The token is shown this once; the database keeps a hash.\nSettings can be changed later through the API (see /docs).',
  options: {
    name,
    company: { type: 'string', shows: 'ID', meaning: 'which company', fallback: '1' },
    currency: { type: 'string', meaning: 'currency of the catalogue, ISO 4217', fallback: 'INR' },
    country: { type: 'string', meaning: 'country of the shop, ISO 3166', fallback: 'IN' },
    'time-zone': { type: 'string', shows: 'ZONE', meaning: 'IANA time zone of the shop', fallback: 'Asia/Kolkata' },
  },
  run: (input) =>
    within(input, async (node) => {
      const companyId = Number(input.text('company'));
      if (!Number.isSafeInteger(companyId)) throw new UsageError('--company takes the number of a company');
      const organizationId = await organizationOfCompany(node.db, companyId);
      if (organizationId === undefined) throw new Refusal('company_not_found');
      const settings = {
        name: input.text('name'),
        currency: input.text('currency'),
        country: input.text('country'),
        time_zone: input.text('time-zone'),
      };
      const added = await addApplication(node, { organizationId, companyId }, settings, system);
      input.print(`application_id    ${added.applicationId}`);
      input.print(`application_token ${added.applicationToken}`);
    }),
};
