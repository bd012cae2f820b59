/** Forgetting shoppers, for service clients: erase what is kept, with a receipt, and suppress what would come. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { authorOf } from '../applications/author.ts';
import { ApplicationPath } from '../contract/application-admin-contract.ts';
import { Erasure, ErasurePath, ErasureReceipt, Shopper, Suppressed } from '../contract/event-admin-contract.ts';
import { ErrorBody } from '../contract/primitives.ts';
import { isoTime } from '../shared/clock.ts';
import { Refusal } from '../shared/errors.ts';
import { eraseShopper, suppressionOf, type Shopper as Named } from './erase-shopper.ts';
import {
  applicationOf,
  type EventAdminOptions,
  eventsPath,
  eventTags,
  readEvents,
  writeEvents,
} from './event-admin.ts';
import { allowAgain, type Receipt, readReceipt, suppress } from './shopper-store.ts';

const receiptView = ({ id, subject, createdAt, erased }: Receipt): ErasureReceipt => ({
  id,
  subject,
  created_on: isoTime(createdAt),
  erased,
});

const namedIn = ({ user_id, anonymous_id }: { readonly user_id?: string; readonly anonymous_id?: string }): Named => {
  if (user_id !== undefined || anonymous_id !== undefined) return { userId: user_id, anonymousId: anonymous_id };
  throw new Refusal('body_invalid', {
    details: [{ field: 'user_id', message: 'Give user_id, anonymous_id or both.' }],
  });
};

export const privacyAdminRoutes: FastifyPluginAsyncTypebox<EventAdminOptions> = async (app, options) => {
  const { node, keys, erasers } = options;

  app.post(
    `${eventsPath}/erasures`,
    {
      config: { access: writeEvents },
      schema: {
        operationId: 'eraseShopperEvents',
        tags: eventTags,
        summary: 'Erase everything kept of a shopper’s events',
        params: ApplicationPath,
        body: Erasure,
        response: { 200: ErasureReceipt, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { place } = await applicationOf(node, request, request.params);
      const { organizationId, applicationId } = place;
      const receipt = await eraseShopper(node, keys.hashOf(applicationId), erasers, {
        organizationId,
        applicationId,
        shopper: namedIn(request.body),
        suppress: request.body.suppress ?? false,
        author: authorOf(request),
      });
      return receiptView(receipt);
    },
  );

  app.get(
    `${eventsPath}/erasures/:erasure_id`,
    {
      config: { access: readEvents },
      schema: {
        operationId: 'getErasureReceipt',
        tags: eventTags,
        summary: 'Read the receipt of an erasure',
        params: ErasurePath,
        response: { 200: ErasureReceipt, '4xx': ErrorBody },
      },
    },
    async (request) => {
      const { id } = await applicationOf(node, request, request.params);
      const receipt = await readReceipt(node.db, id, request.params.erasure_id);
      if (receipt === undefined) throw new Refusal('erasure_not_found');
      return receiptView(receipt);
    },
  );

  for (const [method, suppressed] of [
    ['PUT', true],
    ['DELETE', false],
  ] as const) {
    app.route({
      method,
      url: `${eventsPath}/suppressions`,
      config: { access: writeEvents },
      schema: {
        operationId: suppressed ? 'suppressShopperEvents' : 'allowShopperEvents',
        tags: eventTags,
        summary: suppressed ? 'Keep no more events of a shopper' : 'Keep events of a shopper again',
        params: ApplicationPath,
        body: Shopper,
        response: { 200: Suppressed, '4xx': ErrorBody },
      },
      handler: async (request) => {
        const { id } = await applicationOf(node, request, request.params);
        const subjects = suppressionOf(namedIn(request.body), keys.hashOf(id));
        await node.db.commit(suppressed ? suppress(id, subjects, node.now()) : allowAgain(id, subjects));
        return { suppressed };
      },
    });
  }
};
