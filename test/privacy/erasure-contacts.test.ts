/** Guests are found by the phone number and the mail address they gave, however they wrote it and wherever it is left. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Row } from '../../src/db/database.ts';
import { digitsOf } from '../../src/privacy/contacts/same-phone-rules.ts';
import { forEachEngine } from '../databases.ts';
import { address, cart, checkOut, done, fillCart, openUp, platform } from './planted-shopper.ts';
import type { Call } from '../calls.ts';
import { openWholeShop } from './whole-shop.ts';
import { searched } from './contacts/searched.ts';

forEachEngine(async (engine) => {
  const whole = await openWholeShop(engine);
  after(() => whole.close());
  await openUp(whole);

  const erase = async (body: object): Promise<void> => {
    done(await whole.owner('POST', `${platform('user')}/erasures`, body), 'erasure');
  };
  const newGuest = async (more: object): Promise<Call> => {
    const guest = whole.guest();
    done(await guest('POST', `${cart}/address`, { ...address('Guest'), ...more }), 'address');
    return guest;
  };
  const addressesOf = async (shopper: Call): Promise<number> => {
    const { address: all } = done(await shopper('GET', `${cart}/address`), 'addresses');
    return (all as readonly unknown[]).length;
  };

  test('a guest is found by any spelling that checkout takes for the same person', async () => {
    const spelt = [
      { phone: '9893153906 ext 12', email: 'x@example.com' },
      { phone: '९८९३१५३९०६', email: 'x@example.com' },
      { phone: '9820099998', email: '"Who" <who@example.com>' },
      { phone: '9820099998', email: 'who+shop@example.com' },
    ];
    const guests = [];
    for (const more of spelt) guests.push(await newGuest(more));
    const other = await newGuest({ phone: '9820099998', email: 'whose@example.com' });
    await erase({ phone: '+91 98931 53906', email: 'Who@example.com' });
    const left = await Promise.all([...guests, other].map(addressesOf));
    assert.deepEqual(left, [0, 0, 0, 0, 1]);
  });

  test('a guest of another country is found by his whole number, whether its code stands beside it or follows from where he lives', async () => {
    const [beside, there, other] = [
      await newGuest({ phone: '(415) 555-2671', country_phone_code: '+1' }),
      await newGuest({ phone: '4155552671', area_code: '94105', state: 'California', country_iso_code: 'US' }),
      await newGuest({ phone: '4155552672', country_phone_code: '+1' }),
    ];
    await erase({ phone: '+1 415 555 2671' });
    assert.deepEqual(await Promise.all([beside, there, other].map(addressesOf)), [0, 0, 1]);
  });

  test('a guest is found by what he said with a cart that is emptied, merged or shared', async () => {
    const { node } = whole.shop;
    const rowsOf = async (): Promise<readonly string[]> => {
      const left = ['cart', 'cart_archive', 'cart_merge', 'cart_share'].map(async (table) => {
        const rows = await node.db.all<Row & { document: string }>(`select document from ${table}`);
        return rows.some(({ document }) => document.includes('late.guest')) ? [table] : [];
      });
      return (await Promise.all(left)).flat();
    };
    const said = (name: string) => ({
      pick_up_customer_details: { name, phone: '9820077777', email: 'late.guest@example.com' },
    });
    const [emptied, shared] = [whole.guest(), whole.guest()];
    await fillCart(emptied);
    done(await emptied('PUT', `${cart}/meta`, said('emptied')), 'meta');
    done(await emptied('PUT', `${cart}/cart_archive`, {}), 'emptied');
    const { id } = await fillCart(shared);
    const meta = { from: { email: 'late.guest@example.com' } };
    done(await shared('POST', `${cart}/share-cart`, { id, meta }), 'shared');
    await node.db.commit([
      {
        sql: `insert into cart_merge (id, application_id, owner_kind, owner_id, target_id, merged_at, undone_at, expires_at, document)
          values ('a-merge', ?, 'anonymous', 'whoever merged', 'none', 1, null, 2, ?)`,
        params: [
          whole.shop.applicationId,
          JSON.stringify({ before: { meta: { custom: { email: 'late.guest@example.com' } } } }),
        ],
      },
    ]);
    assert.deepEqual(await rowsOf(), ['cart_archive', 'cart_merge', 'cart_share']);
    await erase({ email: 'late.guest@example.com' });
    assert.deepEqual(await rowsOf(), []);
    const [first, second] = [whole.guest(), whole.guest()];
    for (const one of [first, second]) {
      await fillCart(one);
      done(await one('PUT', `${cart}/meta`, said('merged')), 'meta');
    }
    const customer = await whole.customer('una');
    for (const one of [first, second]) {
      done(await customer('GET', `${cart}/detail`, undefined, { 'x-anonymous-id': one.token() }), 'signed in');
    }
    const outOfUse = () => node.db.all("select id from cart where state = 'merged' and document like '%late.guest%'");
    assert.ok((await outOfUse()).length > 0);
    await erase({ phone: '9820077777' });
    assert.deepEqual(await outOfUse(), []);
  });

  test('nobody is found by a number that is not his: an amount, a product, a time, a code', async () => {
    const { node } = whole.shop;
    const [item, phone] = [9_820_033, '9820033445'];
    const prices = [{ currency_code: 'INR', marked: 98_200_334.45, effective: 98_200_334.45 }];
    await whole.shop.sell(item, [{ quantity: 9, prices }]);
    const fill = async (guest: Call): Promise<void> => {
      await fillCart(guest);
      const items = [{ item_id: item, item_size: 'M', quantity: 1 }];
      done(await guest('POST', `${cart}/detail`, { items }), 'dear goods');
    };
    const [stranger, left] = [whole.guest(), whole.guest()];
    await fill(stranger);
    done(await stranger('POST', `${cart}/address`, { ...address('Stranger'), phone: '9820000001' }), 'address');
    const orderId = await checkOut(stranger);
    await fill(left);
    done(await left('PUT', `${cart}/cart_archive`, {}), 'emptied');
    await fill(left);

    const tables = ['address', 'customer_order', 'cart', 'cart_archive', 'cart_merge', 'cart_share'];
    const stored = await Promise.all(
      tables.map((table) => node.db.all<Row & { document: string }>(`select document from ${table}`)),
    );
    const documents = stored.flat().map(({ document }) => JSON.parse(document) as unknown);
    const said = new Set(['phone', 'email']);
    const numbers = (value: unknown, name = ''): readonly string[] => {
      if (typeof value !== 'object' || value === null) {
        const digits = typeof value === 'string' || typeof value === 'number' ? digitsOf(String(value)) : '';
        return digits.length < 7 || said.has(name) ? [] : [digits, digits.slice(-10), digits.slice(-7)];
      }
      return Object.entries(value).flatMap(([key, member]) => numbers(member, key));
    };
    const sought = new Set(documents.flatMap((document) => numbers(document)));
    assert.ok(sought.has(phone) && sought.has(String(item)) && sought.size > 30);
    for (const one of sought) {
      const search = searched({ phone: one, country: 'IN' });
      assert.equal(
        documents.find((document) => search(document).isFound),
        undefined,
        `${one} finds somebody`,
      );
    }

    const addressOf = async (): Promise<unknown> => {
      const row = await node.db.one<Row & { document: string }>('select document from customer_order where id = ?', [
        orderId,
      ]);
      return (JSON.parse(row?.document ?? '{}') as { readonly delivery?: unknown }).delivery;
    };
    const before = await addressOf();
    for (const one of [phone, String(item)]) await erase({ phone: one });
    assert.deepEqual(await addressOf(), before);
    assert.equal(await addressesOf(stranger), 1);
    assert.equal((done(await left('GET', `${cart}/detail?i=true`), 'cart')['items'] as unknown[]).length, 3);
  });
});
