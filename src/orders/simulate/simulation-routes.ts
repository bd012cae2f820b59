/** Simulations as resources: asked for, looked at, given up. The work itself is in run-simulations.ts. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { auditStatement } from '../../applications/audit-statements.ts';
import type { ApplicationPlace } from '../../applications/application-store.ts';
import { listPage } from '../../applications/cursor.ts';
import { namedApplication, placeOf } from '../../applications/named-place.ts';
import type { Node } from '../../applications/node.ts';
import { type AuthoredWrite, writeOnce } from '../../applications/write-once.ts';
import { ApplicationPath } from '../../contract/applications/application-admin-contract.ts';
import {
  SimulationBody,
  SimulationList,
  SimulationListQuery,
  SimulationPath,
  type SimulationResult,
  SimulationView,
} from '../../contract/offers/simulation-contract.ts';
import { permittedCaller } from '../../http/access.ts';
import { grants } from '../../http/caller.ts';
import { sentInSlices } from '../../http/answers/json-in-slices.ts';
import { operationTable } from '../../http/operation.ts';
import { offerBodyLimit, offersPath, offerTags, readRules, writeRules } from '../../offers/admin/offer-access.ts';
import { isoTime } from '../../shared/clock.ts';
import { Refusal } from '../../shared/errors.ts';
import { objectId } from '../../shared/identifiers.ts';
import { textsInTurns } from '../../shared/slices.ts';
import { unnamedDefinition } from '../order-snapshot.ts';
import { periodOf, simulatedSet, type SimulationDesk } from './simulation-set.ts';
import {
  cancelSimulation,
  findSimulation,
  insertSimulation,
  isNotOpen,
  listSimulations,
  noRoomForSimulation,
  type SimulationJob,
} from './simulation-store.ts';

const words = {
  createSimulation:
    'Try offers over recorded carts and orders. In the background: answered at once, with the address of the simulation in Location. Says what the offers would have cost, whom they touch, where they break a margin or meet others, and the ten worst, explained. Also needs company/orders/read, and company/carts/read for carts. At most five of a company are open at once.',
  listSimulations: 'List simulations, the newest first',
  readSimulation: 'Read how far a simulation is, and what it found',
  cancelSimulation: 'Give a simulation up',
};

const path = `${offersPath}/promotion/simulations`;

const reading = operationTable(readRules, offerTags, words, {
  listSimulations: { params: ApplicationPath, querystring: SimulationListQuery, response: { 200: SimulationList } },
  readSimulation: { params: SimulationPath, response: { 200: SimulationView } },
});
const writing = operationTable(writeRules, offerTags, words, {
  createSimulation: { params: ApplicationPath, body: SimulationBody, response: { 202: SimulationView } },
  cancelSimulation: { params: SimulationPath, response: { 200: SimulationView } },
});

const iso = (at: number | null): string | null => (at === null ? null : isoTime(at));
const viewOf = (job: SimulationJob): SimulationView => ({
  id: job.id,
  state: job.state,
  done: job.done,
  total: job.total,
  problem: job.problem === '' ? null : job.problem,
  created_at: isoTime(job.created_at),
  started_at: iso(job.started_at),
  ended_at: iso(job.ended_at),
  modified_at: isoTime(job.modified_at),
  asked: JSON.parse(job.request) as SimulationBody,
  result: job.result === '' ? null : (JSON.parse(job.result) as SimulationResult),
});

/** Orders do not say who ordered, so whom an offer names decides nothing: it is not kept. */
const withoutPeople = (asked: SimulationBody): SimulationBody => ({
  ...asked,
  ...(asked.promotions && { promotions: asked.promotions.map(unnamedDefinition) }),
  ...(asked.coupons && { coupons: asked.coupons.map(unnamedDefinition) }),
});

/** What a simulation tells of orders and carts is for who may read them. */
const mayRead = (request: FastifyRequest, { of = ['orders'] }: SimulationBody): boolean => {
  const { permissions } = permittedCaller(request);
  return of.every((kind) => grants(permissions, `company/${kind}/read`));
};
const requireReading = (request: FastifyRequest, asked: SimulationBody): void => {
  if (!mayRead(request, asked)) throw new Refusal('permission_missing');
};

