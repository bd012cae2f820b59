/** Who may manage the people of an organization, and as whom he does it. */
import type { FastifyRequest } from 'fastify';
import { organizationPlaceOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { callerName, permittedCaller } from '../../http/access.ts';
import type { Access } from '../../http/caller.ts';
import type { CookieScope } from '../../http/requests/cookies.ts';
import type { Statement } from '../../db/database.ts';
import type { QueuedLetter } from '../../mail/mail-statements.ts';
import type { SignInDesk } from '../sign-in-desk.ts';
import type { Giver } from './given-role.ts';

export type PeopleOptions = {
  readonly node: Node;
  /** Where links lead to. */
  readonly publicUrl: URL;
  readonly scope: CookieScope;
  readonly desk: SignInDesk;
  /** Puts a letter into a batch; nothing where no mail is sent. */
  readonly post: (letter: Omit<QueuedLetter, 'at' | 'id'>) => readonly Statement[];
};

const root = '/service/platform/configuration/v1.0';
export const organizationPath = `${root}/organization/:organization_id`;
export const invitationPath = `${root}/invitation`;
export const profilePath = `${root}/profile`;
export const tags = ['People'];

export const readPeople: Access = { kind: 'permission', permission: 'organization/operators/read' };
export const writePeople: Access = { kind: 'permission', permission: 'organization/operators/write' };

/** Signs an operator in once. */
export const linkAddress = (publicUrl: URL, token: string): string =>
  `${publicUrl.href.replace(/\/$/, '')}/console/enter?token=${encodeURIComponent(token)}`;

/** A client that acts on somebody's word does so for as long as he is there. */
export const issuerNames = (caller: ReturnType<typeof permittedCaller>): readonly string[] =>
  caller.kind === 'service' && caller.onWordOf !== undefined
    ? [callerName(caller), `operator:${caller.onWordOf}`]
    : [callerName(caller)];

export const giverOf = (request: FastifyRequest, params: { readonly organization_id: string }): Giver => ({
  organizationId: organizationPlaceOf(request, params),
  permissions: permittedCaller(request).permissions,
  names: issuerNames(permittedCaller(request)),
});
