/** What the platform routes of events share: their paths, permissions, and the application they are about. */
import type { FastifyRequest } from 'fastify';
import { namedApplication, placeOf } from '../applications/named-place.ts';
import type { Application, ApplicationPlace } from '../applications/application-store.ts';
import type { Node } from '../applications/node.ts';
import type { Access } from '../http/caller.ts';
import type { EventKeys } from './event-keys.ts';

export const eventsPath = '/service/platform/webhook/v1.0/company/:company_id/application/:application_id/events';
export const readEvents: Access = { kind: 'permission', permission: 'company/events/read' };
export const writeEvents: Access = { kind: 'permission', permission: 'company/events/write' };
export const eventTags = ['Events'];

export type EventAdminOptions = { readonly node: Node; readonly keys: EventKeys };

type Params = { readonly company_id: number; readonly application_id: string };

/** Refuses an application of another organization or company. */
export const applicationOf = async (
  node: Node,
  request: FastifyRequest,
  params: Params,
): Promise<Application & { readonly place: ApplicationPlace }> => {
  const place = placeOf(request, params);
  return { ...(await namedApplication(node, place)), place };
};
