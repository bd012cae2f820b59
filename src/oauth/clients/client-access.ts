/** Who may use the routes of clients, and which clients are his. */
import type { FastifyRequest } from 'fastify';
import { organizationPlaceOf } from '../../applications/named-place.ts';
import type { Access } from '../../http/caller.ts';
import type { ClientPlace } from './client-store.ts';

export const clientsPath = '/service/partner/authorization/v1.0/organization/:organization_id/oauth/client';
export const clientTags = ['Clients'];
export const readClients: Access = { kind: 'permission', permission: 'organization/clients/read' };
export const writeClients: Access = { kind: 'permission', permission: 'organization/clients/write' };

/** The caller's organization. Another one's address is answered like a client that does not exist. */
export const ownOrganization = (request: FastifyRequest, path: { readonly organization_id: string }): string =>
  organizationPlaceOf(request, path, 'client_not_found');

export const clientPlace = (
  request: FastifyRequest,
  path: { readonly organization_id: string; readonly client_id: string },
): ClientPlace => ({ organizationId: ownOrganization(request, path), clientId: path.client_id });
