/** Addresses of a shopper, on the SDK's own paths. Nobody finds another's. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Node } from '../applications/node.ts';
import {
  AddressBody,
  AddressList,
  AddressPath,
  AddressQuery,
  AddressRemoved,
  AddressSaved,
  AddressShown,
} from '../contract/cart/cart-selection-contract.ts';
import {
  addAddress,
  type AddressOwner,
  changeAddress,
  deleteAddress,
  listAddresses,
  MOST_ADDRESSES,
  readAddress,
  type StoredAddress,
} from './address-store.ts';
import { type Around, placeOfAddress, refuseContradiction } from './address-rules.ts';
import { answerShopper, cookieScope } from './shopper-answer.ts';
import { shopperTaker } from './shopper-taker.ts';
import { anonymousForWrite, identifyShopper, type ShopperKeys } from './shopper.ts';
import { applicationCaller } from '../http/access.ts';
import type { Statement } from '../db/database.ts';
import { heldBy } from '../db/until-guard-holds.ts';
import type { ApplicationCaller } from '../http/caller.ts';
import { keyUse, onceByKey, type Remember } from '../http/idempotency.ts';
import { operationTable } from '../http/operation.ts';
import { useQuotas } from '../quotas/quota-statements.ts';
import type { Quotas } from '../quotas/quotas.ts';
import { Refusal } from '../shared/errors.ts';
import { objectId } from '../shared/identifiers.ts';
import { isTooMuchData, tooMuchData } from '../shared/own-data-rules.ts';

const words = {
  getAddresses: 'List the addresses of the shopper',
  addAddress: 'Keep an address',
  getAddressById: 'Read an address',
  updateAddress: 'Change an address',
  removeAddress: 'Remove an address',
};

export type AddressRoutesOptions = Readonly<{
  node: Node;
  quotas: Quotas;
  keys: ShopperKeys;
  publicUrl: URL;
  /** What the shop knows of an area code, and which countries it taxes by the state. */
  readPlace: (companyId: number, areaCode: string) => Promise<Omit<Around, 'home'>>;
}>;

const path = '/service/application/cart/v1.0/address';
const tags = ['Customers'];

const shown = ({ id, fields }: StoredAddress): Readonly<Record<string, unknown>> => ({ ...fields, id, address_id: id });
/** What is not asked for does not matter; an address that names no checkout_mode is for any. */
const isMeant = (
  { fields }: StoredAddress,
  { mobile_no, checkout_mode, tags: tag, is_default }: AddressQuery,
): boolean =>
  (mobile_no === undefined || fields['phone'] === mobile_no) &&
  (checkout_mode === undefined || (fields['checkout_mode'] ?? checkout_mode) === checkout_mode) &&
  (tag === undefined || (Array.isArray(fields['tags']) && fields['tags'].includes(tag))) &&
  (is_default === undefined || (fields['is_default_address'] === true) === is_default);
const savedOf = ({ id, fields }: StoredAddress) => ({
  id,
  address_id: id,
  success: true,
  is_default_address: fields['is_default_address'] === true,
});

/** Where somebody of the shop acts in a shopper's place. */
const toldOf = ({ actTold }: FastifyRequest, action: string, address: string): readonly Statement[] =>
  actTold === undefined ? [] : [actTold(action, { address })];

const operation = operationTable({ kind: 'application' }, tags, words, {
  getAddresses: { querystring: AddressQuery, response: { 200: AddressList } },
  addAddress: { body: AddressBody, response: { 200: AddressSaved } },
  getAddressById: { params: AddressPath, response: { 200: AddressShown } },
  updateAddress: { params: AddressPath, body: AddressBody, response: { 200: AddressSaved } },
  removeAddress: { params: AddressPath, response: { 200: AddressRemoved } },
});