export const simulationRoutes: FastifyPluginAsyncTypebox<{
  readonly node: Node;
  readonly catalog: SimulationDesk['catalog'];
}> = async (app, { node, catalog }) => {
  const { db, now, random } = node;
  const found = async (place: ApplicationPlace, id: string): Promise<SimulationJob> => {
    const job = await findSimulation(db, place, id);
    if (job === undefined) throw new Refusal('simulation_not_found');
    return job;
  };
  const entryOf = (place: ApplicationPlace, id: string, action: string, { actor, requestId }: AuthoredWrite<string>) =>
    auditStatement(
      {
        actor,
        requestId,
        organizationId: place.organizationId,
        action: `simulation.${action}`,
        subject: `application/${place.applicationId}/simulation/${id}`,
        before: null,
        after: { id },
        at: now(),
      },
      random,
    );

  app.post(path, { ...writing.createSimulation, bodyLimit: offerBodyLimit }, async (request, reply) => {
    const place = placeOf(request, request.params);
    const application = await namedApplication(node, place);
    requireReading(request, request.body);
    // What it cannot take is said now, and it stays about the time at which it was asked.
    const period = periodOf(request.body, now());
    await simulatedSet({ node, catalog }, application, request.body, period);
    const asked = withoutPeople({ ...request.body, from_date: isoTime(period.from), to_date: isoTime(period.to) });
    const view = await writeOnce(node, request, reply, {
      run: async (write) => {
        const id = objectId(random);
        try {
          await db.commit([
            ...write.remember(id),
            ...insertSimulation(id, place, JSON.stringify(asked), now()),
            entryOf(place, id, 'create', write),
          ]);
        } catch (error) {
          throw noRoomForSimulation(error) ? new Refusal('simulation_limit_reached', { cause: error }) : error;
        }
        return viewOf(await found(place, id));
      },
      replay: async (id) => viewOf(await found(place, id)),
    });
    reply.header('location', `${request.url.replace(/\/?(\?.*)?$/, '')}/${view.id}`);
    return reply.code(202).send(view);
  });

  app.get(path, reading.listSimulations, async (request, reply) => {
    const place = placeOf(request, request.params);
    await namedApplication(node, place);
    const { items: jobs, page } = await listPage(request.query, ['number', 'string'], {
      read: (after, limit) => listSimulations(db, place, after, limit),
      placeOf: ({ created_at, id }) => [created_at, id],
      view: (job) => job,
    });
    // Each may ask about a megabyte of offers.
    const sizeOf = ({ request: asked, result }: SimulationJob): number => asked.length + result.length;
    const items = await textsInTurns(jobs, sizeOf, (job) => {
      const view = viewOf(job);
      return mayRead(request, view.asked) ? view : { ...view, result: null };
    });
    return sentInSlices(reply, { items, page });
  });

  const shown = async (request: FastifyRequest, place: ApplicationPlace, id: string): Promise<SimulationView> => {
    await namedApplication(node, place);
    const view = viewOf(await found(place, id));
    requireReading(request, view.asked);
    return view;
  };

  app.get(`${path}/:simulation_id`, reading.readSimulation, (request) =>
    shown(request, placeOf(request, request.params), request.params.simulation_id),
  );

  app.post(`${path}/:simulation_id/cancel`, writing.cancelSimulation, async (request, reply) => {
    const place = placeOf(request, request.params);
    const { id } = await shown(request, place, request.params.simulation_id);
    return writeOnce(node, request, reply, {
      run: async (write) => {
        try {
          await db.commit([
            ...write.remember(id),
            cancelSimulation(place, id, now()),
            entryOf(place, id, 'cancel', write),
          ]);
        } catch (error) {
          throw isNotOpen(error) ? new Refusal('simulation_state_conflict', { cause: error }) : error;
        }
        return viewOf(await found(place, id));
      },
      replay: async () => viewOf(await found(place, id)),
    });
  });
};
