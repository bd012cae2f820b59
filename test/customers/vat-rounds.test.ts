/** Numbers that are due are asked about shop by shop: a service that is slow or dead holds up its own shop alone. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { recheckVat } from '../../src/customers/vat/check-vat.ts';
import { dueChecks, putVatCheck, readVatCheck, type VatHolder } from '../../src/customers/vat/vat-check-store.ts';
import { neverChecked } from '../../src/customers/vat/vat-check-rules.ts';
import { privateAddresses } from '../../src/http/outgoing/address-guard.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { openVies } from '../orders/vat-double.ts';

const NUMBERS = 7;

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const vies = await openVies();
  after(vies.close);
  const { db } = node;
  const [slow, quick] = [(await newShop(node)).applicationId, (await newShop(node)).applicationId];
  const holderOf = (applicationId: string, at: number): VatHolder => ({
    applicationId,
    owner: { kind: 'customer', id: `customer-${at}` },
    vatId: `FR8340483304${at}`,
  });
  /** The numbers of one shop are all due before the one of the other. */
  const due = async (): Promise<void> => {
    const now = node.now();
    const rows = [
      ...Array.from({ length: NUMBERS }, (_, at) => ({ holder: holderOf(slow, at), dueAt: now - 100 + at })),
      { holder: holderOf(quick, 9), dueAt: now },
    ];
    await db.commit(
      rows.map(({ holder, dueAt }) =>
        putVatCheck(holder, neverChecked, { askedAt: now, dueAt, expiresAt: now + 86_400_000 }),
      ),
    );
  };
  const named = (host: string): string => vies.url.replace('127.0.0.1', host);
  const settingOf = async (id: string) => ({
    url: named(id === slow ? 'slow.test' : 'quick.test'),
    requester: null,
    unanswered: 'consumer' as const,
    recheck_days: 30,
  });

  test('the first of every shop comes before the second of any, and of one shop there are not more than some', async () => {
    await due();
    const found = await dueChecks(db, node.now(), { most: 4, ofOne: 3 });
    assert.deepEqual(
      found.map(({ application_id: id, vat_id: number }) => [id, number.slice(-1)]),
      [
        [slow, '0'],
        [quick, '9'],
        [slow, '1'],
        [slow, '2'],
      ],
    );
    assert.equal((await dueChecks(db, node.now(), { most: 40, ofOne: 3 })).length, 4);
  });

  test('a shop is answered while the service of another is waited for, which is asked once in a round', async () => {
    await due();
    let slowAsked = 0;
    let slowBefore: number | undefined;
    const { promise: quickIsAsked, resolve: tell } = Promise.withResolvers<void>();
    const resolve = async (host: string): Promise<string[]> => {
      if (host === 'slow.test') {
        slowAsked += 1;
        await quickIsAsked;
        throw new Error('out of reach');
      }
      slowBefore = slowAsked;
      tell();
      return ['127.0.0.1'];
    };
    const clerk = { node, reach: { policy: privateAddresses, resolve } };
    vies.known.add(holderOf(quick, 9).vatId);
    assert.equal(await recheckVat(clerk, settingOf), 2);
    assert.deepEqual([slowBefore, slowAsked], [1, 1]);
    assert.equal((await readVatCheck(db, holderOf(quick, 9)))?.state, 'checked');
    assert.equal(await recheckVat(clerk, settingOf), 1, 'the next of its numbers');
    assert.equal(slowAsked, 2);
  });

  test('a shop that fails keeps the round of another from nothing, and is told of', async () => {
    await due();
    const resolve = async (): Promise<string[]> => ['127.0.0.1'];
    const failing = (id: string) => (id === slow ? Promise.reject(new Error('no setting')) : settingOf(id));
    vies.known.delete(holderOf(quick, 9).vatId);
    await assert.rejects(recheckVat({ node, reach: { policy: privateAddresses, resolve } }, failing), /no setting/);
    assert.equal((await readVatCheck(db, holderOf(quick, 9)))?.state, 'invalid');
  });
});