export const addressRoutes: FastifyPluginAsyncTypebox<AddressRoutesOptions> = async (app, options) => {
  const { node, quotas, keys, publicUrl, readPlace } = options;

  const ownerOf = async (request: FastifyRequest): Promise<AddressOwner | undefined> => {
    const { customer, anonymous } = await identifyShopper(request, applicationCaller(request), keys);
    if (customer !== undefined) return { kind: 'customer', id: customer.userId };
    return anonymous === undefined ? undefined : { kind: 'anonymous', id: anonymous.id };
  };
  const addressOf = async (
    id: string,
    body: AddressBody,
    { companyId, settings }: Pick<ApplicationCaller, 'companyId' | 'settings'>,
    before?: StoredAddress,
  ): Promise<StoredAddress> => {
    if (isTooMuchData(body)) throw new Refusal('body_invalid', { details: [{ field: '', message: tooMuchData }] });
    const { known, byState } = await readPlace(companyId, body.area_code);
    refuseContradiction(body, { known, home: settings.country, byState });
    return {
      id,
      version: (before?.version ?? 0) + 1,
      createdAt: before?.createdAt ?? node.now(),
      modifiedAt: node.now(),
      ...placeOfAddress(body, known, settings.country),
      fields: body,
    };
  };
  const found = async (request: FastifyRequest, id: string) => {
    const owner = await ownerOf(request);
    const { applicationId } = applicationCaller(request);
    const address = owner && (await readAddress(node.db, { applicationId, owner }, id));
    if (owner === undefined || address === undefined) throw new Refusal('address_not_found');
    return { owner, address };
  };

  /** A change of an address that is there; whose it is, is part of the key. */
  const once = async <T>(
    request: FastifyRequest,
    reply: FastifyReply,
    run: (remember: Remember) => Promise<T>,
  ): Promise<T> => {
    const owner = await ownerOf(request);
    const use = keyUse(request, owner === undefined ? '' : `${owner.kind}:${owner.id}`, node.now());
    return onceByKey(node.db, reply, use, { run, replay: async ({ document }) => document as T });
  };

  app.get(path, operation.getAddresses, async (request) => {
    const owner = await ownerOf(request);
    const { applicationId } = applicationCaller(request);
    const all = owner === undefined ? [] : await listAddresses(node.db, applicationId, owner);
    return {
      address: all.filter((one) => isMeant(one, request.query)).map(shown),
      pii_masking: false,
      validation_config: { address_max_limit: MOST_ADDRESSES, user_address_count: all.length },
    };
  });

  app.post(path, operation.addAddress, async (request, reply) => {
    const caller = applicationCaller(request);
    const shopper = await identifyShopper(request, caller, keys);
    const written = shopper.customer === undefined ? anonymousForWrite(shopper, caller, keys, node.random) : undefined;
    const owner: AddressOwner =
      written === undefined
        ? { kind: 'customer', id: shopper.customer?.userId ?? '' }
        : { kind: 'anonymous', id: written.anonymous.id };
    const use = keyUse(request, written?.newToken === undefined ? `${owner.kind}:${owner.id}` : '', node.now());
    const { applicationId, settings } = caller;
    const answer = await onceByKey(node.db, reply, use, {
      run: async (remember) => {
        const address = await addressOf(objectId(node.random), request.body, caller);
        const saved = savedOf(address);
        const taker = shopperTaker(request, quotas, caller, shopper);
        const batch = [
          ...remember({ status: 200, document: saved }),
          ...useQuotas(taker, [{ quota: 'addresses', amount: 1 }], node.now()),
          addAddress(applicationId, owner, address, settings.cart.retention.anonymous_days),
          ...toldOf(request, 'cart.address_add', address.id),
        ];
        await heldBy('address_limit', 'address_limit_reached', () => quotas.within(taker, () => node.db.commit(batch)));
        answerShopper(
          reply,
          { clearCookies: shopper.clearCookies, newToken: written?.newToken },
          cookieScope(publicUrl, settings.storefront_url),
        );
        return saved;
      },
      replay: async ({ document }) => document as ReturnType<typeof savedOf>,
    });
    return answer;
  });

  app.get(`${path}/:id`, operation.getAddressById, async (request) =>
    shown((await found(request, request.params.id)).address),
  );

  app.put(`${path}/:id`, operation.updateAddress, async (request, reply) => {
    const caller = applicationCaller(request);
    const { applicationId, settings } = caller;
    return once(request, reply, async (remember) => {
      const { owner, address } = await found(request, request.params.id);
      const changed = await addressOf(address.id, request.body, caller, address);
      const answer = { ...savedOf(changed), is_updated: true };
      const batch = [
        ...remember({ status: 200, document: answer }),
        changeAddress(applicationId, owner, changed, settings.cart.retention.anonymous_days),
        ...toldOf(request, 'cart.address_change', address.id),
      ];
      await heldBy('address', 'address_not_found', () => node.db.commit(batch));
      return answer;
    });
  });

  app.delete(`${path}/:id`, operation.removeAddress, async (request, reply) =>
    once(request, reply, async (remember) => {
      const { owner, address } = await found(request, request.params.id);
      const answer = { id: address.id, address_id: address.id, is_deleted: true };
      await node.db.commit([
        ...remember({ status: 200, document: answer }),
        deleteAddress(applicationCaller(request).applicationId, owner, address.id),
        ...toldOf(request, 'cart.address_remove', address.id),
      ]);
      return answer;
    }),
  );
};
