/** Operators of an organization: list, read, change, deactivate. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { listPage } from '../../applications/cursor.ts';
import { organizationPlaceOf } from '../../applications/named-place.ts';
import { writeOnce } from '../../applications/write-once.ts';
import { OrganizationPath } from '../../contract/applications/client-contract.ts';
import {
  OperatorChange,
  OperatorList,
  OperatorPath,
  OperatorQuery,
  OperatorView,
} from '../../contract/applications/people-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { changeOperator, endOperator } from './change-operator.ts';
import { giverOf, organizationPath, type PeopleOptions, readPeople, tags, writePeople } from './people-access.ts';
import { listPeople } from './person-store.ts';
import { changedPerson, personView, shownPerson } from './person-view.ts';

const words = {
  getOperators: 'List the people who run the shop, by e-mail address',
  getOperator: 'Read one operator',
  changeOperator:
    'Give an operator another role or name. A new role counts from the next request on, also for what clients do on his word. It cannot hold more than the caller has himself, and the last owner stays one.',
  deactivateOperator:
    'End what an operator may do, at once and for good. His sessions, his links, his password and every token that was given to a client on his word end, on every node. The last owner cannot be deactivated.',
};

const path = `${organizationPath}/operator`;

const reading = operationTable(readPeople, tags, words, {
  getOperators: { params: OrganizationPath, querystring: OperatorQuery, response: { 200: OperatorList } },
  getOperator: { params: OperatorPath, response: { 200: OperatorView } },
});
const writing = operationTable(writePeople, tags, words, {
  changeOperator: { params: OperatorPath, body: OperatorChange, response: { 200: OperatorView } },
  deactivateOperator: { params: OperatorPath, response: { 200: OperatorView } },
});

export const operatorAdminRoutes: FastifyPluginAsyncTypebox<PeopleOptions> = async (app, { node }) => {
  const shown = (organizationId: string, id: string) => shownPerson(node, organizationId, id);
  app.get(path, reading.getOperators, async (request) => {
    const organizationId = organizationPlaceOf(request, request.params);
    const { status, role } = request.query;
    return listPage(request.query, ['string'], {
      read: (after, limit) => listPeople(node.db, { organizationId, status, role }, after?.[0] ?? '', limit),
      placeOf: ({ email }) => [email],
      view: personView,
    });
  });

  app.get(`${path}/:operator_id`, reading.getOperator, async (request) =>
    shown(organizationPlaceOf(request, request.params), request.params.operator_id),
  );

  app.patch(`${path}/:operator_id`, writing.changeOperator, async (request, reply) => {
    const giver = giverOf(request, request.params);
    const operatorId = request.params.operator_id;
    return writeOnce(node, request, reply, {
      run: async (write) => personView(await changeOperator(node, giver, { operatorId, change: request.body }, write)),
      replay: (id) => shown(giver.organizationId, id),
    });
  });

  app.post(`${path}/:operator_id/deactivate`, writing.deactivateOperator, async (request, reply) => {
    const giver = giverOf(request, request.params);
    return changedPerson(node, request, reply, {
      organizationId: giver.organizationId,
      run: (write) => endOperator(node, giver, request.params.operator_id, write),
    });
  });
};
