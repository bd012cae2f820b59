import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { after, describe, test } from 'node:test';
import { auditStatement, redacted } from '../../src/applications/audit-statements.ts';
import { listAudit } from '../../src/applications/audit-store.ts';
import { forEachEngine } from '../databases.ts';
import { newNode, type TestNode } from './new-node.ts';
import { openCompany } from './test-server.ts';

describe('audit', () => {
  test('texts under the names of secrets, and private keys, are replaced wherever they stand', () => {
    const given = {
      name: 'kept',
      customer_token: { kind: 'pem', public_key_pem: 'kept', key: '-----BEGIN PRIVATE KEY-----' },
      customer_token_secret: 's1',
      nested: [{ clientSecret: 's2', 'api-key': 's3', password: 's4', tokens: ['s5'] }],
      token_hash: 's6',
      token_id: 'kept',
      customer_token_secret_set: true,
    };
    const shown = JSON.stringify(redacted(given));
    for (const secret of ['s1', 's2', 's3', 's4', 's5', 's6', 'PRIVATE']) assert.ok(!shown.includes(secret), secret);
    assert.equal(shown.split('kept').length - 1, 3);
    assert.ok(shown.includes('"customer_token_secret_set":true'));
  });

  test('no statement of the program changes or deletes a row of it', () => {
    const sources = globSync('src/**/*.ts').map((file) => readFileSync(file, 'utf8'));
    assert.ok(sources.some((source) => /insert into audit\b/.test(source)));
    assert.ok(!sources.some((source) => /(update|delete from|truncate)\s+audit\b/i.test(source)));
  });
});

forEachEngine((engine) => {
  const nodes: TestNode[] = [];
  after(async () => {
    for (const { close } of nodes) await close();
  });

  test('pages run from the newest to the oldest, each row once, while new ones arrive', async () => {
    const node = await newNode(engine);
    nodes.push(node);
    const entry = (n: number) =>
      auditStatement(
        {
          organizationId: n % 10 === 0 ? 'other' : 'mine',
          actor: 'system',
          requestId: null,
          action: 'test.write',
          subject: `thing/${n}`,
          before: null,
          after: { n },
          at: node.clock.at + Math.floor(n / 4), // four share each millisecond
        },
        node.random,
      );
    await node.db.commit(Array.from({ length: 50 }, (_, n) => entry(n)));
    const seen: string[] = [];
    let place: { createdAt: number; id: string } | undefined;
    for (;;) {
      const rows = await listAudit(node.db, 'mine', { after: place, limit: 7 });
      const last = rows.at(-1);
      if (last === undefined) break;
      seen.push(...rows.map(({ subject }) => subject));
      place = { createdAt: last.created_at, id: last.id };
      await node.db.commit([entry(1001)]);
    }
    assert.equal(new Set(seen).size, 45);
    assert.equal(seen.length, 45);
    const milliseconds = seen.map((subject) => Math.floor(Number(subject.split('/')[1]) / 4));
    assert.deepEqual(
      milliseconds,
      milliseconds.toSorted((a, b) => b - a),
    );
  });

  test('is narrowed by who, what, kind, record and time, page by page', async () => {
    const { node, shop, viewer } = await openCompany(engine);
    const { organizationId } = shop;
    const at = Date.UTC(2027, 0, 1);
    const written = [
      ['operator:a', 'order.ship', 'order/1'],
      ['operator:b', 'order.cancel', 'order/2'],
      ['operator:a', 'order_note.add', 'order/1'],
      ['service:c', 'orderly.ship', 'thing/1'],
      ['operator:a', 'order.ship', 'order/2'],
    ] as const;
    await node.db.commit(
      written.map(([actor, action, subject], hour) =>
        auditStatement(
          {
            organizationId,
            actor,
            requestId: null,
            action,
            subject,
            before: null,
            after: null,
            at: at + hour * 3_600_000,
          },
          node.random,
        ),
      ),
    );
    const ask = (query: string) =>
      viewer({ url: `/service/platform/configuration/v1.0/company/${shop.companyId}/audit?${query}` });
    const found = async (query: string): Promise<readonly string[]> => {
      const answer = await ask(`from_date=2027-01-01T00:00:00Z&${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer
        .json<{ items: { action: string; subject: string }[] }>()
        .items.map(({ action, subject }) => `${action} ${subject}`);
    };
    assert.deepEqual(await found('actor=operator:b'), ['order.cancel order/2']);
    assert.deepEqual(await found('action=order.ship'), ['order.ship order/2', 'order.ship order/1']);
    assert.deepEqual(await found('kind=order'), ['order.ship order/2', 'order.cancel order/2', 'order.ship order/1']);
    assert.deepEqual(await found('subject=order/1'), ['order_note.add order/1', 'order.ship order/1']);
    assert.deepEqual(await found('kind=order&actor=operator:a&to_date=2027-01-01T04:00:00Z'), ['order.ship order/1']);
    assert.deepEqual(await found('kind=constructor'), []);
    const first = (await ask('kind=order&actor=operator:a&page_size=1')).json();
    const rest = (await ask(`kind=order&actor=operator:a&page_size=1&page_id=${first.page.next_id}`)).json();
    assert.deepEqual(
      [first.items[0].subject, rest.items[0].subject, rest.page.has_next],
      ['order/2', 'order/1', false],
    );
    for (const wrong of ['kind=Order', 'from_date=yesterday', `actor=${'a'.repeat(201)}`]) {
      assert.equal((await ask(wrong)).statusCode, 400, wrong);
    }
  });
});
