/** Forgetting shoppers, for service clients: erase what is kept, with a receipt, and suppress what would come. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { auditStatement } from '../../applications/audit-statements.ts';
import { authorOf } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  Erasure,
  ErasurePath,
  ErasureReceipt,
  Shopper,
  Suppressed,
} from '../../contract/events/event-admin-contract.ts';
import { ErrorBody } from '../../contract/primitives.ts';
import {
  applicationOf,
  type EventAdminOptions,
  eventsPath,
  eventTags,
  readEvents,
  writeEvents,
} from '../event-admin.ts';
import { allowAgain, suppress } from './shopper-store.ts';
import { operationTable } from '../../http/operation.ts';
import { readReceipt } from '../../privacy/erasure-store.ts';
import type { HashText } from '../../privacy/person-names.ts';
import { receiptView } from '../../privacy/receipt-view.ts';
import { erasePerson } from '../../privacy/run-erasure.ts';
import { Refusal } from '../../shared/errors.ts';

const words = {
  eraseShopperEvents: 'Erase everything kept of a shopper’s events',
  getErasureReceipt: 'Read the receipt of an erasure',
};

type Named = { readonly userIds: readonly string[]; readonly pageIds: readonly string[] };
const listOf = (id: string | undefined): readonly string[] => (id === undefined ? [] : [id]);

const namedIn = ({ user_id, anonymous_id }: { readonly user_id?: string; readonly anonymous_id?: string }): Named => {
  const named = { userIds: listOf(user_id), pageIds: listOf(anonymous_id) };
  if (named.userIds.length + named.pageIds.length > 0) return named;
  throw new Refusal('body_invalid', {
    details: [{ field: 'user_id', message: 'Give user_id, anonymous_id or both.' }],
  });
};

/** The hashes by which a shopper is suppressed. */
const suppressionOf = ({ userIds, pageIds }: Named, hash: HashText): readonly string[] =>
  [...userIds, ...pageIds].map((id) => hash(id));

const writing = operationTable(writeEvents, eventTags, words, {
  eraseShopperEvents: { params: ApplicationPath, body: Erasure, response: { 200: ErasureReceipt } },
});
const reading = operationTable(readEvents, eventTags, words, {
  getErasureReceipt: { params: ErasurePath, response: { 200: ErasureReceipt } },
});

export const privacyAdminRoutes: FastifyPluginAsyncTypebox<EventAdminOptions> = async (app, { node, keys }) => {
  app.post(`${eventsPath}/erasures`, writing.eraseShopperEvents, async (request) => {
    const { place } = await applicationOf(node, request, request.params);
    const { organizationId, applicationId } = place;
    const named = namedIn(request.body);
    const receipt = await erasePerson(
      { ...node, hashOf: keys.hashOf },
      {
        organizationId,
        applicationId,
        named: { ...named, guestIds: [] },
        scope: 'events',
        also: ({ id, subject, createdAt }) => [
          ...(request.body.suppress === true
            ? suppress(applicationId, suppressionOf(named, keys.hashOf(applicationId)), createdAt)
            : []),
          auditStatement(
            {
              ...authorOf(request),
              organizationId,
              action: 'events.erase',
              subject: `application/${applicationId}`,
              before: null,
              after: { id, shopper: subject },
              at: createdAt,
            },
            node.random,
          ),
        ],
      },
    );
    return receiptView(receipt);
  });

  app.get(`${eventsPath}/erasures/:erasure_id`, reading.getErasureReceipt, async (request) => {
    const { id } = await applicationOf(node, request, request.params);
    const receipt = await readReceipt(node.db, id, request.params.erasure_id);
    if (receipt === undefined) throw new Refusal('erasure_not_found');
    return receiptView(receipt);
  });

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
        const { id, place } = await applicationOf(node, request, request.params);
        const subjects = suppressionOf(namedIn(request.body), keys.hashOf(id));
        const at = node.now();
        const entry = {
          ...authorOf(request),
          organizationId: place.organizationId,
          action: suppressed ? 'events.suppress' : 'events.allow',
          subject: `application/${id}`,
          before: null,
          after: { shopper: subjects.join(' ') },
          at,
        };
        const rows = suppressed ? suppress(id, subjects, at) : allowAgain(id, subjects);
        await node.db.commit([...rows, auditStatement(entry, node.random)]);
        return { suppressed };
      },
    });
  }
};
