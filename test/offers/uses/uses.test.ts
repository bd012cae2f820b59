/** Uses of offers: held, confirmed, released; never more than there are, whoever races and whoever vanishes. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sweepUses } from '../../../src/offers/uses/reclaim-uses.ts';
import {
  BUDGET,
  confirmUse,
  type Hold,
  lowerBudget,
  readHolds,
  releaseUses,
  useAtOnce,
  usedUpOffer,
  type UseLimit,
  type WantedUse,
} from '../../../src/offers/uses/use-statements.ts';
import { readTaken, readUsesLeft } from '../../../src/offers/uses/use-store.ts';
import { forEachEngine } from '../../databases.ts';
import { holdUses } from '../hold-uses.ts';

const APP = 'app';
const MINUTES = 60_000;
const ten: readonly UseLimit[] = [{ holder: '', most: 10 }];
const wanted = (offerId: string, cart: number | string, limits = ten): WantedUse => ({
  applicationId: APP,
  offerId,
  holdKey: `cart:${cart}`,
  limits,
});

const usedUp = async (...asked: Parameters<typeof readUsesLeft>) => (await readUsesLeft(...asked)).usedUp;

forEachEngine(async (engine) => {
  const opened = await engine.open();
  after(() => opened.close());
  const db = opened.db;

  const hold = (use: WantedUse, now = 0): Promise<boolean> =>
    holdUses(db, { applicationId: APP, holdKey: use.holdKey, uses: [use], expiresAt: now + 15 * MINUTES, now }).then(
      ({ held }) => held,
    );
  const held = async (cart: number | string): Promise<Hold> => {
    const [found] = await readHolds(db, APP, `cart:${cart}`);
    assert.ok(found);
    return found;
  };
  const taken = async (offerId: string): Promise<number> => (await readTaken(db, APP, [offerId])).get(offerId) ?? 0;
  const holdCount = async (offerId: string): Promise<number> =>
    (await db.all('select hold_key from offer_hold where offer_id = ?', [offerId])).length;

  test('200 shoppers race for 10 uses: exactly 10 have one', async () => {
    const shoppers = Array.from({ length: 200 }, (_, n) => n);
    const got = await Promise.all(shoppers.map((n) => hold(wanted('race', n))));
    assert.equal(got.filter(Boolean).length, 10);
    assert.equal(await taken('race'), 10);
    assert.equal(await holdCount('race'), 10);
  });

  test('when all ten vanish, the next 200 have exactly ten again', async () => {
    const got = await Promise.all(Array.from({ length: 200 }, (_, n) => hold(wanted('race', 1000 + n), 20 * MINUTES)));
    assert.equal(got.filter(Boolean).length, 10);
    assert.equal(await taken('race'), 10);
    assert.equal(await holdCount('race'), 10);
  });

  test('confirmed uses outlive their time; only what was not confirmed comes back', async () => {
    const got = await Promise.all(Array.from({ length: 10 }, (_, n) => hold(wanted('orders', n))));
    assert.ok(got.every(Boolean));
    for (let n = 0; n < 7; n += 1) await db.commit(confirmUse(await held(n), `order:${n}`));
    const later = await Promise.all(
      Array.from({ length: 60 }, (_, n) => hold(wanted('orders', 100 + n), 60 * MINUTES)),
    );
    assert.equal(later.filter(Boolean).length, 3);
    assert.equal(await taken('orders'), 10);
  });

  test('holding again is the same use, for longer; a second order of the cart is another one', async () => {
    assert.ok(await hold(wanted('again', 'a')));
    assert.ok(await hold(wanted('again', 'a'), 10 * MINUTES));
    assert.equal(await taken('again'), 1);
    assert.equal((await held('a')).expiresAt, 25 * MINUTES);
    await db.commit(confirmUse(await held('a'), 'order:a1'));
    assert.ok(await hold(wanted('again', 'a'), 10 * MINUTES));
    assert.equal(await taken('again'), 2);
  });

  test('parallel calls of one cart take one use', async () => {
    const got = await Promise.all(Array.from({ length: 20 }, () => hold(wanted('one-cart', 'b'))));
    assert.ok(got.every(Boolean));
    assert.equal(await taken('one-cart'), 1);
  });

  test('a limit for each shopper counts beside the one for all', async () => {
    const limits = (user: string): readonly UseLimit[] => [...ten, { holder: `user:${user}`, most: 1 }];
    assert.ok(await hold(wanted('each', 'c1', limits('u'))));
    assert.equal(await hold(wanted('each', 'c2', limits('u'))), false);
    assert.ok(await hold(wanted('each', 'c3', limits('v'))));
    assert.equal(await taken('each'), 2);
    assert.deepEqual(
      [
        ...(await usedUp(db, APP, [
          { offerId: 'each', limits: limits('u') },
          { offerId: 'none', limits: ten },
        ])),
      ],
      ['each'],
    );
    assert.equal((await usedUp(db, APP, [{ offerId: 'each', limits: limits('w') }])).size, 0);
  });

  test('a use whose time is over looks used up until the sweep gives it back', async () => {
    const asked = [{ offerId: 'over', limits: [{ holder: '', most: 1 }] }];
    assert.ok(await hold(wanted('over', 'm1', asked[0]?.limits)));
    assert.ok((await usedUp(db, APP, asked)).has('over'));
    await sweepUses(db, 15 * MINUTES);
    assert.equal((await usedUp(db, APP, asked)).size, 0);
  });

  test('all uses or none: one that is gone takes none of the others', async () => {
    const one: readonly UseLimit[] = [{ holder: '', most: 1 }];
    assert.ok(await hold(wanted('gone', 'd1', one)));
    const uses = [wanted('free', 'd2', one), wanted('gone', 'd2', one)];
    const outcome = await holdUses(db, { applicationId: APP, holdKey: 'cart:d2', uses, expiresAt: 9, now: 0 });
    assert.deepEqual(outcome, { held: false, offerId: 'gone' });
    assert.equal(await taken('free'), 0);
  });

  test('a released use is there for the next one, also after its order was cancelled', async () => {
    const one: readonly UseLimit[] = [{ holder: '', most: 1 }];
    assert.ok(await hold(wanted('back', 'e1', one)));
    await db.commit(confirmUse(await held('e1'), 'order:e1'));
    assert.equal(await hold(wanted('back', 'e2', one)), false);
    await db.commit(releaseUses(await readHolds(db, APP, 'order:e1')));
    assert.ok(await hold(wanted('back', 'e2', one)));
  });

  test('a hold that was given away in between cannot be confirmed', async () => {
    assert.ok(await hold(wanted('late', 'f')));
    const stale = await held('f');
    await sweepUses(db, 16 * MINUTES);
    await assert.rejects(db.commit(confirmUse(stale, 'order:f')), /guard offer_hold/);
    assert.equal(await taken('late'), 0);
  });

  test('an order without a hold obeys the limit, and says which offer has none left', async () => {
    const one: readonly UseLimit[] = [{ holder: '', most: 1 }];
    const use = (order: string): WantedUse => ({ ...wanted('direct', '', one), holdKey: `order:${order}` });
    await db.commit(useAtOnce(use('1'), 0));
    await assert.rejects(db.commit(useAtOnce(use('2'), 0)), (error) => usedUpOffer(error) === 'direct');
  });

  test('a soft limit is not reserved, counts orders, and refuses nobody who began to pay', async () => {
    const one: readonly UseLimit[] = [{ holder: '', most: 1, isSoft: true }];
    for (const cart of ['g1', 'g2']) assert.ok(await hold(wanted('soft', cart, one)));
    assert.equal(await taken('soft'), 0);
    for (const cart of ['g1', 'g2']) await db.commit(confirmUse(await held(cart), `order:${cart}`));
    assert.equal(await taken('soft'), 2);
    assert.ok(await hold(wanted('soft', 'g3', one)));
    await db.commit(releaseUses([await held('g3'), ...(await readHolds(db, APP, 'order:g1'))]));
    assert.equal(await taken('soft'), 1);
  });

  test('beside a soft limit a hard one is reserved, and each is given back as it was counted', async () => {
    const limits = (user: string): readonly UseLimit[] => [
      { holder: '', most: 1, isSoft: true },
      { holder: `user:${user}`, most: 1 },
    ];
    for (const [cart, user] of [
      ['h1', 'u'],
      ['h2', 'v'],
    ] as const) {
      assert.ok(await hold(wanted('beside', cart, limits(user))));
    }
    assert.equal(await hold(wanted('beside', 'h3', limits('u'))), false, 'he holds one already');
    await db.commit(releaseUses([await held('h1')]));
    assert.ok(await hold(wanted('beside', 'h4', limits('u'))));
    for (const cart of ['h2', 'h4']) await db.commit(confirmUse(await held(cart), `order:${cart}`));
    assert.equal(await taken('beside'), 2);
    await db.commit(releaseUses(await readHolds(db, APP, 'order:h2')));
    assert.equal(await taken('beside'), 1);
    const atOnce = (user: string): WantedUse => ({
      ...wanted('beside', '', limits(user)),
      holdKey: `order:of ${user}`,
    });
    await db.commit(useAtOnce(atOnce('w'), 0));
    await assert.rejects(db.commit(useAtOnce(atOnce('u'), 0)), (error) => usedUpOffer(error) === 'beside');
  });

  test('a hold that was soft as a whole counts all it stands for when it is confirmed', async () => {
    const holders = ['', 'user:x'];
    await db.commit([
      {
        sql: `insert into offer_hold (application_id, offer_id, hold_key, state, version, expires_at, created_at, document)
          values (?, 'older', 'cart:i1', 'held', 1, 9, 1, ?)`,
        params: [APP, JSON.stringify({ holders, isSoft: true })],
      },
    ]);
    await db.commit(confirmUse(await held('i1'), 'order:i1'));
    const counted = await db.all("select holder, taken from offer_use where offer_id = 'older' order by holder");
    assert.deepEqual(
      counted,
      holders.map((holder) => ({ holder, taken: 1 })),
    );
    await db.commit(releaseUses(await readHolds(db, APP, 'order:i1')));
    assert.equal(await taken('older'), 0);
  });

  test('whatever many carts do at once, what is counted is what is held, and never more than the limit', async () => {
    const five: readonly UseLimit[] = [{ holder: '', most: 5 }];
    const offers = ['mix-1', 'mix-2'];
    let seed = 7;
    const chance = (below: number): number => (seed = (seed * 48_271) % 2_147_483_647) % below;
    const step = async (now: number): Promise<void> => {
      const cart = `x${chance(12)}`;
      const use = wanted(offers[chance(2)] ?? '', cart, five);
      const choice = chance(10);
      if (choice < 6) return void (await hold(use, now));
      const own = (await readHolds(db, APP, use.holdKey)).filter(({ state }) => state === 'held');
      if (choice < 7) return void (await db.commit(releaseUses(own)).catch(() => undefined));
      if (choice < 8) return void (await sweepUses(db, now));
      for (const one of own) await db.commit(confirmUse(one, `order:${cart}-${now}-${seed}`)).catch(() => undefined);
    };
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(Array.from({ length: 25 }, () => step(round * 10 * MINUTES)));
      for (const offerId of offers) {
        const uses = await taken(offerId);
        assert.equal(uses, await holdCount(offerId));
        assert.ok(uses <= 5, `${uses} uses of 5`);
      }
      // Orders are cancelled now and then, so that there is something left to race for.
      const orders = await db.all<{ hold_key: string }>(
        "select hold_key from offer_hold where state = 'confirmed' and offer_id like 'mix-%'",
      );
      for (const { hold_key } of orders) await db.commit(releaseUses(await readHolds(db, APP, hold_key)));
    }
  });

  test('the sweep gives back every expired hold and nothing else', async () => {
    const many = [{ holder: '', most: 1_000 }];
    await Promise.all(Array.from({ length: 120 }, (_, n) => hold(wanted('swept', n, many))));
    assert.ok(await hold(wanted('swept', 'later', many), 60 * MINUTES));
    await sweepUses(db, 60 * MINUTES);
    assert.equal(await taken('swept'), 1);
    assert.equal(await holdCount('swept'), 1);
  });

  const money = (offerId: string, cart: number | string, amount: number): WantedUse =>
    wanted(offerId, cart, [{ holder: BUDGET, most: 1000, amount }]);
  const spent = async (offerId: string): Promise<number> =>
    (await readTaken(db, APP, [offerId], BUDGET)).get(offerId) ?? 0;
  const left = async (offerId: string): Promise<number | undefined> =>
    (await readUsesLeft(db, APP, [{ offerId, limits: [{ holder: BUDGET, most: 1000 }] }])).budgets[offerId];

  test('200 carts race for 1,000 of money, 30 or 47 each: it is never overspent, and no cart that fits is refused', async () => {
    const wishes = Array.from({ length: 200 }, (_, n) => (n % 2 === 0 ? 30 : 47));
    const got = await Promise.all(wishes.map((amount, n) => hold(money('rush', n, amount))));
    const sum = wishes.reduce((total, amount, n) => total + (got[n] === true ? amount : 0), 0);
    assert.equal(await spent('rush'), sum);
    assert.ok(sum <= 1000 && sum > 1000 - 30, `${sum} of 1000`);
    assert.equal(await left('rush'), 1000 - sum);
  });

  test('what was held comes back when its holder vanishes, in part when goods go back, and wholly when the order ends', async () => {
    assert.ok(await hold(money('money', 1, 900)));
    assert.equal(await hold(money('money', 2, 200)), false);
    assert.equal(await left('money'), 100);
    assert.ok(await hold(money('money', 3, 300), 20 * MINUTES), 'the hold that ran out was given back');
    assert.equal(await spent('money'), 300);
    await db.commit(confirmUse(await held(3), 'order:3'));
    const [order] = await readHolds(db, APP, 'order:3');
    assert.ok(order);
    await db.commit(lowerBudget(order, 120));
    assert.equal(await spent('money'), 120);
    await assert.rejects(() => db.commit(lowerBudget(order, 50)), 'the hold is not as it was read');
    assert.deepEqual(lowerBudget((await readHolds(db, APP, 'order:3'))[0] ?? order, 120), []);
    await db.commit(releaseUses(await readHolds(db, APP, 'order:3')));
    assert.deepEqual([await spent('money'), await left('money')], [0, 1000]);
  });
});
