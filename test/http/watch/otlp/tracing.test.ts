/** A trace goes from a storefront's call through the cart's statements to the receiver of a webhook; numbers go the same way. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { createApp } from '../../../../src/app.ts';
import { system } from '../../../../src/applications/node.ts';
import { readConfig } from '../../../../src/config.ts';
import { metricsBody } from '../../../../src/http/watch/otlp/otlp-body-rules.ts';
import {
  readTraceparent,
  sampledShare,
  traceIdOf,
  traceIdOfCall,
  traceOfEvent,
  traceparentText,
} from '../../../../src/http/watch/otlp/trace-rules.ts';
import { addSubscriber } from '../../../../src/webhooks/subscribers/save-subscriber.ts';
import { newNode } from '../../../applications/new-node.ts';
import { newShop } from '../../../applications/test-server.ts';
import { engines } from '../../../databases.ts';
import { sellOne } from '../../../faults/crash-shop.ts';
import { openReceiver } from '../../../webhooks/receiver.ts';
import { newKey } from '../../../../web/ui/new-key.ts';
import { reach, subscriberBody } from '../../../webhooks/webhook-server.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('a trace', () => {
  test('is read from the header of W3C, and what is none is left alone', () => {
    assert.deepEqual(readTraceparent(`00-${TRACE}-${SPAN}-01`), { traceId: TRACE, spanId: SPAN });
    assert.deepEqual(readTraceparent(`cc-${TRACE}-${SPAN}-00-more`), { traceId: TRACE, spanId: SPAN });
    assert.equal(traceparentText({ traceId: TRACE, spanId: SPAN }, false), `00-${TRACE}-${SPAN}-00`);
    const wrong = [undefined, '', `ff-${TRACE}-${SPAN}-01`, `00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-x-01`];
    for (const header of wrong) assert.equal(readTraceparent(header), undefined);
  });

  test('begins with the click: by the key under which its call is repeated, unless the caller is in one', () => {
    const key = newKey();
    assert.equal(traceIdOfCall({ 'idempotency-key': key }), key);
    assert.equal(traceIdOfCall({ 'idempotency-key': key, traceparent: `00-${TRACE}-${SPAN}-01` }), TRACE);
    for (const other of [undefined, 'order-7', '0'.repeat(32), key.toUpperCase().replace(/^./, 'G')]) {
      assert.equal(traceIdOfCall({ 'idempotency-key': other }), undefined);
    }
  });

  test('is named by the id of a request, whatever that looks like', () => {
    assert.equal(traceIdOf('4BF92F35-77b3-4da6-a3ce-929d0e0e4736'), TRACE);
    assert.equal(traceIdOf(TRACE), TRACE);
    assert.match(traceIdOf('proxy/7'), /^[0-9a-f]{32}$/);
    assert.equal(traceIdOf('proxy/7'), traceIdOf('proxy/7'));
    assert.equal(traceOfEvent(JSON.stringify({ event: { trace_id: [TRACE] } })), TRACE);
    for (const event of [undefined, {}, { trace_id: [] }, { trace_id: 'x' }, { trace_id: [7] }]) {
      assert.equal(traceOfEvent(JSON.stringify({ event })), undefined);
    }
  });

  test('is chosen by its last digits: none, all, or a share', () => {
    assert.equal(sampledShare(0)(TRACE), false);
    assert.equal(sampledShare(1)('f'.repeat(32)), true);
    const ids = Array.from({ length: 400 }, (_, n) => traceIdOf(`request ${n}`));
    const chosen = ids.filter(sampledShare(0.25)).length;
    assert.ok(chosen > 60 && chosen < 140, `${chosen} of 400`);
  });
});

test('numbers become points of OTLP, each of its kind', () => {
  const page = [
    '# HELP a_total Counts.',
    '# TYPE a_total counter',
    'a_total{way="x\\"y"} 3',
    '# HELP none_total Nothing yet.',
    '# TYPE none_total counter',
    '# HELP b Reads.',
    '# TYPE b gauge',
    'b 0.5',
    '# HELP d Times.',
    '# TYPE d histogram',
    'd_bucket{of="y",le="1"} 2',
    'd_bucket{of="y",le="10"} 3',
    'd_bucket{of="y",le="+Inf"} 4',
    'd_sum{of="y"} 78.5',
    'd_count{of="y"} 4',
    '',
  ].join('\n');
  const body = metricsBody({ 'service.name': 'shop' }, page, { startedMs: 1000, nowMs: 2000.5 }) as {
    resourceMetrics: readonly { scopeMetrics: readonly { metrics: readonly Record<string, unknown>[] }[] }[];
  };
  const times = { startTimeUnixNano: '1000000000', timeUnixNano: '2000500000' };
  const labelled = (key: string, stringValue: string) => [{ key, value: { stringValue } }];
  assert.deepEqual(body.resourceMetrics[0]?.scopeMetrics[0]?.metrics, [
    {
      name: 'a_total',
      description: 'Counts.',
      sum: {
        aggregationTemporality: 2,
        isMonotonic: true,
        dataPoints: [{ ...times, attributes: labelled('way', 'x"y'), asDouble: 3 }],
      },
    },
    { name: 'b', description: 'Reads.', gauge: { dataPoints: [{ ...times, attributes: [], asDouble: 0.5 }] } },
    {
      name: 'd',
      description: 'Times.',
      histogram: {
        aggregationTemporality: 2,
        dataPoints: [
          {
            ...times,
            attributes: labelled('of', 'y'),
            count: '4',
            sum: 78.5,
            explicitBounds: [1, 10],
            bucketCounts: ['2', '1', '1'],
          },
        ],
      },
    },
  ]);
});

type Told = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
};
type Traces = {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Told[] }[] }[];
};

test('a storefront’s call, its statements and the delivery of what it caused are one trace', async () => {
  const [sqlite] = engines;
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const node = await newNode(sqlite);
  after(node.close);
  const shop = await newShop(node);
  const { organizationId, companyId, applicationId, applicationToken } = shop;
  await sellOne(node, { company_id: companyId }, 10);
  const receiver = await openReceiver();
  after(receiver.close);
  const collector = await openReceiver();
  after(collector.close);
  let arrived = (): void => {};
  const delivered = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  receiver.answer = () => {
    arrived();
    return { status: 200 };
  };
  const events = [{ slug: 'application/cart/create/v1' }, { slug: 'application/cart/update/v1' }];
  const written = subscriberBody(receiver.url, { events }) as unknown as Parameters<typeof addSubscriber>[2];
  const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };
  await addSubscriber({ node, reach }, { organizationId, companyId }, written, request);
  const config = readConfig({
    PORT: '0',
    CARTWRIGHT_LOG_LEVEL: 'silent',
    CARTWRIGHT_STOREFRONT: 'off',
    CARTWRIGHT_ALLOW_PRIVATE_ADDRESSES: 'true',
    CARTWRIGHT_OTLP_URL: `http://127.0.0.1:${collector.port}`,
    CARTWRIGHT_OTLP_HEADERS: 'x-tenant=a%20shop',
    CARTWRIGHT_TRACE_SHARE: '1',
  });
  const authorization = `Bearer ${Buffer.from(`${applicationId}:${applicationToken}`).toString('base64')}`;
  const app = await createApp(node, config, () => false);
  try {
    await app.listen({ host: '127.0.0.1', port: 0 });
    const answer = await app.inject({
      method: 'POST',
      url: '/service/application/cart/v1.0/detail',
      headers: {
        authorization,
        traceparent: `00-${TRACE}-${SPAN}-01`,
      },
      payload: { items: [{ item_id: 1, item_size: 'M' }] },
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['x-request-id'], TRACE);
    await delivered;
    const click = newKey();
    const clicked = await app.inject({
      method: 'POST',
      url: '/service/application/cart/v1.0/detail',
      headers: { authorization, 'idempotency-key': click },
      payload: { items: [{ item_id: 1, item_size: 'M' }] },
    });
    assert.equal(clicked.headers['x-request-id'], click);
    const told = await node.db.all<{ body: string }>('select body from event order by received_at desc, id desc');
    assert.ok(
      told.some(({ body }) => traceOfEvent(body) === click),
      'what receivers are told is in it',
    );
  } finally {
    await app.close();
  }

  const of = (path: string) => collector.received.filter((one) => one.path === path);
  assert.ok(of('/v1/traces').every(({ headers }) => headers['x-tenant'] === 'a shop'));
  const spans = of('/v1/traces').flatMap(({ body }) =>
    (JSON.parse(body) as Traces).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
  );
  const mine = spans.filter(({ traceId }) => traceId === TRACE);
  const call = mine.find(({ name }) => name.startsWith('POST '));
  assert.equal(call?.parentSpanId, SPAN);
  const statements = mine.filter(({ parentSpanId }) => parentSpanId === call?.spanId).map(({ name }) => name);
  assert.ok(statements.includes('select') && statements.length > 2, String(statements));
  const hook = mine.find(({ name }) => name.startsWith('webhook application/cart/'));
  assert.equal(receiver.received[0]?.headers['traceparent'], `00-${TRACE}-${hook?.spanId}-01`);
  assert.match(of('/v1/metrics')[0]?.body ?? '', /"cartwright_http_requests_total"/);
});

test('without a collector nothing is made, and ids are as they were', async () => {
  const [sqlite] = engines;
  if (sqlite === undefined) throw new Error('there is always SQLite');
  const node = await newNode(sqlite);
  after(node.close);
  const app = await createApp(node, readConfig({ CARTWRIGHT_LOG_LEVEL: 'silent' }), () => false);
  const answer = await app.inject({ url: '/healthz', headers: { traceparent: `00-${TRACE}-${SPAN}-01` } });
  assert.notEqual(answer.headers['x-request-id'], TRACE);
  const { body } = await app.inject({ url: '/metrics' });
  assert.doesNotMatch(body, /otlp/);
  await app.close();
});
