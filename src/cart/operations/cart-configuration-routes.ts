/** The kinds of cart a shop has, for its storefront. They are made in the offers area. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { cartAccess, cartPath, type CartRoutesOptions, tags } from '../call/cart-call.ts';
import { operationTable } from '../../http/operation.ts';
import {
  type CartConfiguration as ShownConfiguration,
  CartConfigurationAnswer,
  CartConfigurationList,
} from '../../contract/cart/cart-configuration-contract.ts';
import { CartConfigurationPath } from '../../contract/cart/cart-requests.ts';
import { applicationCaller } from '../../http/access.ts';
import type { ApplicationCaller } from '../../http/caller.ts';
import { completeConfiguration } from '../../offers/configurations/configuration-rules.ts';
import { listConfigurations, type StoredConfiguration } from '../../offers/configurations/configuration-store.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  getCartMetaConfigs: 'List the kinds of cart',
  getCartMetaConfig: 'Read one kind of cart',
};

const shown = (
  { applicationId, companyId }: ApplicationCaller,
  { id, given, version, createdAt, modifiedAt }: StoredConfiguration,
): ShownConfiguration => {
  const configuration = completeConfiguration(id, given);
  const times = version === 0 ? {} : { created_on: isoTime(createdAt), updated_on: isoTime(modifiedAt) };
  const { article_tags: articleTags, delivery_charges, international_delivery_charges, ...rest } = configuration;
  return {
    ...rest,
    ...times,
    delivery_charges,
    international_delivery_charges,
    app_id: applicationId,
    company_id: companyId,
    article_tags: articleTags.length === 0 ? null : articleTags,
  };
};

const byName = (a: ShownConfiguration, b: ShownConfiguration): number => {
  if (a.is_universal !== b.is_universal) return a.is_universal ? -1 : 1;
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
};

const operation = operationTable(cartAccess, tags, words, {
  getCartMetaConfigs: { response: { 200: CartConfigurationList } },
  getCartMetaConfig: { params: CartConfigurationPath, response: { 200: CartConfigurationAnswer } },
});

export const cartConfigurationRoutes: FastifyPluginAsyncTypebox<CartRoutesOptions> = async (app, { services }) => {
  const all = async (caller: ApplicationCaller): Promise<readonly ShownConfiguration[]> =>
    (await listConfigurations(services.node.db, caller.applicationId, 0)).map((one) => shown(caller, one));

  app.get(`${cartPath}/v1.0/cart/configuration`, operation.getCartMetaConfigs, async (request) => {
    const configurations = await all(applicationCaller(request));
    return { success: true, data: configurations.filter((one) => one.is_active).toSorted(byName) };
  });

  app.get(`${cartPath}/v1.0/cart/configuration/:cart_meta_id`, operation.getCartMetaConfig, async (request) => {
    const configurations = await all(applicationCaller(request));
    const found = configurations.find(({ id, is_active }) => id === request.params.cart_meta_id && is_active);
    if (found === undefined) throw new Refusal('cart_configuration_not_found');
    return { success: true, data: found };
  });
};
