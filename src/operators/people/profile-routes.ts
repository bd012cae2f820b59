/** What concerns the caller himself: who he is here, his name, his password. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { findOrganization } from '../../applications/organization-store.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { PasswordChange, Profile, ProfileChange } from '../../contract/applications/people-contract.ts';
import { Done } from '../../contract/offers/offer-parts-contract.ts';
import { permittedCaller } from '../../http/access.ts';
import { operationTable } from '../../http/operation.ts';
import { Refusal } from '../../shared/errors.ts';
import { operatorAudit } from '../add-operator.ts';
import { changeOwnPassword, passwordAsker } from '../change-own-password.ts';
import { renameStatement } from '../operator-store.ts';
import { sessionHeader } from '../sign-in-routes.ts';
import { type PeopleOptions, profilePath, tags } from './people-access.ts';
import { findPerson, type Person } from './person-store.ts';
import { personView } from './person-view.ts';

const words = {
  getProfile: 'Read who is signed in, and what he may do',
  changeProfile: 'Change one’s own name',
  changePassword:
    'Set or change one’s own password. All sessions of the operator end; the one it is done in goes on under the cookie of this answer. Wrong guesses count like those of a sign-in.',
};

const own = operationTable({ kind: 'operator' }, tags, words, {
  getProfile: { response: { 200: Profile } },
  changeProfile: { body: ProfileChange, response: { 200: Profile } },
  changePassword: { body: PasswordChange, response: { 200: Done } },
});

export const profileRoutes: FastifyPluginAsyncTypebox<PeopleOptions> = async (app, { node, scope, desk }) => {
  const me = async (request: FastifyRequest): Promise<Person> => {
    const caller = permittedCaller(request);
    const person =
      caller.kind === 'operator' ? await findPerson(node.db, caller.organizationId, caller.operatorId) : undefined;
    if (person === undefined) throw new Refusal('session_invalid');
    return person;
  };
  const shown = async (request: FastifyRequest): Promise<Static<typeof Profile>> => {
    const person = await me(request);
    const organization = await findOrganization(node.db, person.organizationId);
    return {
      ...personView(person),
      organization_name: organization?.name ?? '',
      permissions: [...person.permissions],
    };
  };

  app.get(profilePath, own.getProfile, (request) => shown(request));

  app.patch(profilePath, own.changeProfile, async (request, reply) => {
    const person = await me(request);
    const name = request.body.name.trim() || person.name;
    return writeOnce(node, request, reply, {
      run: async ({ remember, ...author }) => {
        const at = node.now();
        const told = { action: 'operator.change', before: { name: person.name }, after: { name } };
        await node.db.commit([
          ...remember(person.id),
          renameStatement(person.id, name, at),
          operatorAudit(node, person, author, { told, at }),
        ]);
        return shown(request);
      },
      replay: () => shown(request),
    });
  });

  app.put(`${profilePath}/password`, own.changePassword, async (request, reply) => {
    const asker = await passwordAsker(node, request);
    if (asker === undefined) throw new Refusal('session_invalid');
    const given = { current: request.body.current_password ?? '', password: request.body.password };
    const session = await changeOwnPassword({ node, desk, request }, asker, given);
    reply.header('set-cookie', sessionHeader(session, scope));
    return { success: true, message: 'The password was changed. You are signed out everywhere else.' };
  });
};
