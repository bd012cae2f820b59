/** Who may use the routes of clients, and which clients are his. */
import type { FastifyRequest } from 'fastify';
import { permittedCaller } from '../../http/access.ts';
import type { Access } from '../../http/caller.ts';
import { Refusal } from '../../shared/errors.ts';
import type { ClientPlace } from './client-store.ts';

export const clientsPath = '/service/partner/authorization/v1.0/organization/:organization_id/oauth/client';
export const clientTags = ['Clients'];
export const readClients: Access = { kind: 'permission', permission: 'organization/clients/read' };
export const writeClients: Access = { kind: 'permission', permission: 'organization/clients/write' };

/** The caller's organization. Another one's address is answered like a client that does not exist. */
export const ownOrganization = (
  request: FastifyRequest,
  { organization_id: asked }: { readonly organization_id: string },
): string => {
  const { organizationId } = permittedCaller(request);
  if (asked !== organizationId) throw new Refusal('client_not_found');
  return organizationId;
};

export const clientPlace = (
  request: FastifyRequest,
  path: { readonly organization_id: string; readonly client_id: string },
): ClientPlace => ({ organizationId: ownOrganization(request, path), clientId: path.client_id });
