import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { registerProcessMetrics } from '../../../src/http/watch/http-metrics.ts';
import { createMetrics } from '../../../src/http/watch/metrics.ts';
import { sampleServer } from '../sample-server.ts';

describe('metrics', () => {
  test('counters, gauges and histograms render as Prometheus reads them', () => {
    const metrics = createMetrics();
    const count = metrics.counter('a_total', 'Counts.');
    count({ way: 'x"\n\\' });
    count({ way: 'x"\n\\' }, 2);
    metrics.gauge('b', 'Reads.', () => [{ value: 4, labels: { part: 'one' } }]);
    metrics.counted('c_total', 'Kept elsewhere.', () => 5);
    const observe = metrics.histogram('d', 'Times.', [1, 10]);
    for (const value of [0.5, 1, 7, 70]) observe(value, { of: 'y' });
    assert.equal(
      metrics.render(),
      `# HELP a_total Counts.
# TYPE a_total counter
a_total{way="x\\"\\n\\\\"} 3
# HELP b Reads.
# TYPE b gauge
b{part="one"} 4
# HELP c_total Kept elsewhere.
# TYPE c_total counter
c_total 5
# HELP d Times.
# TYPE d histogram
d_bucket{of="y",le="1"} 2
d_bucket{of="y",le="10"} 3
d_bucket{of="y",le="+Inf"} 4
d_sum{of="y"} 78.5
d_count{of="y"} 4
`,
    );
  });

  test('a name can be taken once', () => {
    const metrics = createMetrics();
    metrics.counter('a_total', 'A.');
    assert.throws(() => metrics.gauge('a_total', 'A.', () => 1), /registered twice/);
  });

  test('the process is described', async () => {
    const metrics = createMetrics();
    const loop = registerProcessMetrics(metrics);
    assert.doesNotMatch(metrics.render(), /cartwright_event_loop_delay_seconds\{/, 'nothing was seen yet');
    loop.start();
    await wait(100);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    await wait(100);
    const text = metrics.render();
    loop.stop();
    assert.ok(Number(/cartwright_event_loop_delay_seconds\{of="greatest"\} (\S+)/.exec(text)?.[1]) > 0.2, text);
    assert.match(text, /cartwright_event_loop_delay_seconds\{of="mean"\} \d+\.\d/);
    assert.match(text, /process_resident_memory_bytes [1-9]/);
    assert.match(text, /process_cpu_seconds_total \d/);
  });

  test('requests are counted by operation and never by the address a stranger asked for', async () => {
    const metrics = createMetrics();
    const app = sampleServer({ metrics, rates: { addressPerMinute: 4, callerPerMinute: 100 } });
    await app.inject({ url: '/service/platform/things', headers: { authorization: 'Bearer reader' } });
    await app.inject({ url: '/service/platform/things' });
    await app.inject({ url: '/guess/one' });
    await app.inject({ url: '/guess/two' });
    await app.inject({ url: '/guess/three' });
    await app.close();
    const text = metrics.render();
    assert.match(text, /cartwright_http_requests_total\{operation="listThings",method="GET",status="2xx"\} 1\n/);
    assert.match(text, /cartwright_http_requests_total\{operation="unrouted",method="GET",status="4xx"\} 3\n/);
    assert.match(text, /cartwright_http_request_seconds_count\{operation="listThings"\} 2\n/);
    assert.match(text, /cartwright_refusals_total\{error_code="token_invalid"\} 1\n/);
    assert.match(text, /cartwright_rate_limited_total\{by="address"\} 1\n/);
    assert.match(text, /cartwright_http_in_flight 0\n/);
    assert.doesNotMatch(text, /guess/);
  });
});
