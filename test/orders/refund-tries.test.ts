/** A refund goes back exactly once: a try ends when it is known that nothing came of it, and until then it is the same try. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forEachEngine } from '../databases.ts';
import { openRefundShop } from './refund-shop.ts';

const HOUR = 3_600_000;

forEachEngine(async (engine) => {
  const { server, providers, set, toGiveBack, paidAndCancelled, sendDue, codeOf } = await openRefundShop(engine);
  const { node } = server.shop;

  test('a refusal says nothing of a try that was not answered before: it stays that try, by hand', async () => {
    const back = await toGiveBack();
    providers.lose(3);
    assert.equal(codeOf(await back.send()), 'payment_provider_unavailable');
    await set({ secret: 'sk_test_rolled' });
    assert.equal(codeOf(await back.send()), 'payment_provider_refused');
    assert.equal(await back.state(), 'due');
    await set({});
    assert.equal((await back.send()).statusCode, 200);
    assert.deepEqual([back.names().length, back.paidBack(), await back.state()], [1, 1, 'sent']);
  });

  test('and by itself: what is told of the try counts though the refund failed', async () => {
    await set({ refunds: 'automatic' });
    for (const news of ['pending', 'succeeded']) {
      const back = await paidAndCancelled();
      providers.lose(3);
      assert.match(await sendDue(), /outcome="later"\} 1/);
      await set({ refunds: 'automatic', secret: 'sk_test_rolled' });
      node.clock.at += 61_000;
      assert.match(await sendDue(), /outcome="failed"\} 1/);
      assert.equal(await back.state(), 'failed');
      await set({ refunds: 'automatic' });
      await back.hear(news);
      assert.equal(await back.state(), news === 'pending' ? 'sent' : 'done');
      assert.equal(codeOf(await back.send()), 'refund_state_conflict');
      assert.equal(back.paidBack(), 1);
    }
  });

  test('an answer counts though staff said meanwhile that the refund failed: money has left', async () => {
    for (const status of ['pending', 'succeeded']) {
      const back = await toGiveBack();
      providers.refundsSay({ status });
      const slow = providers.hold();
      const sending = back.send();
      await slow.reached;
      assert.equal((await back.say('failed')).statusCode, 200);
      slow.answer();
      assert.equal((await sending).statusCode, 200);
      providers.refundsSay();
      assert.equal(await back.state(), status === 'pending' ? 'sent' : 'done');
      assert.equal(codeOf(await back.send()), 'refund_state_conflict');
      assert.equal(back.paidBack(), 1);
    }
  });

  test('each try that failed over there is followed by another, also where the refund had failed before', async () => {
    const back = await toGiveBack();
    providers.refundsSay({ status: 'failed' });
    for (const tries of [1, 2, 3]) {
      assert.equal((await back.send()).statusCode, 200);
      assert.deepEqual(
        [await back.state(), back.names().length, (await back.steps()).length],
        ['failed', tries, tries],
      );
    }
    providers.refundsSay();
    assert.equal((await back.send()).statusCode, 200);
    assert.deepEqual([await back.state(), back.names().length, back.paidBack()], ['sent', 4, 1]);
  });

  test('a try that was refused at once is over', async () => {
    const back = await toGiveBack();
    await set({ secret: 'sk_test_rolled' });
    assert.equal(codeOf(await back.send()), 'payment_provider_refused');
    await set({});
    assert.equal((await back.send()).statusCode, 200);
    assert.deepEqual([back.names().length, back.paidBack()], [2, 1]);
  });

  test('a try that nobody knows the outcome of is not sent after the provider has forgotten it', async () => {
    await set({ refunds: 'automatic' });
    const back = await paidAndCancelled();
    providers.lose(3);
    assert.match(await sendDue(), /outcome="later"\} 1/);
    node.clock.at += 20 * HOUR;
    providers.forget();
    assert.match(await sendDue(), /outcome="left"\} 1/);
    const refused = await back.send();
    assert.equal(codeOf(refused), 'refund_state_conflict');
    assert.match(refused.body, /Look at the payment provider, then say that it is done or failed/);
    assert.deepEqual([back.paidBack(), await back.state()], [1, 'due']);
    assert.equal((await back.say('failed')).statusCode, 200);
    assert.equal((await back.send()).statusCode, 200);
    assert.deepEqual([back.names().length, await back.state()], [2, 'sent'], 'staff said that it did not arrive');
  });

  test('nor after it failed for a refusal that said nothing of it, until staff say that it failed', async () => {
    await set({ refunds: 'automatic' });
    const back = await paidAndCancelled();
    providers.lose(3);
    await sendDue();
    await set({ refunds: 'automatic', secret: 'sk_test_rolled' });
    node.clock.at += 61_000;
    await sendDue();
    await set({});
    assert.equal(await back.state(), 'failed');
    node.clock.at += 20 * HOUR;
    assert.equal(codeOf(await back.send()), 'refund_state_conflict');
    assert.equal((await back.say('failed')).statusCode, 200);
    assert.equal((await back.send()).statusCode, 200);
    assert.equal(back.names().length, 2);
  });

  test('of an older try it counts alone that it paid back, and staff see that another was sent', async () => {
    const back = await toGiveBack();
    providers.lose(3);
    await back.send();
    await back.say('failed');
    assert.equal((await back.send()).statusCode, 200);
    await back.hear('pending');
    await back.hear('failed');
    assert.equal(await back.state(), 'sent');
    for (const _ of [1, 2]) await back.hear('succeeded');
    assert.equal(await back.state(), 'done');
    const said = (await back.steps()).map(({ state, reason }) => [state, /Try 1 was paid back, though/.test(reason)]);
    assert.deepEqual(said, [
      ['failed', false],
      ['sent', false],
      ['done', true],
    ]);
  });

  test('an answer that names no refund says nothing: the try stays open', async () => {
    const back = await toGiveBack();
    providers.refundsSay({ id: undefined, status: undefined });
    assert.equal(codeOf(await back.send()), 'payment_provider_unavailable');
    assert.equal(await back.state(), 'due');
    providers.refundsSay();
    providers.forget();
    assert.equal((await back.send()).statusCode, 200);
    assert.deepEqual([back.names().length, await back.state()], [1, 'sent']);
  });

  test('refunds that were stored before tries were kept go on by what was counted then', async () => {
    const kept = async (state: string, events: readonly { readonly state: string }[], sends = '0, null') => {
      const back = await toGiveBack();
      const document = JSON.stringify({
        events: events.map((event) => ({ at: 1, by: 'x', reason: '', ...event })),
        reference: null,
      });
      const [tries, at] = sends.split(', ');
      await node.db.commit([
        {
          sql: 'update order_refund set state = ?, document = ?, send_tries = ?, send_at = ? where order_id = ?',
          params: [state, document, Number(tries), at === 'null' ? null : Number(at), back.id],
        },
      ]);
      return back;
    };
    const name = ({ id, refundId }: { id: string; refundId: string }, number: number) => `${id}/${number}/${refundId}`;

    const due = await kept('due', []);
    assert.equal((await due.send()).statusCode, 200);
    assert.deepEqual(due.names(), [name(due, 0)]);
    const failed = await kept('failed', [{ state: 'sent' }, { state: 'failed' }]);
    assert.equal((await failed.send()).statusCode, 200);
    assert.deepEqual(failed.names(), [name(failed, 1)]);
    const sent = await kept('sent', [{ state: 'failed' }, { state: 'sent' }]);
    await sent.say('failed');
    assert.equal((await sent.send()).statusCode, 200);
    assert.deepEqual(sent.names(), [name(sent, 2)]);
    const unanswered = await kept('due', [], '3, 1');
    node.clock.at += 21 * HOUR;
    assert.equal(codeOf(await unanswered.send()), 'refund_state_conflict', 'a node sent it when it became due');
    const byHand = await kept('due', [], '1, null');
    node.clock.at += 21 * HOUR;
    assert.equal((await byHand.send()).statusCode, 200, 'a node only looked at it');
  });
});
