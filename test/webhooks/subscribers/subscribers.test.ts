import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readReceiver } from '../../../src/webhooks/subscribers/subscriber-secrets.ts';
import { readSubscriberById } from '../../../src/webhooks/subscribers/subscriber-store.ts';
import { type Engine, forEachEngine } from '../../databases.ts';
import { type Json, subscriberBody, webhookServer } from '../webhook-server.ts';

const url = 'http://127.0.0.1:9/hook';
const problems = ({ body }: { readonly body: Json }): readonly string[] =>
  ((body['details'] ?? []) as readonly { field: string; message: string }[]).map(
    ({ field, message }) => `${field}: ${message}`,
  );

forEachEngine(async (engine: Engine) => {
  const server = await webhookServer(engine);
  after(() => server.close());

  describe('subscribers', () => {
    test('are registered by slug, read, listed, and by number in the first version', async () => {
      const given = subscriberBody(url, { name: 'first', custom_headers: { 'x-mine': 'value' } });
      const made = await server.call('POST', 'v2.0/subscriber', given);
      assert.equal(made.status, 201);
      assert.deepEqual(made.body['event_id'], [102]);
      assert.deepEqual(made.body['auth_meta'], { type: 'hmac' }, 'a secret that was given is not told again');
      const { events: _, provider: __, ...v1 } = subscriberBody(url, { name: 'by number' });
      const second = await server.call('POST', 'v1.0/subscriber/', { ...v1, event_id: [102, 1] });
      assert.equal(second.status, 201);

      const read = await server.call('GET', `v1.0/subscriber/${String(second.body['id'])}`);
      const configs = read.body['event_configs'] as readonly Json[];
      assert.deepEqual(
        configs.map(({ event_category, event_name, event_type, version }) => [
          event_category,
          event_name,
          event_type,
          version,
        ]),
        [
          ['application', 'cart', 'update', '1'],
          ['click', 'add_to_cart', 'engagement', '1'],
        ],
      );
      const list = await server.call('GET', 'v1.0/subscriber/?page_no=1&page_size=1');
      assert.equal((list.body['items'] as readonly Json[]).length, 1);
      assert.deepEqual((list.body['page'] as Json)['has_next'], true);
      const own = await server.call('GET', 'v1.0/extension/client/subscriber');
      assert.equal((own.body['items'] as readonly Json[]).length, 2, 'without an extension they are the caller’s');
    });

    test('are a thousand of a company at most, however many come at once', async () => {
      const other = await webhookServer(engine);
      try {
        await other.call('POST', 'v2.0/subscriber', subscriberBody(url, { name: 'first' }));
        const rows = 'extension_id, state, version, created_at, modified_at, modified_by, resumed_at, document';
        await other.node.db.commit(
          Array.from({ length: 998 }, (_, at) => ({
            sql: `insert into webhook_subscriber (id, company_id, name, ${rows})
              select ?, company_id, ?, ${rows} from webhook_subscriber where name = 'first'`,
            params: [10_000 + at, `kept ${at}`],
          })),
        );
        const made = await Promise.all(
          Array.from({ length: 60 }, (_, at) =>
            other.call('POST', 'v2.0/subscriber', subscriberBody(url, { name: `new ${at}` })),
          ),
        );
        const refused = made.filter(({ status }) => status !== 201);
        assert.deepEqual(
          new Set(refused.map(({ body }) => body['error_code'])),
          new Set(['webhook_subscriber_limit_reached']),
        );
        assert.equal(refused.length, 59);
      } finally {
        await other.close();
      }
    });

    test('are changed; what is left out stays, and a new secret signs beside the one before', async () => {
      const { body: made } = await server.call(
        'POST',
        'v2.0/subscriber',
        subscriberBody(url, { custom_headers: { authorization: 'Bearer abc', 'x-mine': '1' } }),
      );
      const id = made['id'];
      const masked = made['custom_headers'] as Json;
      const change = {
        id,
        provider: 'rest',
        status: 'inactive',
        custom_headers: { ...masked, 'x-mine': '2' },
        auth_meta: { secret: 'another secret of sixteen' },
      };
      const changed = await server.call('PUT', 'v2.0/subscriber', change);
      assert.equal(changed.status, 200);
      assert.equal(changed.body['status'], 'inactive');
      assert.deepEqual(changed.body['event_id'], [102]);
      const status = await server.call('GET', `v1.0/subscriber/${String(id)}/status`);
      assert.equal(status.body['live_secrets'], 2);
      const dump = await server.node.dump();
      for (const secret of ['another secret', 'a secret of sixteen', 'Bearer abc', '••••']) {
        assert.ok(!dump.includes(secret), `${secret} is not to be found in the database`);
      }
      const stale = await server.call('PUT', 'v2.0/subscriber', change, { headers: { 'if-match': '"1.x"' } });
      assert.equal(stale.status, 412);
    });

    test('a secret is made where none is given, shown once, and can be rotated with an overlap', async () => {
      const { auth_meta: _, ...bare } = subscriberBody(url);
      const made = await server.call('POST', 'v2.0/subscriber', bare);
      const { secret } = made.body['auth_meta'] as { secret: string };
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      const path = `v1.0/subscriber/${String(made.body['id'])}`;
      const read = await server.call('GET', path);
      assert.deepEqual(read.body['auth_meta'], { type: 'hmac' });
      const rotated = await server.call('POST', `${path}/secret`, { overlap_hours: 1 });
      assert.notEqual(rotated.body['secret'], secret);
      assert.equal(rotated.body['live_secrets'], 2);
      server.node.clock.at += 3_600_001;
      const status = await server.call('GET', `${path}/status`);
      assert.equal(status.body['live_secrets'], 1, 'the overlap is over');
      const atOnce = await server.call('POST', `${path}/secret`, { overlap_hours: 0 });
      assert.equal(atOnce.body['live_secrets'], 1);
    });

    test('who move to another address take no secret and no header along', async () => {
      const headers = { authorization: 'Bearer of the first receiver', 'x-mine': '1' };
      const id = await server.subscribe(url, { custom_headers: headers });
      const elsewhere = 'http://127.0.0.1:9/elsewhere';
      const read = await server.call('GET', `v1.0/subscriber/${id}`);
      const masked = read.body['custom_headers'] as Json;
      const move = (more: Json) =>
        server.call('PUT', 'v2.0/subscriber', { id, provider: 'rest', webhook_url: elsewhere, ...more });
      const secret = { auth_meta: { type: 'hmac', secret: 'the secret of the second' } };
      for (const [more, fields] of [
        [{}, /auth_meta\.secret: .*custom_headers: /],
        [secret, /^custom_headers: /],
        [{ ...secret, custom_headers: masked }, /^custom_headers\.authorization: .*custom_headers\.x-mine: /],
        [{ custom_headers: {} }, /^auth_meta\.secret: /],
      ] as const) {
        const refused = await move(more);
        assert.deepEqual([refused.status, refused.body['error_code']], [422, 'webhook_subscriber_invalid']);
        assert.match(problems(refused).join(' '), fields);
      }
      assert.equal((await readSubscriberById(server.node.db, id))?.document.url, url, 'nothing was changed');
      const added = await server.call('PUT', 'v2.0/subscriber', {
        id,
        custom_headers: { ...masked, 'x-new': masked['x-mine'] },
      });
      assert.deepEqual(problems(added), ['custom_headers.x-new: There is no such header yet: give its value.']);
      assert.equal((await move({ ...secret, custom_headers: { 'x-mine': '2' } })).status, 200);
      const { secrets: kept } = await readReceiver(server.node, id);
      assert.deepEqual(kept.headers, { 'x-mine': '2' });
      assert.deepEqual(
        kept.secrets.map((one) => one.secret),
        ['the secret of the second'],
      );
      const same = await server.call('PUT', 'v2.0/subscriber', {
        id,
        provider: 'rest',
        webhook_url: elsewhere,
        status: 'inactive',
      });
      assert.equal(same.status, 200, 'one who stays gives nothing again');
    });

    test('are upserted by name in one call, as the extension kit does it', async () => {
      const config = (events: readonly Json[], association: Json) => ({
        webhook_config: {
          notification_email: 'kit@example.com',
          name: 'kit',
          status: 'active',
          association: { extension_id: 'kit', ...association },
          event_map: { rest: { webhook_url: url, auth_meta: { type: 'hmac', secret: 'secret of the kit' }, events } },
        },
      });
      const event = { event_category: 'application', event_name: 'cart', event_type: 'update', version: '1' };
      const all = { application_id: [], criteria: 'ALL' };
      const first = await server.call('PUT', 'v3.0/subscriber', config([event], all));
      assert.deepEqual([first.status, first.body['status']], [200, true]);
      const again = await server.call('PUT', 'v3.0/subscriber', config([event], all));
      assert.equal(again.body['id'], first.body['id']);
      const { applicationId } = server.shop;
      const specific = { application_id: [applicationId], criteria: 'SPECIFIC-EVENTS' };
      await server.call('PUT', 'v3.0/subscriber', config([{ ...event, version: 1 }], specific));
      const list = await server.call('GET', 'v1.0/extension/kit/subscriber');
      const [one, ...others] = list.body['items'] as readonly Json[];
      assert.equal(others.length, 0);
      assert.deepEqual(((one?.['association'] ?? {}) as Json)['application_id'], [applicationId]);
      const brokers = config([event], all);
      Object.assign(brokers.webhook_config.event_map, { kafka: { events: [] } });
      const refused = await server.call('PUT', 'v3.0/subscriber', brokers);
      assert.equal(refused.status, 422);
      assert.match(problems(refused).join(), /event_map\.kafka: .*HTTP/);
    });

    test('what cannot be kept is refused, each thing with a sentence', async () => {
      const cases: readonly (readonly [Json, RegExp])[] = [
        [{ webhook_url: 'ftp://a.example/' }, /webhook_url: The address begins with https/],
        [{ webhook_url: 'https://169.254.169.254/latest' }, /webhook_url: The address is not a public one/],
        [{ webhook_url: 'https://u:p@a.example/' }, /webhook_url: Leave user name/],
        [{ webhook_url: 'nonsense' }, /webhook_url: Write an address/],
        [{ provider: 'kafka' }, /provider: .*rest/],
        [{ events: [{ slug: 'application/cart/erase/v1' }] }, /events\[0\]\.slug: There is no event/],
        [{ events: [1, 2].map(() => ({ slug: 'application/cart/update/v1' })) }, /Name each event once/],
        [{ association: { application_id: [server.otherShop.applicationId] } }, /No such application/],
        [{ association: { criteria: 'SOME' } }, /association\.criteria: Write ALL/],
        [{ custom_headers: { 'webhook-id': 'x' } }, /custom_headers\.webhook-id: .*itself/],
        [{ custom_headers: { 'x-a': 'line\r\nbreak' } }, /visible ASCII/],
        [{ auth_meta: { secret: 'short' } }, /16 characters/],
        [
          {
            events: [
              { slug: 'application/cart/update/v1', filters: { query: '$..cart', condition: '() => fetch(1)' } },
            ],
          },
          /events\[0\]\.filters\.query: From.*events\[0\]\.filters\.condition: Write a comparison/s,
        ],
        [
          { events: [{ slug: 'application/cart/update/v1', reducer: { a: 'cart.id' } }] },
          /events\[0\]\.reducer\.a: A path begins with \$/,
        ],
      ];
      for (const [change, expected] of cases) {
        const refused = await server.call('POST', 'v2.0/subscriber', subscriberBody(url, change));
        assert.equal(refused.status, 422, JSON.stringify(change));
        assert.equal(refused.body['error_code'], 'webhook_subscriber_invalid');
        assert.match(problems(refused).join('\n'), expected);
      }
      const taken = subscriberBody(url, { name: 'taken' });
      await server.call('POST', 'v2.0/subscriber', taken);
      assert.equal((await server.call('POST', 'v2.0/subscriber', taken)).body['error_code'], 'name_taken');
      const unknown = await server.call('POST', 'v1.0/subscriber', { ...taken, name: 'n', event_id: [999] });
      assert.match(problems(unknown).join(), /event_id\[0\]/);
    });

    test('belong to their company: another organization and a lesser permission see and change nothing', async () => {
      const id = await server.subscribe(url);
      const stranger = { as: server.otherShop };
      for (const [method, path, body] of [
        ['GET', `v1.0/subscriber/${id}`, undefined],
        ['GET', 'v1.0/subscriber', undefined],
        ['GET', `v1.0/subscriber/${id}/status`, undefined],
        ['GET', `v1.0/subscriber/${id}/attempts`, undefined],
        ['PUT', 'v2.0/subscriber', { id, provider: 'rest', status: 'inactive' }],
        ['POST', `v1.0/subscriber/${id}/replay`, { event_id: 'x' }],
        ['POST', `v1.0/subscriber/${id}/secret`, {}],
        ['POST', 'v1.0/subscriber/ping', { id }],
      ] as const) {
        assert.equal((await server.call(method, path, body, stranger)).status, 404, `${method} ${path}`);
        const lesser = ['company/webhooks/read', 'company/products/*'];
        if (method === 'GET') continue;
        assert.equal((await server.call(method, path, body, { permissions: lesser })).status, 403, `${method} ${path}`);
      }
    });

    test('every change is in the audit, without secrets', async () => {
      const id = await server.subscribe(url);
      await server.call('PUT', 'v2.0/subscriber', { id, provider: 'rest', status: 'inactive' });
      const rows = await server.node.db.all<{ action: string; document: string }>(
        'select action, document from audit where subject = ? order by created_at, id limit 10 offset 0',
        [`webhook_subscriber/${id}`],
      );
      assert.deepEqual(rows.map(({ action }) => action).toSorted(), [
        'webhook_subscriber.add',
        'webhook_subscriber.change',
      ]);
      assert.ok(rows.every(({ document }) => !document.includes('sixteen characters')));
    });

    test('a key makes a registration happen once', async () => {
      const headers = { 'idempotency-key': 'registration-of-one-0001' };
      const body = subscriberBody(url);
      const first = await server.call('POST', 'v2.0/subscriber', body, { headers });
      const second = await server.call('POST', 'v2.0/subscriber', body, { headers });
      assert.equal(second.body['id'], first.body['id']);
      assert.equal(second.headers['idempotent-replayed'], 'true');
    });

    test('the events there are can be listed and looked up by name', async () => {
      const list = await server.call('GET', 'v1.0/events');
      const configs = list.body['event_configs'] as readonly Json[];
      assert.equal(new Set(configs.map(({ id }) => id)).size, configs.length);
      const { payload } = await server.app.inject({
        method: 'POST',
        url: '/service/common/webhook/v1.0/events/query-event-details',
        payload: [
          { event_category: 'click', event_name: 'product_view', event_type: 'click', version: '1' },
          { event_category: 'click', event_name: 'product_view', event_type: 'other', version: '1' },
        ],
      });
      const found = (JSON.parse(payload) as { event_configs: readonly Json[] }).event_configs;
      assert.deepEqual(
        found.map(({ id }) => id),
        [8],
      );
    });
  });
});
