/**
 * The seven routes that promotions and coupons have alike, on the SDK's own paths: list, add, read, replace, patch, remove, and
 * whether a code is free. What differs between the two is in `KindOfOffer`.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { removeOnce, writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  CodeExists,
  CodeQuery,
  Done,
  type OfferFilters,
  OfferPatch,
  OfferPath,
} from '../../contract/offers/offer-parts-contract.ts';
import { operations } from '../../http/operation.ts';
import { entityTag } from '../../http/requests/conditional.ts';
import {
  offerBodyLimit as bodyLimit,
  offersPath,
  offerTags as tags,
  queryTime,
  readRules,
  writeRules,
} from './offer-access.ts';
import { codeExists, pageOfOffers, readShown } from './offer-admin.ts';
import type { OfferFilter } from './offer-list-store.ts';
import type { ViewOf } from './offer-view.ts';
import { addOffer, patchOffer, removeOffer, replaceOffer } from '../change-offer.ts';
import type { Definition, Offer, OfferKind } from '../offer.ts';

export type KindOfOffer<Query> = {
  readonly kind: OfferKind;
  /** As the SDK calls the operations. */
  readonly names: {
    readonly list: string;
    readonly add: string;
    readonly read: string;
    readonly replace: string;
    readonly patch: string;
    readonly remove: string;
    readonly codeExists: string;
  };
  readonly aboutAdding: string;
  readonly aboutRemoving: string;
  readonly schemas: {
    readonly query: TSchema;
    readonly list: TSchema;
    readonly body: TSchema;
    readonly one: TSchema;
    /** What adding and replacing answer. */
    readonly saved: TSchema;
  };
  /** The filters that only this kind has. */
  readonly filterOf: (query: Query) => Partial<OfferFilter>;
  readonly view: (offer: Offer, view: ViewOf) => unknown;
  readonly savedAnswer: (place: ApplicationPlace, offer: Offer) => unknown;
  /** The same for a write that happened before, under the same Idempotency-Key. */
  readonly repeatedAnswer: (place: ApplicationPlace, id: string) => unknown;
  /** What goes on after the answer. */
  readonly afterSaving?: (request: FastifyRequest, place: ApplicationPlace, offer: Offer) => void;
};

type InApplication = { readonly company_id: number; readonly application_id: string };
type InOffer = InApplication & { readonly id: string };

const sharedFilter = (kind: OfferKind, query: OfferFilters) => ({
  kind,
  status: query.status,
  createdBy: query.created_by,
  reviewedBy: query.reviewed_by,
  approvedFrom: queryTime('approved_start_time', query.approved_start_time),
  approvedTo: queryTime('approved_end_time', query.approved_end_time),
  reviewedFrom: queryTime('review_start_time', query.review_start_time),
  reviewedTo: queryTime('review_end_time', query.review_end_time),
});

const reading = operations(readRules, tags);
const writing = operations(writeRules, tags);

type Saving = {
  readonly status?: 201;
  readonly write: (author: Parameters<typeof addOffer>[3]) => Promise<Offer>;
};

export const offerKindRoutes = <Query extends OfferFilters>(
  app: FastifyInstance,
  node: Node,
  about: KindOfOffer<Query>,
): void => {
  const { kind, names, schemas, view, savedAnswer, repeatedAnswer, afterSaving } = about;
  const path = `${offersPath}/${kind}`;
  /** With a whole offer in its body. */
  const writingOffer = (name: string, summary: string, shape: Omit<Parameters<typeof writing>[2], 'body'>) => ({
    ...writing(name, summary, { ...shape, body: schemas.body }),
    bodyLimit,
  });
  const save = (request: FastifyRequest, reply: FastifyReply, place: ApplicationPlace, { status, write }: Saving) =>
    writeOnce(node, request, reply, {
      ...(status && { status }),
      run: async (author) => {
        const saved = await write(author);
        afterSaving?.(request, place, saved);
        reply.header('etag', entityTag(saved.version));
        return savedAnswer(place, saved);
      },
      replay: async (id) => repeatedAnswer(place, id),
    });

  app.get<{ Params: InApplication; Querystring: OfferFilters }>(
    path,
    reading(names.list, `List ${kind}s, newest first`, {
      params: ApplicationPath,
      querystring: schemas.query,
      response: { 200: schemas.list },
    }),
    (request) => {
      const { query } = request;
      const filter = { ...sharedFilter(kind, query), ...about.filterOf(query as Query) };
      return pageOfOffers(node, placeOf(request, request.params), { filter, query }, view);
    },
  );

  app.post<{ Params: InApplication; Body: Definition }>(
    path,
    writingOffer(names.add, `Add a ${kind}`, {
      description: about.aboutAdding,
      params: ApplicationPath,
      response: { 201: schemas.saved },
    }),
    (request, reply) => {
      const place = placeOf(request, request.params);
      return save(request, reply, place, {
        status: 201,
        write: (write) => addOffer(node, place, { kind, body: request.body }, write),
      });
    },
  );

  app.get<{ Params: InOffer }>(
    `${path}/:id`,
    reading(names.read, `Read a ${kind}`, { params: OfferPath, response: { 200: schemas.one } }),
    async (request, reply) => {
      const shown = await readShown(node, placeOf(request, request.params), [kind, request.params.id], view);
      reply.header('etag', entityTag(shown.version));
      return shown.view;
    },
  );

  app.put<{ Params: InOffer; Body: Definition }>(
    `${path}/:id`,
    writingOffer(names.replace, `Replace a ${kind}`, {
      description: 'What is left out goes. With If-Match the change happens only on that version.',
      params: OfferPath,
      response: { 200: schemas.saved },
    }),
    (request, reply) => {
      const place = placeOf(request, request.params);
      const replaced = { key: [kind, request.params.id], body: request.body } as const;
      return save(request, reply, place, { write: (write) => replaceOffer(node, place, replaced, write) });
    },
  );

  app.patch<{ Params: InOffer; Body: OfferPatch }>(
    `${path}/:id`,
    writing(names.patch, `Archive a ${kind}, or change its schedule or state`, {
      params: OfferPath,
      body: OfferPatch,
      response: { 200: Done },
    }),
    (request, reply) => {
      const place = placeOf(request, request.params);
      const done = { success: true, message: `The ${kind} was changed.` };
      return writeOnce(node, request, reply, {
        run: async (write) => {
          const changed = await patchOffer(node, place, { key: [kind, request.params.id], patch: request.body }, write);
          reply.header('etag', entityTag(changed.version));
          return done;
        },
        replay: async () => done,
      });
    },
  );

  app.delete<{ Params: InOffer }>(
    `${path}/:id`,
    writing(names.remove, about.aboutRemoving, { params: OfferPath, response: { 200: Done } }),
    (request, reply) => {
      const place = placeOf(request, request.params);
      return removeOnce(node, request, reply, {
        what: kind,
        remove: (write) => removeOffer(node, place, [kind, request.params.id], write),
      });
    },
  );

  app.get<{ Params: InApplication; Querystring: CodeQuery }>(
    `${offersPath}/${kind}_code_exists`,
    reading(names.codeExists, 'Whether a code is taken by any offer of the application', {
      params: ApplicationPath,
      querystring: CodeQuery,
      response: { 200: CodeExists },
    }),
    (request) => codeExists(node, placeOf(request, request.params), request.query.code),
  );
};
