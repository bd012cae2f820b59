/** Invitations: made, sent again, revoked by those who manage people; accepted by whoever has the link. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { findOrganization } from '../../applications/organization-store.ts';
import { invitationLetter } from '../../mail/letters.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { OrganizationPath } from '../../contract/applications/client-contract.ts';
import {
  Acceptance,
  Invitation,
  InvitedOperator,
  OperatorPath,
  OperatorView,
} from '../../contract/applications/people-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { isoTime } from '../../shared/clock.ts';
import type { IssuedLink } from '../add-operator.ts';
import { acceptInvitation } from './accept-invitation.ts';
import { type InviteWrite, inviteOperator, resendInvitation, revokeInvitation } from './invite-operator.ts';
import {
  giverOf,
  invitationPath,
  linkAddress,
  organizationPath,
  type PeopleOptions,
  tags,
  writePeople,
} from './people-access.ts';
import { changedPerson, shownPerson } from './person-view.ts';

const words = {
  inviteOperator:
    'Invite somebody by e-mail address. The answer has a link that signs him in once, within 24 hours. His role cannot hold more than the caller has himself. An address whose invitation was revoked can be invited again.',
  resendInvitation: 'Make a new link for an open invitation. The links he had before stop working.',
  revokeInvitation: 'Revoke an open invitation',
  acceptInvitation:
    'Accept an invitation: choose a password. The token of the link is the proof, and is used up. Afterwards he signs in at /console/sign-in with his password. Pressing the button behind the link accepts, too.',
};

type Invited = Static<typeof InvitedOperator>;

const path = `${organizationPath}/operator`;

const writing = operationTable(writePeople, tags, words, {
  inviteOperator: { params: OrganizationPath, body: Invitation, response: { 201: InvitedOperator } },
  resendInvitation: { params: OperatorPath, response: { 200: InvitedOperator } },
  revokeInvitation: { params: OperatorPath, response: { 200: OperatorView } },
});
const open = operationTable({ kind: 'public' }, tags, words, {
  acceptInvitation: { body: Acceptance, response: { 200: OperatorView } },
});

export const invitationRoutes: FastifyPluginAsyncTypebox<PeopleOptions> = async (
  app,
  { node, publicUrl, desk, post },
) => {
  const shown = (organizationId: string, id: string) => shownPerson(node, organizationId, id);

  /** The link is kept as a hash only: a repeat finds the operator, not the link. */
  const issuing = (
    request: FastifyRequest,
    reply: FastifyReply,
    organizationId: string,
    { status, issue }: { readonly status: 200 | 201; readonly issue: (write: InviteWrite) => Promise<IssuedLink> },
  ): Promise<Invited> =>
    writeOnce<Invited>(node, request, reply, {
      status,
      run: async (write) => {
        const organization = (await findOrganization(node.db, organizationId))?.name ?? '';
        const tell = ({ email, linkToken }: IssuedLink) => {
          const letter = invitationLetter(email, organization, linkAddress(publicUrl, linkToken));
          return post({ kind: 'invitation', organizationId, letter });
        };
        const { operatorId, linkToken, expiresAt } = await issue({ ...write, tell });
        const view = await shown(organizationId, operatorId);
        return { ...view, link: linkAddress(publicUrl, linkToken), link_expires_at: isoTime(expiresAt) };
      },
      replay: (id) => shown(organizationId, id),
    });

  app.post(path, writing.inviteOperator, async (request, reply) => {
    const giver = giverOf(request, request.params);
    const issue = (write: InviteWrite) => inviteOperator(node, giver, request.body, write);
    return issuing(request, reply, giver.organizationId, { status: 201, issue });
  });

  app.post(`${path}/:operator_id/invitation`, writing.resendInvitation, async (request, reply) => {
    const giver = giverOf(request, request.params);
    const issue = (write: InviteWrite) => resendInvitation(node, giver, request.params.operator_id, write);
    return issuing(request, reply, giver.organizationId, { status: 200, issue });
  });

  app.delete(`${path}/:operator_id/invitation`, writing.revokeInvitation, async (request, reply) => {
    const giver = giverOf(request, request.params);
    return changedPerson(node, request, reply, {
      organizationId: giver.organizationId,
      run: (write) => revokeInvitation(node, giver, request.params.operator_id, write),
    });
  });

  app.post(`${invitationPath}/accept`, open.acceptInvitation, async (request) => {
    const { organizationId, id } = await acceptInvitation(node, desk, { ...request.body, requestId: request.id });
    return shown(organizationId, id);
  });
};
