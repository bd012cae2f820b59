import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ConfigurationError, readConfig } from '../../../src/config.ts';
import { messageOf } from '../../../src/webhooks/sinks/nats-message-rules.ts';

const event = {
  application_id: 'app',
  id: 'e-1',
  slug: 'application/cart/update/v1',
  sequence_key: null,
  sequence: null,
  body: '{}',
};

describe('an event as a message of NATS', () => {
  test('has a subject of plain words and an id that names application and event', () => {
    const { subject, id, about } = messageOf(event, 'shop.events');
    assert.equal(subject, 'shop.events.app.application.cart.update.v1');
    assert.equal(id, 'app/e-1');
    assert.deepEqual(about, []);
  });

  test('keeps signs of ids and kinds that mean something to NATS from meaning it', () => {
    const { subject, id } = messageOf({ ...event, id: 'a\r\nb: é', slug: 'click/*.>/x y/' }, 'shop');
    assert.equal(subject, 'shop.app.click.___.x_y._');
    assert.equal(id, 'app/a%0D%0Ab%3A%20%C3%A9');
  });

  test('says the place of an event in its sequence', () => {
    const { about } = messageOf({ ...event, sequence_key: 'cart/7', sequence: 3 }, 'shop');
    assert.deepEqual(about, [
      ['Cartwright-Sequence-Key', 'cart%2F7'],
      ['Cartwright-Sequence', '3'],
    ]);
  });
});

describe('the settings of NATS', () => {
  test('are read, with what was left out as it is by default', () => {
    const { natsUrl, natsStream, natsSubject, natsKeptDays, natsReplicas } = readConfig({
      CARTWRIGHT_NATS_URL: 'nats://u:p@host:4222',
    });
    assert.deepEqual(
      natsUrl?.map(({ hostname }) => hostname),
      ['host'],
    );
    const given = [natsStream, natsSubject, natsKeptDays, natsReplicas];
    assert.deepEqual(given, ['CARTWRIGHT_EVENTS', 'cartwright.events', 7, 1]);
    const cluster = readConfig({ CARTWRIGHT_NATS_URL: 'nats://u:p@a:4222, nats://b:4222' }).natsUrl;
    assert.deepEqual(
      cluster?.map(({ host }) => host),
      ['a:4222', 'b:4222'],
    );
    assert.equal(readConfig({}).natsUrl, undefined);
  });

  test('that cannot work are refused with the variable', () => {
    const wrong = {
      CARTWRIGHT_NATS_URL: ['http://host', 'host:4222', 'nats://a:4222,'],
      CARTWRIGHT_NATS_REPLICAS: ['6'],
      CARTWRIGHT_NATS_STREAM: ['a.b'],
      CARTWRIGHT_NATS_SUBJECT: ['a.>', 'a..b'],
      CARTWRIGHT_NATS_KEPT_DAYS: ['0'],
    };
    for (const [variable, values] of Object.entries(wrong)) {
      const names = (error: unknown): boolean =>
        error instanceof ConfigurationError && error.problems.every((problem) => problem.startsWith(variable));
      for (const value of values) assert.throws(() => readConfig({ [variable]: value }), names, `${variable}=${value}`);
    }
  });
});
