import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientResponse } from '../../src/contract/applications/client-contract.ts';
import type { Page } from '../../src/contract/primitives.ts';
import type { Statement } from '../../src/db/database.ts';
import { pageOf } from '../../src/shared/paging.ts';
import { forEachEngine } from '../databases.ts';
import { clientServer, codeOf, fieldsOf, sampleDocument, type Send, type Tenant } from './client-server.ts';

type List = { readonly items: readonly ClientResponse[]; readonly page: Page };

/** Many rows in one statement, straight into the table. */
const insertMany = (
  { organizationId, companyId }: Tenant,
  clients: readonly { readonly id: string; readonly at: number; readonly active?: boolean }[],
): Statement => ({
  sql: `insert into oauth_client (client_id, id, organization_id, company_id, version, is_active, created_at, modified_at, document)
        values ${clients.map(() => '(?, ?, ?, ?, 1, ?, ?, ?, ?)').join(', ')}`,
  params: clients.flatMap(({ id, at, active = true }) => [
    id,
    `r-${id}`,
    organizationId,
    companyId,
    active ? 1 : 0,
    at,
    at,
    JSON.stringify(sampleDocument),
  ]),
});

forEachEngine(async (engine) => {
  const server = await clientServer(engine);
  after(() => server.close());

  /** A tenant with `count` clients, named c-00 … from the oldest; without its root client. */
  const tenantWith = async (count: number): Promise<{ tenant: Tenant; list: (query: string) => Promise<List> }> => {
    const tenant = await server.tenant();
    const { db } = server.node;
    await db.commit([
      { sql: 'update oauth_client set deleted_at = 1 where client_id = ?', params: [tenant.rootClientId] },
    ]);
    const clients = Array.from({ length: count }, (_, n) => ({
      id: `${tenant.organizationId}-${String(n).padStart(2, '0')}`,
      at: 1000 + Math.floor(n / 2),
      active: n % 5 !== 0,
    }));
    if (clients.length > 0) await db.commit([insertMany(tenant, clients)]);
    const send: Send = tenant.as('organization/clients/read');
    const list = async (query: string): Promise<List> => {
      const answer = await send({ url: `${tenant.path}${query}` });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    return { tenant, list };
  };
  const numbers = ({ items }: List) => items.map(({ client_id }) => Number(client_id.split('-')[1]));

  test('an organization without clients has one empty page', async () => {
    const { list } = await tenantWith(0);
    assert.deepEqual(await list(''), {
      items: [],
      page: {
        type: 'number',
        current: 1,
        size: 10,
        limit: 100,
        item_count: 0,
        item_total: 0,
        total: 0,
        has_previous: false,
        has_next: false,
        next: null,
      },
    });
  });

  test('pages by number run from the newest to the oldest, and beyond the end there is nothing', async () => {
    const { list } = await tenantWith(25);
    const first = await list('');
    assert.deepEqual(numbers(first), [24, 23, 22, 21, 20, 19, 18, 17, 16, 15]);
    const { next } = first.page;
    assert.ok(typeof next === 'string');
    const numbered = { type: 'number', size: 10, total: 25 } as const;
    assert.deepEqual(first.page, pageOf({ ...numbered, current: 1, itemCount: 10, next }));
    const last = await list('?page_no=3');
    assert.deepEqual(numbers(last), [4, 3, 2, 1, 0]);
    assert.deepEqual(last.page, pageOf({ ...numbered, current: 3, itemCount: 5, next: undefined }));
    const beyond = await list('?page_no=2147483647&page_size=100');
    assert.deepEqual(
      [beyond.items, beyond.page.item_count, beyond.page.total, beyond.page.has_next],
      [[], 0, 25, false],
    );
  });

  test('pages by token continue where the one before ended, with its number', async () => {
    const { list } = await tenantWith(25);
    const first = await list('?page_no=2&page_size=4');
    assert.deepEqual(numbers(first), [20, 19, 18, 17]);
    const second = await list(`?page_size=6&page_id=${first.page.next_id}`);
    assert.deepEqual(numbers(second), [16, 15, 14, 13, 12, 11]);
    const { type, current, size, has_previous, has_next } = second.page;
    assert.deepEqual([type, current, size, has_previous, has_next], ['cursor', 3, 6, true, true]);
    const last = await list(`?page_size=100&page_id=${second.page.next_id}`);
    assert.deepEqual([last.page.current, last.page.next, 'next_id' in last.page], [4, null, false]);
    assert.equal(last.items.length, 11);
  });

  test('is_active keeps the active or the inactive ones, on every page and in the total', async () => {
    const { list } = await tenantWith(25);
    const inactive = await list('?is_active=false&page_size=3');
    assert.deepEqual([numbers(inactive), inactive.page.total], [[20, 15, 10], 5]);
    assert.ok(inactive.items.every(({ is_active }) => !is_active));
    const rest = await list(`?is_active=false&page_size=3&page_id=${inactive.page.next_id}`);
    assert.deepEqual([numbers(rest), rest.page.total, rest.page.has_next], [[5, 0], 5, false]);
    const active = await list('?is_active=True&page_size=100');
    assert.deepEqual([active.items.length, active.page.total], [20, 20]);
  });

  test('pages and filters that cannot be are refused', async () => {
    const tenant = await server.tenant();
    const send = tenant.as('organization/clients/read');
    const bad = ['0', '-1', '101', '1e9', '1000000000', 'abc', '', '1.5', ' 5', '0x10', '9999999999999999999', 'NaN'];
    for (const path of [tenant.path, `${tenant.path}/audit`, `${tenant.path}/${tenant.rootClientId}/audit`]) {
      for (const size of bad) {
        const answer = await send({ url: `${path}?page_size=${encodeURIComponent(size)}` });
        assert.deepEqual([answer.statusCode, codeOf(answer)], [400, 'page_invalid'], `${path} ${size}`);
      }
    }
    for (const number of ['0', '-1', '1e9', 'abc', '2147483648', '999999999999999']) {
      const answer = await send({ url: `${tenant.path}?page_no=${number}` });
      assert.deepEqual([answer.statusCode, codeOf(answer), fieldsOf(answer)], [400, 'page_invalid', ['page_no']]);
    }
    assert.equal(codeOf(await send({ url: `${tenant.path}?page_size=1&page_size=2` })), 'page_invalid');
    const filter = await send({ url: `${tenant.path}?is_active=maybe` });
    assert.deepEqual([filter.statusCode, codeOf(filter), fieldsOf(filter)], [400, 'body_invalid', ['is_active']]);
  });

  test('a token that is forged, foreign or for another filter is refused', async () => {
    const one = await tenantWith(5);
    const other = await tenantWith(5);
    const { next_id: token = '' } = (await one.list('?page_size=2')).page;
    const { next_id: foreign = '' } = (await other.list('?page_size=2')).page;
    const { next_id: filtered = '' } = (await one.list('?page_size=2&is_active=true')).page;
    const [body = '', signature = ''] = token.split('.');
    const forged = Buffer.from(JSON.stringify([9_999_999, 'z', 1])).toString('base64url');
    const flipped = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    const tokens = [
      foreign,
      filtered,
      `${forged}.${signature}`,
      `${body}.${flipped}`,
      body,
      `${body}.`,
      `.${signature}`,
      `${token}.x`,
      token.slice(0, -1),
      '',
      'abc',
      'a'.repeat(1024),
      'a'.repeat(5000),
    ];
    const send = one.tenant.as('organization/clients/read');
    for (const page of tokens) {
      const answer = await send({ url: `${one.tenant.path}?page_id=${encodeURIComponent(page)}` });
      assert.deepEqual([answer.statusCode, codeOf(answer)], [400, 'page_invalid'], page);
    }
    const answer = await send({ url: `${one.tenant.path}?is_active=false&page_id=${token}` });
    assert.equal(codeOf(answer), 'page_invalid');
  });

  test('ten thousand clients walked by next_id while others come and go are each seen once', async () => {
    const { tenant, list } = await tenantWith(0);
    const { db } = server.node;
    const id = (kind: string, n: number) => `${kind}-${n}-${tenant.organizationId}`;
    const steps = Array.from({ length: 20 }, (_, step) => step);
    const kept = steps.map((step) =>
      Array.from({ length: 500 }, (_, n) => ({ id: id('kept', step * 500 + n), at: 5000 + ((step * 500 + n) % 700) })),
    );
    const doomed = Array.from({ length: 400 }, (_, n) => ({ id: id('doomed', n), at: 5000 + ((n * 7) % 700) }));
    await db.commit([...kept, doomed].map((clients) => insertMany(tenant, clients)));

    const seen: string[] = [];
    let query = '?page_size=100';
    for (let turn = 0; ; turn += 1) {
      const { items, page } = await list(query);
      seen.push(...items.map(({ client_id }) => client_id).filter((client) => client.startsWith('kept')));
      if (page.next_id === undefined) break;
      query = `?page_size=100&page_id=${page.next_id}`;
      const added = Array.from({ length: 4 }, (_, n) => ({
        id: id('new', turn * 4 + n),
        at: 5000 + ((turn * 97 + n) % 800),
      }));
      const removed = doomed.slice(turn * 4, turn * 4 + 4).map(
        (client): Statement => ({
          sql: 'update oauth_client set deleted_at = 1, version = version + 1 where client_id = ?',
          params: [client.id],
        }),
      );
      await db.commit([insertMany(tenant, added), ...removed]);
    }
    assert.equal(seen.length, 10_000);
    assert.equal(new Set(seen).size, 10_000);
  });
});
