/** Events of a node that is started as a person starts it: counted, published, shown live, written to files. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { openSqlite } from '../../../src/db/sqlite/sqlite.ts';
import { cartwright, dataFolder, serving } from '../../commands/run-cartwright.ts';
import { collectorUrl } from '../../events/event-server.ts';
import { anEvent } from '../../events/samples.ts';
import { newNatsServer, whyNoNats } from './nats-server.ts';

type Credentials = Readonly<Record<string, string>>;

const until = async <T>(ask: () => Promise<T | undefined>): Promise<T> => {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const found = await ask();
    if (found !== undefined) return found;
    await pause(100);
  }
  throw new Error('it did not come');
};

const tokenOf = async (url: string, made: Credentials): Promise<string> => {
  const proof = Buffer.from(`${made['client_id']}:${made['client_secret']}`).toString('base64');
  const answer = await fetch(`${url}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${proof}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

describe('a node with a broker', whyNoNats() === undefined ? {} : { skip: whyNoNats() }, () => {
  test('counts an event, publishes it, shows it live, and leaves in order; then it is written to a file', async () => {
    const nats = await newNatsServer();
    after(nats.remove);
    const { folder, remove } = dataFolder();
    after(remove);
    const variables = { CARTWRIGHT_DATA: folder, CARTWRIGHT_NATS_URL: nats.url.href };
    const node = await serving(variables);
    const made = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8')) as Credentials;
    const { application_id: applicationId = '', application_token, company_id } = made;
    const events = `${node.url}/service/platform/webhook/v1.0/company/${company_id}/application/${applicationId}/events`;
    const headers = { authorization: `Bearer ${await tokenOf(node.url, made)}` };

    const tail = await fetch(`${events}/tail`, { headers });
    assert.equal(tail.status, 200);
    assert.ok(tail.body);
    const chunks = tail.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
    let shown = '';
    const readUntil = async (wanted: string): Promise<void> => {
      while (!shown.includes(wanted)) {
        const { value, done } = await chunks.next();
        assert.ok(done !== true, `${wanted} is not in ${shown}`);
        shown += value;
      }
    };
    const sent = await fetch(`${node.url}${collectorUrl}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${Buffer.from(`${applicationId}:${application_token}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        batch: [anEvent('product_view', { applicationId, at: Date.now(), id: 'seen-1' })],
        sent_at: new Date().toISOString(),
      }),
    });
    assert.equal(sent.status, 200);

    const views = await until(async () => {
      const answer = await fetch(`${events}/funnel`, { headers });
      const { items } = (await answer.json()) as { items: readonly { step: string; events: number }[] };
      return items.find(({ step, events: count }) => step === 'product_view' && count > 0)?.events;
    });
    assert.equal(views, 1);
    const connection = await connect({ servers: nats.url.host });
    const manager = await jetstreamManager(connection);
    await until(async () => {
      const found = await manager.streams.info('CARTWRIGHT_EVENTS').catch(() => undefined);
      return found?.state.messages === 1 ? true : undefined;
    });
    await connection.close();
    await readUntil('event: good\ndata: {"id":"seen-1"');
    const stopped = node.stop();
    await readUntil('"reason":"closing"');
    assert.equal(await stopped, 0);

    const threeHoursAgo = Date.now() - 3 * 3_600_000;
    const db = await openSqlite(join(folder, 'cartwright.db'));
    await db.commit([{ sql: 'update event set received_at = ?', params: [threeHoursAgo] }]);
    await db.close();
    const files = join(folder, 'files');
    const written = await cartwright(['export', 'events', '--dir', files], variables);
    assert.match(written.out, /: \d hours written with 1 events/, written.err);
    assert.match(written.err, /: 1 events, /);
    const [date = '', time = ''] = new Date(threeHoursAgo).toISOString().split('T');
    assert.ok(existsSync(join(files, applicationId, date, `${time.slice(0, 2)}.ndjson`)));
    const rebuilt = await cartwright(['funnels', 'rebuild', '--application', applicationId], variables);
    assert.match(rebuilt.out, /1 events to count again\n1 counted here/, rebuilt.err);
  });
});
