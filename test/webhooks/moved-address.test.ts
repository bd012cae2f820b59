/** A receiver who moves while he is being told: what was given for one address never goes to the other. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Node, system } from '../../src/applications/node.ts';
import { outboxStatements } from '../../src/events/outbox.ts';
import { createMetrics } from '../../src/http/watch/metrics.ts';
import { pingGate, pingReceiver } from '../../src/webhooks/ping-receiver.ts';
import { addSubscriber, changeSubscriber } from '../../src/webhooks/subscribers/save-subscriber.ts';
import { webhookWorker } from '../../src/webhooks/webhook-worker.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { openReceiver } from './receiver.ts';
import { cartEvent, reach, subscriberBody } from './webhook-server.ts';

const TOLD = 6;
type Written = Parameters<typeof addSubscriber>[2];

forEachEngine((engine) => {
  test('secrets and headers go where they were given for, whenever the address changes', async () => {
    const node = await newNode(engine);
    const { organizationId, companyId, ...shop } = await newShop(node);
    const place = { organizationId, companyId };
    const receivers = [await openReceiver(), await openReceiver()] as const;
    after(() => Promise.all([...receivers.map((one) => one.close()), node.close()]));
    const at = (which: 0 | 1): Written =>
      subscriberBody(receivers[which].url, {
        name: 'moves',
        auth_meta: { type: 'hmac', secret: `the secret of receiver ${which}` },
        custom_headers: { 'x-for': receivers[which].url },
      }) as unknown as Written;
    const request = { ...system, clientId: null, checkVersion: () => {}, remember: () => [] };
    const { subscriber } = await addSubscriber({ node, reach }, place, at(0), request);
    let moves = 0;
    const move = () => {
      moves += 1;
      const change = { id: subscriber.id, written: at(moves % 2 === 0 ? 0 : 1) };
      return changeSubscriber({ node, reach }, place, change, request);
    };
    /** He moves right before his secrets are read. */
    const db: Node['db'] = {
      ...node.db,
      one: async (sql, params) => {
        if (sql.includes('sealed_value')) await move();
        return node.db.one(sql, params);
      },
    };
    const watched = { ...node, db };
    const received = () => receivers.flatMap((one) => one.received.map(({ headers }) => [one.url, headers['x-for']]));

    const gate = pingGate();
    const from = { requestId: null, ip: '127.0.0.1' };
    for (let pinged = 0; pinged < TOLD; pinged += 1) {
      const { status } = await pingReceiver({ node: watched, reach, gate }, place, { id: subscriber.id }, from);
      assert.equal(status, 'success');
    }
    assert.ok(moves >= TOLD, 'he moved with every ping');

    const worker = webhookWorker({
      node: watched,
      reach,
      metrics: createMetrics(),
      lanes: 8,
      chance: () => 0.5,
      onFailure: (error) => assert.fail(String(error)),
    });
    worker.start();
    const movesBefore = moves;
    for (let n = 1; n <= TOLD; n += 1) {
      const arrived = new Promise<void>((resolve) => {
        const answer = () => {
          resolve();
          return { status: 200 };
        };
        for (const one of receivers) one.answer = answer;
      });
      await node.db.commit(outboxStatements([cartEvent({ ...shop, ...place }, n)], node.now()));
      await arrived;
    }
    await worker.stop();
    assert.ok(moves > movesBefore, 'he moved while he was told');
    assert.equal(received().length, 2 * TOLD);
    for (const [address, given] of received()) assert.equal(given, address);
    for (const one of receivers) assert.ok(one.received.length > 0, 'both were told');
  });
});
