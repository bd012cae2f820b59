/** `operator add`, `list`, `deactivate`, `forget`: the people who may use the console. */
import { addOperator, deactivateOperator, issueLink } from '../operators/add-operator.ts';
import { system } from '../applications/node.ts';
import { forgetOperator } from '../operators/forget-operator.ts';
import { isRole, normalEmail, roles } from '../operators/operator-rules.ts';
import { findRole } from '../operators/people/role-store.ts';
import { findOperatorByEmail } from '../operators/operator-store.ts';
import { type ListedOperator, scanOperators } from '../operators/sign-in-store.ts';
import { readConfig } from '../config.ts';
import { Refusal } from '../shared/errors.ts';
import { organization, organizationOf } from './chosen-organization.ts';
import { type Command, type Option, UsageError } from './command.ts';
import { consoleLink } from './console-link.ts';
import { within } from './open-node.ts';
import { servedUrl } from './serving-place.ts';

const email: Option = { type: 'string', required: true, meaning: 'the address that identifies the person' };

export const operatorAdd: Command = {
  name: 'operator add',
  summary: 'add an operator, or print a new sign-in link for one',
  about:
    'Adds a person who may use the console and prints a link that signs them in once, within 24 hours. For an e-mail address\nthat is known already it only prints a new link.',
  options: {
    email,
    name: { type: 'string', meaning: "the person's name; the address when left out" },
    role: {
      type: 'string',
      meaning: `one of ${roles.join(', ')}, or one of the organization's own`,
      fallback: 'viewer',
    },
    organization,
  },
  run: (input) =>
    within(input, async (node) => {
      const role = input.text('role');
      const organizationId = await organizationOf(node, input);
      if (!isRole(role) && (await findRole(node.db, organizationId, role)) === undefined) {
        throw new UsageError(`--role takes one of ${roles.join(', ')}, or a role of the organization's own`);
      }
      const given = input.text('email');
      const person = { organizationId, email: given, name: input.text('name') || given, role };
      const issued = await addOperator(node, person, system).catch((error: unknown) => {
        if (!(error instanceof Refusal) || error.code !== 'email_taken') throw error;
        input.print(`${given} is an operator already; here is a new link.`);
        return issueLink(node, organizationId, given, system);
      });
      input.print(consoleLink(await servedUrl(readConfig(input.environment)), issued.linkToken));
    }),
};

const state = ({ is_active, has_password }: ListedOperator): string => {
  if (is_active === 0) return 'deactivated';
  return has_password === 0 ? 'by link only' : 'password set';
};

export const operatorList: Command = {
  name: 'operator list',
  summary: 'list the operators of an organization',
  about: 'Prints address, role, how the person signs in, and name, one operator to a line, deactivated ones too.',
  options: { organization },
  run: (input) =>
    within(input, async (node) => {
      for await (const rows of scanOperators(node.db, await organizationOf(node, input))) {
        for (const row of rows) {
          input.print(`${row.email.padEnd(32)} ${row.role.padEnd(8)} ${state(row).padEnd(13)} ${row.name}`);
        }
      }
    }),
};

export const operatorDeactivate: Command = {
  name: 'operator deactivate',
  summary: 'end what an operator may do, at once',
  about:
    'Ends the sessions and links of a person, every token that was given to a client on his word, and refuses the password\n' +
    'from now on, on every node. The record stays, because the audit names it, and so its e-mail address stays taken. There is\n' +
    'no way back: a person who returns needs another address. operator forget takes the name out of the records as well.',
  options: { email, organization },
  run: (input) =>
    within(input, async (node) => {
      const organizationId = await organizationOf(node, input);
      const operator = await findOperatorByEmail(node.db, organizationId, normalEmail(input.text('email')));
      if (operator === undefined) throw new Refusal('operator_not_found');
      await deactivateOperator(node, organizationId, operator.id, system);
      input.print(`${operator.email} is deactivated and signed out everywhere.`);
    }),
};

export const operatorForget: Command = {
  name: 'operator forget',
  summary: 'forget an operator who left',
  about:
    'Does what operator deactivate does, also to one who was deactivated before, and takes name and e-mail address out of the\n' +
    'operator, of the audit and of the clients he made. What he did stays, by an id that leads to nobody; the address is free\n' +
    'again. There is no way back. If it is interrupted, run it again.',
  options: { email, organization },
  run: (input) =>
    within(input, async (node) => {
      await forgetOperator(node, await organizationOf(node, input), input.text('email'), system);
      input.print('Forgotten.');
    }),
};
