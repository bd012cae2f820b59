/** The list of an organization's clients, newest first, by page number or by the token of the page before. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Node } from '../../applications/node.ts';
import { ClientList, ClientListQuery, OrganizationPath } from '../../contract/applications/client-contract.ts';
import { operationTable } from '../../http/operation.ts';
import { pageErrors } from '../../http/pages/page-errors.ts';
import { type ListName, pageToken, readPageToken } from '../../http/requests/page-token.ts';
import { clientsPath, clientTags, ownOrganization, readClients } from './client-access.ts';
import { type ClientFilter, countClients, listFrom, listSkipping } from './client-list-store.ts';
import { clientView } from './client-view.ts';
import { askedPage, pageOf } from '../../shared/paging.ts';

const words = {
  getOrganizationClientList: 'List the clients of an organization, newest first',
};

export type ClientRouteOptions = {
  readonly node: Node;
  /** Signs the tokens of pages; the same on all nodes. */
  readonly pageSecret: Uint8Array;
};
/** The last client of a page and the number of the next one. */
type Place = readonly [createdAt: number, clientId: string, current: number];

const listName = ({ organizationId, isActive }: ClientFilter): ListName => [
  'clients',
  organizationId,
  isActive ?? null,
];

const reading = operationTable(readClients, clientTags, words, {
  getOrganizationClientList: { params: OrganizationPath, querystring: ClientListQuery, response: { 200: ClientList } },
});

export const clientListRoutes: FastifyPluginAsyncTypebox<ClientRouteOptions> = async (app, { node, pageSecret }) => {
  app.get(clientsPath, { ...reading.getOrganizationClientList, schemaErrorFormatter: pageErrors }, async (request) => {
    const { page_id: token, is_active: isActive } = request.query;
    const asked = askedPage(request.query);
    const filter = { organizationId: ownOrganization(request, request.params), isActive };
    const name = listName(filter);
    const place = token === undefined ? undefined : (readPageToken(pageSecret, name, token) as Place);
    const { size } = asked;
    const current = place?.[2] ?? asked.current;
    const now = node.now();
    const [total, found] = await Promise.all([
      countClients(node.db, filter),
      place === undefined
        ? listSkipping(node.db, { ...filter, skipped: (current - 1) * size, limit: size + 1, now })
        : listFrom(node.db, { ...filter, after: { createdAt: place[0], clientId: place[1] }, limit: size + 1, now }),
    ]);
    const clients = found.slice(0, size);
    const last = clients.at(-1);
    const next =
      found.length > size && last !== undefined
        ? pageToken(pageSecret, name, [last.createdAt, last.clientId, current + 1])
        : undefined;
    const type = place === undefined ? 'number' : 'cursor';
    return {
      items: clients.map((client) => clientView(client)),
      page: pageOf({ type, current, size, itemCount: clients.length, total, next }),
    };
  });
};
