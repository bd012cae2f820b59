/** What the admin routes about customers have in common: where they are, who may use them, and whose they are. */
import type { FastifyRequest } from 'fastify';
import { namedApplication, placeOf } from '../applications/named-place.ts';
import type { Application, ApplicationPlace } from '../applications/application-store.ts';
import type { Node } from '../applications/node.ts';
import { applicationCaller } from '../http/access.ts';
import type { Access, ApplicationCaller } from '../http/caller.ts';
import { Refusal } from '../shared/errors.ts';
import type { Customer } from './customer-token.ts';
import type { Looking } from './customer-view.ts';
import { identifyShopper, type ShopperKeys } from './shopper.ts';

const users = '/service/platform/user/v1.0/company/:company_id/application/:application_id';
export const customersPath = `${users}/customers`;
export const segmentsPath = `${users}/segments`;
export const erasuresPath = `${users}/erasures`;
export const readCustomers: Access = { kind: 'permission', permission: 'app/customers/read' };
export const writeCustomers: Access = { kind: 'permission', permission: 'app/customers/write' };

type PlaceParams = { readonly company_id: number; readonly application_id: string };

/** The application that an administrator names, if it is his. */
export const applicationAt = async (
  node: Node,
  request: FastifyRequest,
  params: PlaceParams,
): Promise<{ readonly place: ApplicationPlace; readonly application: Application }> => {
  const place = placeOf(request, params);
  return { place, application: await namedApplication(node, place) };
};

/** The same, with what is needed to say how its customers stand now. */
export const lookingAt = async (
  node: Node,
  request: FastifyRequest,
  params: PlaceParams,
): Promise<{ readonly place: ApplicationPlace; readonly looking: Looking }> => {
  const { place, application } = await applicationAt(node, request, params);
  return { place, looking: { applicationId: place.applicationId, settings: application.settings, now: node.now() } };
};

/** The customer of an application's call; refuses a shopper who has not signed in. */
export const signedInCustomer = async (
  request: FastifyRequest,
  keys: ShopperKeys,
): Promise<{ readonly caller: ApplicationCaller; readonly customer: Customer }> => {
  const caller = applicationCaller(request);
  const { customer } = await identifyShopper(request, caller, keys);
  if (customer === undefined) throw new Refusal('customer_required');
  return { caller, customer };
};
