/** People with passwords, and their browsers: forms are read from the page and sent back with its cookies. */
import type { FastifyInstance } from 'fastify';
import { addOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { updatePassword } from '../../src/operators/operator-store.ts';
import { hashPassword } from '../../src/operators/password.ts';
import type { Engine } from '../databases.ts';
import { type TestNode } from './new-node.ts';
import { openShop, type Shop } from './test-server.ts';

export const PASSWORD = 'correct horse battery';

export type Answer = { readonly headers: Record<string, unknown>; readonly body: string };
const cookiesOf = ({ headers }: Answer): readonly string[] => [headers['set-cookie'] ?? []].flat().map(String);
export const cookieOf = (answer: Answer, name: string): string =>
  cookiesOf(answer).find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
export const pair = (cookie: string): string => cookie.split(';')[0] ?? '';
export const fieldOf = ({ body }: Answer, name: string): string =>
  (new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? '').replaceAll('&amp;', '&');

export const people = (node: TestNode, shop: Shop, app: FastifyInstance) => {
  let count = 0;
  const newOperator = async (password?: string) => {
    count += 1;
    const email = `jane${count}@example.com`;
    const { organizationId } = shop;
    const added = await addOperator(node, { organizationId, email, name: 'Jane', role: 'manager' }, system);
    const id = added.operatorId;
    if (password !== undefined) {
      // A cheap hash of the same kind: what is compared with it takes a moment instead of a quarter of a second.
      const hash = await hashPassword(password, node.random, { N: 1024, r: 8, p: 1 });
      await node.db.commit([updatePassword(organizationId, id, hash, node.now())]);
    }
    return { id, email, linkToken: added.linkToken };
  };

  type Sent = {
    readonly cookie?: string;
    readonly headers?: Record<string, string>;
    readonly server?: FastifyInstance;
  };
  const get = (url: string, { cookie, headers, server = app }: Sent = {}) =>
    server.inject({ url, headers: { ...(cookie === undefined ? {} : { cookie }), ...headers } });
  const post = (url: string, fields: Record<string, string>, { cookie, headers, server = app }: Sent = {}) =>
    server.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
        ...(cookie === undefined ? {} : { cookie }),
        ...headers,
      },
      payload: new URLSearchParams(fields).toString(),
    });
  /** Fills in the form as a browser would. */
  const signIn = async (email: string, password: string, { returnTo = '', cookie = '', server = app } = {}) => {
    const page = await get(`/console/sign-in?return_to=${encodeURIComponent(returnTo)}`, { server });
    const fields = { form_token: fieldOf(page, 'form_token'), return_to: fieldOf(page, 'return_to'), email, password };
    const cookies = [pair(cookieOf(page, 'cw_sign_in')), cookie].filter(Boolean).join('; ');
    return post('/console/sign-in', fields, { cookie: cookies, server });
  };
  /** What the audit tells of an operator, as a set: the test's clock stands still. */
  const auditOf = async (id: string) => {
    const rows = await node.db.all<{ action: string }>('select action from audit where subject = ?', [
      `operator/${id}`,
    ]);
    return rows.map(({ action }) => action).toSorted();
  };

  return { newOperator, get, post, signIn, auditOf };
};

/** A shop, its server, and people of it. */
export const openPeople = async (engine: Engine) => {
  const { node, shop, app } = await openShop(engine);
  return { node, shop, app, ...people(node, shop, app) };
};
