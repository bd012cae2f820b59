/** A merge is told, and taken back for a day: what it changed goes back, the other cart is in use again, and nothing is lost. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { CartMerge } from '../../../src/contract/cart/cart-answers-contract.ts';
import { cartSweep } from '../../../src/cart/store/retention.ts';
import { forEachEngine } from '../../databases.ts';
import { type Answer, type Call, openCartServer, quantities, type Shopper } from '../cart-server.ts';
import { staffFor } from '../staff-calls.ts';

const detail = '/v1.0/detail?i=true&b=true';
const DAY = 24 * 60 * 60 * 1000;
const item = (item_id: number, quantity = 1) => ({ item_id, item_size: 'M', quantity });

forEachEngine(async (engine) => {
  const server = await openCartServer(engine);
  after(() => server.close());
  const { node } = server.shop;
  for (const id of [1, 2, 3]) {
    await server.shop.sell(id, [
      { uid: `a${id}`, quantity: 500, prices: [{ currency_code: 'INR', marked: 100, effective: 100 }] },
    ]);
  }
  let people = 0;
  const add = async (shopper: Call, ...items: readonly object[]): Promise<Answer> => {
    const answer = await shopper('POST', detail, { items });
    assert.equal(answer.body.success, true, JSON.stringify(answer.body));
    return answer;
  };
  const held = async (shopper: Call): Promise<unknown> => quantities((await shopper('GET', detail)).body as never);
  const merges = async (shopper: Call): Promise<readonly CartMerge[]> =>
    (await shopper('GET', '/v3.0/merges')).body['items'] as readonly CartMerge[];
  const undo = (shopper: Call, id: string | undefined, headers = {}): Promise<Answer> =>
    shopper('POST', `/v3.0/merges/${id}/undo?i=true&b=true`, undefined, headers);
  /** A guest with two of the first and one of the second, who signs in as somebody with one of the first. */
  const signedIn = async (): Promise<{ customer: Shopper; guest: Shopper; both: Call; merge: CartMerge }> => {
    people += 1;
    const [guest, customer] = [server.visitor(), await server.customer(`merging-${people}`)];
    await add(guest, item(1, 2), item(2));
    await add(customer, item(1, 1));
    const both: Call = (method, url, body, headers) =>
      server.call(method, url, body, { ...guest.known(), ...customer.known(), ...headers });
    assert.equal((await both('GET', detail)).status, 200);
    const [merge] = await merges(customer);
    assert.ok(merge !== undefined);
    return { customer, guest, both, merge };
  };

  describe(`a merge on ${engine.name}`, () => {
    test('is told with what it changed, and taken back: both carts are as before, and signing in does not merge again', async () => {
      const { customer, guest, both, merge } = await signedIn();
      assert.deepEqual(Object.fromEntries(merge.lines.map(({ key, before, after: left }) => [key, [before, left]])), {
        '1_M': [1, 2],
        '2_M': [0, 1],
      });
      assert.deepEqual([merge.operation, merge.sources.length, merge.undone_on], ['merge', 1, undefined]);
      assert.equal(Date.parse(merge.undo_until) - Date.parse(merge.merged_on), DAY);
      const { status, body } = await undo(both, merge.id);
      assert.deepEqual([status, body.message], [200, 'Merge taken back']);
      assert.deepEqual(await held(customer), { '1_M': 1 });
      assert.deepEqual(await held(guest), { '1_M': 2, '2_M': 1 });
      assert.deepEqual(await held(both), { '1_M': 1 });
      assert.ok((await merges(customer))[0]?.undone_on !== undefined);
      // Who goes on as a guest wants it with him the next time.
      await add(guest, item(3));
      assert.deepEqual(await held(both), { '1_M': 2, '2_M': 1, '3_M': 1 });
    });

    test('keeps what was done since: other lines, and lines of the merge that were changed', async () => {
      const { customer, guest, merge } = await signedIn();
      await add(customer, item(3, 4), item(2, 6));
      const { body } = await undo(customer, merge.id);
      assert.equal(body.message, 'Merge taken back; as it is now stays 2_M');
      assert.deepEqual(await held(customer), { '1_M': 1, '2_M': 7, '3_M': 4 });
      assert.deepEqual(await held(guest), { '1_M': 2, '2_M': 1 });
    });

    test('is taken back once by many at once, while others add: nothing is lost', async () => {
      const { customer, guest, merge } = await signedIn();
      const answers = await Promise.all([
        ...[1, 2, 3].map(() => undo(customer, merge.id)),
        ...[1, 2, 3, 4].map(() => add(customer, item(3))),
      ]);
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
      const told = answers.slice(0, 3).map(({ body }) => body.message);
      assert.deepEqual(told.toSorted(), [
        'Merge taken back',
        'Merge was taken back before',
        'Merge was taken back before',
      ]);
      assert.deepEqual(await held(customer), { '1_M': 1, '3_M': 4 });
      assert.deepEqual(await held(guest), { '1_M': 2, '2_M': 1 });
    });

    test('is tried without being taken back, and done once under a key', async () => {
      const { customer, guest, merge } = await signedIn();
      const tried = await undo(customer, merge.id, { prefer: 'dry-run' });
      assert.deepEqual(quantities(tried.body.cart as never), { '1_M': 1 });
      assert.deepEqual(await held(customer), { '1_M': 2, '2_M': 1 });
      const key = { 'idempotency-key': `undo-merge-${people}-0123456789` };
      const [first, again] = [await undo(customer, merge.id, key), await undo(customer, merge.id, key)];
      assert.deepEqual([first.body.message, again.body.message], ['Merge taken back', 'Merge taken back']);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.deepEqual(await held(guest), { '1_M': 2, '2_M': 1 });
      const stale = await signedIn();
      const refused = await undo(stale.customer, stale.merge.id, { 'if-match': '"1"' });
      assert.deepEqual([refused.status, refused.body.error_code], [412, 'cart_version_conflict']);
    });

    test('is nobody else’s, and after a day nobody’s', async () => {
      const { customer, guest, merge } = await signedIn();
      const others = [guest, server.visitor(), await server.customer(`other-${people}`)];
      for (const other of others) {
        assert.deepEqual(await merges(other), []);
        assert.equal((await undo(other, merge.id)).body.error_code, 'merge_not_found');
      }
      const now = node.clock.at;
      node.clock.at += DAY;
      assert.equal((await undo(customer, merge.id)).body.error_code, 'merge_not_found');
      assert.deepEqual(await merges(customer), []);
      await cartSweep(node.db).run(node.clock.at);
      assert.deepEqual(await node.db.all('select id from cart_merge where expires_at <= ?', [node.clock.at]), []);
      node.clock.at = now;
    });

    test('is not taken back where the carts went on: emptied or ordered, or the guest has begun another', async () => {
      const emptied = await signedIn();
      await emptied.customer('PUT', '/v1.0/cart_archive');
      const refused = await undo(emptied.customer, emptied.merge.id);
      assert.deepEqual([refused.status, refused.body.error_code], [409, 'merge_settled']);
      const { customer, guest, merge } = await signedIn();
      await add(guest, item(3));
      assert.equal((await undo(customer, merge.id)).body.error_code, 'merge_settled');
      assert.deepEqual(await held(customer), { '1_M': 2, '2_M': 1 });
      await guest('PUT', '/v1.0/cart_archive');
      assert.equal((await undo(customer, merge.id)).body.message, 'Merge taken back');
      assert.deepEqual(await held(guest), { '1_M': 2, '2_M': 1 });
    });

    test('gives back what was said with the carts: what came with the merge, not what was said since', async () => {
      people += 1;
      const [guest, customer] = [server.visitor(), await server.customer(`merging-${people}`)];
      await add(guest, item(2));
      await guest('PUT', '/v1.0/meta', { comment: 'Ring twice', gstin: '27AAPFU0939F1ZV' });
      await add(customer, item(1));
      const both = { ...guest.known(), ...customer.known() };
      const said = async (shopper: Call): Promise<unknown> => {
        const { body } = await shopper('GET', detail);
        return [body['comment'], body['gstin']];
      };
      await server.call('GET', detail, undefined, both);
      assert.deepEqual(await said(customer), ['Ring twice', '27AAPFU0939F1ZV']);
      await customer('PUT', '/v1.0/meta', { comment: 'Ring once' });
      assert.equal((await undo(customer, (await merges(customer))[0]?.id)).status, 200);
      assert.equal(((await said(customer)) as string[])[0], 'Ring once');
      assert.notEqual(((await said(customer)) as string[])[1], '27AAPFU0939F1ZV');
      assert.deepEqual(await said(guest), ['Ring twice', '27AAPFU0939F1ZV']);
    });

    test('brings back lines that it took out, and is named by the report of the merge', async () => {
      people += 1;
      const [guest, customer] = [server.visitor(), await server.customer(`merging-${people}`)];
      await add(guest, item(2));
      await add(customer, item(1));
      const id = (await guest('GET', detail)).body['id'];
      const merged = await customer('POST', '/v3.0/merge', { cart_ids: [id], merge_strategy: 'keep_guest' });
      const report = (merged.body['result'] as unknown as { merge: { merge_ids: string[] } }).merge;
      assert.deepEqual(await held(customer), { '2_M': 1 });
      assert.equal((await undo(customer, report.merge_ids[0])).status, 200);
      assert.deepEqual([await held(customer), await held(guest)], [{ '1_M': 1 }, { '2_M': 1 }]);
    });

    test('of a shared copy takes its lines out again', async () => {
      people += 1;
      const [owner, customer] = [server.visitor(), await server.customer(`merging-${people}`)];
      await add(owner, item(2, 3));
      await add(customer, item(1));
      const { token } = (await owner('POST', '/v1.0/share-cart', {})).body;
      await customer('POST', `/v1.0/share-cart/${String(token)}/replace`);
      assert.deepEqual(await held(customer), { '2_M': 3 });
      const [merge] = await merges(customer);
      assert.deepEqual([merge?.operation, merge?.sources], ['share_replace', []]);
      assert.equal((await undo(customer, merge?.id)).status, 200);
      assert.deepEqual(await held(customer), { '1_M': 1 });
    });

    test('is taken back by staff for the customer, and told to the audit', async () => {
      const { customer, merge } = await signedIn();
      const staff = (await staffFor(server))(`merging-${people}`);
      assert.equal((await merges(staff))[0]?.id, merge.id);
      assert.equal((await undo(staff, merge.id)).body.message, 'Merge taken back');
      assert.deepEqual(await held(customer), { '1_M': 1 });
      const entries = await node.db.all<{ action: string }>(
        "select action from audit where action = 'cart.merge_undo'",
      );
      assert.equal(entries.length, 2);
    });
  });
});
