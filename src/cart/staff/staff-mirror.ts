/**
 * The calls of a shop that its staff may make for a shopper, on the SDK's platform paths. Each is the application's own
 * route once more, with the same handler and the same schemas: only who may call it and how the shopper is known differ.
 */
import type { FastifyInstance, FastifySchema, RouteOptions } from 'fastify';
import { Type } from 'typebox';
import type { Node } from '../../applications/node.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import type { Access } from '../../http/caller.ts';
import { enterAsStaff, type StaffEntry } from './staff-enter.ts';
import { ownEntry } from '../../shared/own-entry.ts';

export const readCarts: Access = { kind: 'permission', permission: 'company/carts/read' };
export const writeCarts: Access = { kind: 'permission', permission: 'company/carts/write' };

type Mirror = {
  /** Below `/service/platform/cart/v1.0/company/…/application/…`, or with another version in front. */
  readonly to: readonly string[];
  readonly anybody?: true;
  readonly bodyNamesCart?: true;
};

/** By the method and path of the application's route, below `/service/application/cart/`. */
const mirrors: Readonly<Record<string, Mirror>> = {
  'GET v1.0/detail': { to: ['detail', 'abandoned/cart/detail'] },
  'GET v1.0/detail/explain': { to: ['detail/explain'] },
  'GET v1.0/detail/why-not': { to: ['detail/why-not'] },
  'GET v1.0/detail/best-offer': { to: ['detail/best-offer'] },
  'POST v1.0/detail': { to: ['detail', 'abandoned/carts/:cart_id'], anybody: true },
  'PUT v1.0/detail': { to: ['detail', 'abandoned/carts/:cart_id'] },
  'PATCH v1.0/detail': { to: ['detail'] },
  'GET v1.0/basic': { to: ['basic'] },
  'PUT v1.0/cart_archive': { to: ['cart_archive'] },
  'PUT v1.0/meta': { to: ['meta'] },
  'GET v1.0/coupon': { to: ['platform-pos-coupon'], anybody: true },
  'POST v1.0/coupon': { to: ['platform-pos-coupon'] },
  'DELETE v1.0/coupon': { to: ['platform-pos-coupon'] },
  'GET v3.0/merges': { to: ['v3.0/merges'] },
  'POST v3.0/merges/:merge_id/undo': { to: ['v3.0/merges/:merge_id/undo'] },
  'POST v1.0/select-address': { to: ['select-address'] },
  'PUT v1.0/payment': { to: ['payment', 'v2.0/payment'], bodyNamesCart: true },
  'GET v1.0/payment/validate': { to: ['payment/validate'] },
  'GET v1.0/payment/options': { to: ['payment/options'] },
  'GET v1.0/shipment': { to: ['shipment'] },
  'GET v1.0/shipping-methods': { to: ['shipping-methods'] },
  'PUT v1.0/shipping-methods': { to: ['shipping-methods'], bodyNamesCart: true },
  'GET v1.0/available-promotions': { to: ['available-promotions'], anybody: true },
  'GET v1.0/available-payment-offers': { to: ['available-payment-offers'], anybody: true },
  'POST v1.0/share-cart': { to: ['share-cart'], bodyNamesCart: true },
  'GET v1.0/share-cart/:token': { to: ['share-cart/:token'], anybody: true },
  'POST v1.0/share-cart/:token/:action': { to: ['share-cart/:token/:action'] },
  'GET v1.0/address': { to: ['address'] },
  'POST v1.0/address': { to: ['address'] },
  'GET v1.0/address/:id': { to: ['address/:id'] },
  'PUT v1.0/address/:id': { to: ['address/:id'] },
  'DELETE v1.0/address/:id': { to: ['address/:id'] },
  'POST v1.0/checkout': { to: ['checkout'], bodyNamesCart: true },
  'POST v2.0/checkout': { to: ['v2.0/checkout'], bodyNamesCart: true },
};

const from = '/service/application/cart/';
const pathIn = (version: string): string =>
  `/service/platform/cart/${version}/company/:company_id/application/:application_id`;
export const staffPath = pathIn('v1.0');
const pathOf = (tail: string): string => {
  const [, version = 'v1.0', rest = tail] = /^(v\d\.\d)\/(.*)$/.exec(tail) ?? [];
  return `${pathIn(version)}/${rest}`;
};

type Schema = { readonly properties?: Readonly<Record<string, unknown>>; readonly title?: string };
const userId = Type.Optional(
  Type.String({ maxLength: 128, description: 'The customer; whoever has the cart when left out.' }),
);
const named = Type.Optional(
  Type.String({ maxLength: 64, description: 'The cart, by its number; so are cart_id and uid.' }),
);
const StaffQuery = { user_id: userId, id: named, cart_id: named, uid: named };
const StaffHeaders = Type.Object({
  'x-staff-reason': Type.Optional(Type.String({ maxLength: 500, description: 'Why; kept in the audit.' })),
});

const widened = (schema: unknown, more: Readonly<Record<string, unknown>>): Schema => {
  const known = (schema ?? { type: 'object' }) as Schema;
  return { ...known, properties: { ...more, ...known.properties } };
};
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** A closed body takes the customer too; one that says nothing of its members is left as it is. */
const bodyOf = (body: unknown): Pick<FastifySchema, 'body'> => {
  const known = body as Schema | undefined;
  if (known === undefined) return {};
  if (known.properties === undefined || known.title === undefined) return { body };
  return { body: { ...widened(body, { user_id: userId }), title: `Staff${known.title}` } };
};

const pathNames = (url: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => [
      name,
      Type.String({ maxLength: 128, description: 'Named by the path.' }),
    ]),
  );

const schemaOf = (schema: FastifySchema, url: string, number: number): FastifySchema => ({
  ...schema,
  operationId: `staff${capital(schema.operationId ?? '')}${number === 0 ? '' : number + 1}`,
  summary: `As staff: ${schema.summary ?? ''}`,
  params: widened(ApplicationPath, pathNames(url.replace(/:company_id|:application_id/g, ''))),
  querystring: widened(schema.querystring, StaffQuery),
  headers: StaffHeaders,
  ...bodyOf(schema.body),
});

/** To be called before the routes are added that staff may use. */
export const mirrorForStaff = (app: FastifyInstance, node: Node): void => {
  app.addHook('onRoute', (route: RouteOptions) => {
    const method = String(route.method);
    const mirror = route.url.startsWith(from)
      ? ownEntry(mirrors, `${method} ${route.url.slice(from.length)}`)
      : undefined;
    if (mirror === undefined || route.schema === undefined) return;
    const { operationId = '' } = route.schema;
    const entry: StaffEntry = {
      anybody: mirror.anybody === true,
      bodyNamesCart: mirror.bodyNamesCart === true,
      looksAt: method === 'GET' ? `cart.${operationId}` : null,
    };
    for (const [number, tail] of mirror.to.entries()) {
      app.route({
        method,
        url: pathOf(tail),
        config: { access: method === 'GET' ? readCarts : writeCarts },
        schema: schemaOf(route.schema, pathOf(tail), number),
        ...(route.bodyLimit === undefined ? {} : { bodyLimit: route.bodyLimit }),
        preHandler: (request) => enterAsStaff(node, request, entry),
        handler: route.handler,
      });
    }
  });
};
