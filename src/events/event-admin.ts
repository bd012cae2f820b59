/** What the platform routes of events share: their paths, permissions, and the application they are about. */
import type { FastifyRequest } from 'fastify';
import { placeOf } from '../applications/application-admin-routes.ts';
import { type Application, type ApplicationPlace, readApplication } from '../applications/application-store.ts';
import type { Node } from '../applications/node.ts';
import type { Access } from '../http/caller.ts';
import { Refusal } from '../shared/errors.ts';
import type { Eraser } from './erase-statements.ts';
import type { EventKeys } from './event-keys.ts';

export const eventsPath = '/service/platform/webhook/v1.0/company/:company_id/application/:application_id/events';
export const readEvents: Access = { kind: 'permission', permission: 'company/events/read' };
export const writeEvents: Access = { kind: 'permission', permission: 'company/events/write' };
export const eventTags = ['Events'];

export type EventAdminOptions = {
  readonly node: Node;
  readonly keys: EventKeys;
  /** Of whoever else keeps copies of events. */
  readonly erasers: readonly Eraser[];
};

type Params = { readonly company_id: number; readonly application_id: string };

/** Refuses an application of another organization or company. */
export const applicationOf = async (
  { db }: Node,
  request: FastifyRequest,
  params: Params,
): Promise<Application & { readonly place: ApplicationPlace }> => {
  const place = placeOf(request, params);
  const found = await readApplication(db, place);
  if (found === undefined) throw new Refusal('application_not_found');
  return { ...found, place };
};
