/** `organization add`, `company add`, `application add`, `operator add`: what a merchant needs before the console can help. */
import { addApplication } from '../applications/add-application.ts';
import { addOperator, issueLink } from '../applications/add-operator.ts';
import { addCompany, addOrganization } from '../applications/add-organization.ts';
import { system } from '../applications/node.ts';
import { isRole, roles } from '../applications/operator-rules.ts';
import { onlyOrganization, organizationOfCompany } from '../applications/organization-store.ts';
import { readConfig } from '../config.ts';
import { Refusal } from '../shared/errors.ts';
import { type Command, type Input, type Option, UsageError } from './command.ts';
import { consoleLink } from './console-link.ts';
import { type OpenNode, withNode } from './open-node.ts';

const name: Option = { type: 'string', required: true, meaning: 'what people call it' };
const organization: Option = { type: 'string', shows: 'ID', meaning: 'which organization, when there are several' };

const within = <T>({ environment, print }: Input, work: (node: OpenNode) => Promise<T>): Promise<T> =>
  withNode(readConfig(environment), print, work);

const organizationOf = async ({ db }: OpenNode, { text }: Input): Promise<string> => {
  const given = text('organization') || (await onlyOrganization(db));
  if (given === undefined) throw new UsageError('There are several organizations: say which with --organization ID');
  return given;
};

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

export const operatorAdd: Command = {
  name: 'operator add',
  summary: 'add an operator, or print a new sign-in link for one',
  about:
    'Adds a person who may use the console and prints a link that signs them in once, within 24 hours. For an e-mail address\nthat is known already it only prints a new link.',
  options: {
    email: { type: 'string', required: true, meaning: 'the address that identifies the person' },
    name: { type: 'string', meaning: "the person's name; the address when left out" },
    role: { type: 'string', meaning: `one of ${roles.join(', ')}`, fallback: 'viewer' },
    organization,
  },
  run: (input) =>
    within(input, async (node) => {
      const role = input.text('role');
      if (!isRole(role)) throw new UsageError(`--role takes one of ${roles.join(', ')}`);
      const organizationId = await organizationOf(node, input);
      const email = input.text('email');
      const person = { organizationId, email, name: input.text('name') || email, role };
      const issued = await addOperator(node, person, system).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error;
        input.print(`${email} is an operator already; here is a new link.`);
        return issueLink(node, organizationId, email, system);
      });
      input.print(consoleLink(readConfig(input.environment), issued.linkToken));
    }),
};
