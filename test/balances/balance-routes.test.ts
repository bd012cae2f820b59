import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { readPayable } from '../../src/balances/read-balances.ts';
import { newShop, signedIn } from '../applications/test-server.ts';
import { freshKey } from '../cart/cart-server.ts';
import { forEachEngine } from '../databases.ts';
import { type Ask, type Json, openBalanceServer } from './balance-server.ts';

forEachEngine(async (engine) => {
  const server = await openBalanceServer(engine);
  after(() => server.close());
  const staff = await server.staff('balance');

  const customer = async (userId: string): Promise<Ask> => server.ask((await server.customer(userId)).known());
  const adjust = (userId: string, body: Json, headers?: Readonly<Record<string, string>>) =>
    staff('POST', `/customers/${userId}/adjustments`, { reason: 'test', ...body }, headers);
  const errorOf = ({ status, body }: { status: number; body: Json }) => [status, body['error_code']];

  describe('an adjustment', () => {
    test('moves the balance, tells the customer why, and is audited', async () => {
      const asha = await customer('asha');
      const added = await adjust('asha', { kind: 'store_credit', amount: 12.5, reason: 'The parcel was late.' });
      assert.equal(added.status, 201, JSON.stringify(added.body));
      server.shop.node.clock.at += 1000;
      const taken = await adjust('asha', { kind: 'store_credit', amount: -2.25, reason: 'Paid twice.' });
      assert.equal(taken.body['balance'], 10.25);
      const own = await asha('GET', '/balance/v1.0/balances');
      const pending = { points: 0, store_credit: 0 };
      const none = { points_ending: [], gift_cards: [] };
      assert.deepEqual(own.body, { currency: 'INR', points: 0, store_credit: 10.25, pending, ...none });
      assert.deepEqual((await staff('GET', '/customers/asha/balances')).body, own.body);
      const { items } = (await asha('GET', '/balance/v1.0/entries')).body as { readonly items: readonly Json[] };
      assert.deepEqual(
        items.map(({ direction, amount, reason }) => [direction, amount, reason]),
        [
          ['adjusted', -2.25, 'Paid twice.'],
          ['adjusted', 12.5, 'The parcel was late.'],
        ],
      );
      assert.ok(
        items.every((item) => !('author' in item)),
        'a customer is not told who of the shop it was',
      );
      const audit = await server.shop.node.db.all<{ actor: string; action: string }>(
        "select actor, action from audit where subject like '%customer/asha'",
      );
      assert.equal(audit.length, 2);
      assert.ok(audit.every(({ actor, action }) => action === 'balance.adjust' && actor.startsWith('operator:')));
    });

    test('needs a key, and counts once however often it is sent', async () => {
      const { companyId, applicationId } = server.shop;
      const person = await signedIn(server.app, server.shop.node, server.shop, 'owner');
      const bare = await person({
        method: 'POST',
        url: `/service/platform/balance/v1.0/company/${companyId}/application/${applicationId}/customers/b/adjustments`,
        payload: { kind: 'points', amount: 5, reason: 'Hello.' },
      });
      assert.deepEqual([bare.statusCode, bare.json<Json>()['error_code']], [400, 'idempotency_key_missing']);
      const headers = { 'idempotency-key': freshKey() };
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => adjust('bela', { kind: 'points', amount: 5 }, headers)),
      );
      assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 1);
      assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
      assert.equal((await staff('GET', '/customers/bela/balances')).body['points'], 5);
    });

    test('that cannot be is refused and stores nothing', async () => {
      const refusals: readonly (readonly [Json, number, string])[] = [
        [{ kind: 'points', amount: 1.5 }, 400, 'body_invalid'],
        [{ kind: 'store_credit', amount: 0.001 }, 400, 'body_invalid'],
        [{ kind: 'points', amount: 0 }, 400, 'body_invalid'],
        [{ kind: 'points', amount: 5, reason: '  ' }, 400, 'body_invalid'],
        [{ kind: 'points', amount: 5, gift_card_id: 'x' }, 400, 'body_invalid'],
        [{ kind: 'gift_card', amount: 5 }, 400, 'body_invalid'],
        [{ kind: 'gift_card', amount: 5, gift_card_id: 'x' }, 404, 'gift_card_not_found'],
        [{ kind: 'points', amount: -1 }, 409, 'balance_insufficient'],
        [{ kind: 'money', amount: 1 }, 400, 'body_invalid'],
        [{ kind: 'points', amount: 1e10 }, 400, 'body_invalid'],
      ];
      for (const [body, status, code] of refusals) {
        assert.deepEqual(errorOf(await adjust('cyd', body)), [status, code], JSON.stringify(body));
      }
      assert.deepEqual((await staff('GET', '/customers/cyd/entries')).body['items'], []);
    });
  });

  describe('the ledger', () => {
    test('is read page by page, newest first, of one kind or of all', async () => {
      for (let at = 1; at <= 5; at += 1) {
        server.shop.node.clock.at += 1000;
        await adjust('dev', { kind: at % 2 === 0 ? 'points' : 'store_credit', amount: at });
      }
      const seen: unknown[] = [];
      let page: string | undefined;
      do {
        const { body } = await staff(
          'GET',
          `/customers/dev/entries?page_size=2${page === undefined ? '' : `&page_id=${page}`}`,
        );
        seen.push(...(body['items'] as readonly Json[]).map(({ amount }) => amount));
        page = (body['page'] as { readonly next_id?: string }).next_id;
      } while (page !== undefined);
      assert.deepEqual(seen, [5, 4, 3, 2, 1]);
      const points = await staff('GET', '/customers/dev/entries?kind=points');
      assert.deepEqual(
        (points.body['items'] as readonly Json[]).map(({ amount }) => amount),
        [4, 2],
      );
      assert.deepEqual(errorOf(await staff('GET', '/customers/dev/entries?page_id=nonsense')), [400, 'page_invalid']);
    });

    test('is the customer’s own: nobody else and nobody without an account sees it', async () => {
      await adjust('eve', { kind: 'points', amount: 7 });
      const other = await customer('mallory');
      assert.equal((await other('GET', '/balance/v1.0/balances')).body['points'], 0);
      assert.deepEqual(errorOf(await server.ask({})('GET', '/balance/v1.0/balances')), [401, 'customer_required']);
      assert.deepEqual(errorOf(await server.ask({})('GET', '/balance/v1.0/entries')), [401, 'customer_required']);
      const { node } = server.shop;
      const foreign = await newShop(node);
      const stranger = await signedIn(server.app, node, foreign, 'owner');
      const { companyId, applicationId } = server.shop;
      const asked = await stranger({
        method: 'GET',
        url: `/service/platform/balance/v1.0/company/${companyId}/application/${applicationId}/customers/eve/balances`,
      });
      assert.deepEqual([asked.statusCode, asked.json<Json>()['error_code']], [404, 'application_not_found']);
    });
  });

  describe('a gift card', () => {
    const made = async (body: Json) => {
      const answer = await staff('POST', '/gift-cards', body);
      assert.equal(answer.status, 201, JSON.stringify(answer.body));
      return answer.body as Json & { readonly id: string; readonly code: string };
    };

    test('shows its code once, keeps it as a hash, and is somebody’s after he typed it', async () => {
      const headers = { 'idempotency-key': freshKey() };
      const first = await staff('POST', '/gift-cards', { value: 50, note: 'For Asha' }, headers);
      const code = String(first.body['code']);
      assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      const again = await staff('POST', '/gift-cards', { value: 50, note: 'For Asha' }, headers);
      assert.deepEqual([again.replayed, again.body['id'], again.body['code']], [true, first.body['id'], undefined]);
      assert.ok(!(await server.shop.node.dump()).includes(code));
      const gita = await customer('gita');
      const redeemed = await gita('POST', '/balance/v1.0/gift-cards', {
        code: code.toLowerCase().replaceAll('-', ' '),
      });
      assert.equal(redeemed.status, 200, JSON.stringify(redeemed.body));
      assert.deepEqual(redeemed.body['gift_cards'], [
        { id: first.body['id'], hint: code.slice(-4), balance: 50, expires_at: null, is_expired: false },
      ]);
      const own = { 'idempotency-key': freshKey() };
      for (const replayed of [false, true]) {
        const repeated = await gita('POST', '/balance/v1.0/gift-cards', { code }, own);
        assert.deepEqual([repeated.status, repeated.replayed], [200, replayed]);
      }
      const other = await customer('hari');
      assert.deepEqual(errorOf(await other('POST', '/balance/v1.0/gift-cards', { code })), [409, 'gift_card_redeemed']);
      const shown = await staff('GET', `/gift-cards/${String(first.body['id'])}`);
      assert.deepEqual(
        [shown.body['state'], shown.body['user_id'], shown.body['note']],
        ['redeemed', 'gita', 'For Asha'],
      );
    });

    test('that 20 customers type at once becomes one customer’s', async () => {
      const { code, id } = await made({ value: 10 });
      const people = await Promise.all(Array.from({ length: 20 }, (_, at) => customer(`racer${at}`)));
      const answers = await Promise.all(people.map((person) => person('POST', '/balance/v1.0/gift-cards', { code })));
      assert.equal(answers.filter(({ status }) => status === 200).length, 1);
      assert.ok(answers.every(({ status, body }) => status === 200 || body['error_code'] === 'gift_card_redeemed'));
      const entries = await server.shop.node.db.all('select id from balance_entry where account = ?', [id]);
      assert.equal(entries.length, 1);
    });

    test('can belong to a customer from the start, and be adjusted for him', async () => {
      const { id } = await made({ value: 30, user_id: 'indu' });
      const adjusted = await adjust('indu', { kind: 'gift_card', gift_card_id: id, amount: -5.5 });
      assert.equal(adjusted.body['balance'], 24.5);
      assert.deepEqual(errorOf(await adjust('jay', { kind: 'gift_card', gift_card_id: id, amount: 1 })), [
        404,
        'gift_card_not_found',
      ]);
    });

    test('that ends first pays first', async () => {
      const at = server.shop.node.clock.at;
      const endless = await made({ value: 1, user_id: 'mira' });
      const later = await made({ value: 2, user_id: 'mira', expires_at: new Date(at + 2_000).toISOString() });
      const sooner = await made({ value: 3, user_id: 'mira', expires_at: new Date(at + 1_000).toISOString() });
      const { gift_cards: cards } = (await staff('GET', '/customers/mira/balances')).body;
      assert.deepEqual(
        (cards as readonly Json[]).map(({ id }) => id),
        [sooner.id, later.id, endless.id],
      );
      const { applicationId, node } = server.shop;
      const payable = await readPayable(node.db, applicationId, 'mira', at + 1_000);
      assert.deepEqual(payable.giftCards, [
        { id: later.id, balance: 200 },
        { id: endless.id, balance: 100 },
      ]);
    });

    test('that expired, was cancelled or never was is refused', async () => {
      const kim = await customer('kim');
      const at = server.shop.node.clock.at;
      const brief = await made({ value: 5, expires_at: new Date(at + 60_000).toISOString() });
      server.shop.node.clock.at += 60_000;
      const redeem = async (code: string) => errorOf(await kim('POST', '/balance/v1.0/gift-cards', { code }));
      assert.deepEqual(await redeem(brief.code), [409, 'gift_card_unusable']);
      const lost = await made({ value: 5 });
      assert.equal((await staff('DELETE', `/gift-cards/${lost.id}`)).body['state'], 'cancelled');
      assert.equal((await staff('DELETE', `/gift-cards/${lost.id}`)).status, 200);
      assert.deepEqual(await redeem(lost.code), [409, 'gift_card_unusable']);
      assert.deepEqual(await redeem('0000-0000-0000-0000'), [404, 'gift_card_not_found']);
      assert.deepEqual(await redeem('U!'), [404, 'gift_card_not_found']);
      const taken = await made({ value: 5, user_id: 'kim' });
      assert.deepEqual(errorOf(await staff('DELETE', `/gift-cards/${taken.id}`)), [409, 'gift_card_redeemed']);
      const past = await staff('POST', '/gift-cards', { value: 5, expires_at: '2020-01-01T00:00:00Z' });
      assert.deepEqual(errorOf(past), [400, 'body_invalid']);
      assert.deepEqual(errorOf(await staff('POST', '/gift-cards', { value: 0.001 })), [400, 'body_invalid']);
      assert.deepEqual(errorOf(await staff('GET', '/gift-cards/none')), [404, 'gift_card_not_found']);
    });

    test('is one of fifty with something on them at most', async () => {
      const { db } = server.shop.node;
      const { applicationId } = server.shop;
      await db.commit(
        Array.from({ length: 50 }, (_, at) => ({
          sql: `insert into balance (application_id, user_id, kind, account, amount, version, expires_at, modified_at)
            values (?, 'lata', 'gift_card', ?, 1, 1, null, 0)`,
          params: [applicationId, `card${at}`],
        })),
      );
      const { code } = await made({ value: 5 });
      const lata = await customer('lata');
      assert.deepEqual(errorOf(await lata('POST', '/balance/v1.0/gift-cards', { code })), [
        409,
        'gift_card_limit_reached',
      ]);
      assert.deepEqual(errorOf(await staff('POST', '/gift-cards', { value: 5, user_id: 'lata' })), [
        409,
        'gift_card_limit_reached',
      ]);
    });

    test('is one of fifty at most, however many are redeemed and given at once', async () => {
      const { db } = server.shop.node;
      const { applicationId } = server.shop;
      await db.commit(
        Array.from({ length: 46 }, (_, at) => ({
          sql: `insert into balance (application_id, user_id, kind, account, amount, version, expires_at, modified_at)
            values (?, 'mani', 'gift_card', ?, 1, 1, null, 0)`,
          params: [applicationId, `card${at}`],
        })),
      );
      const codes: string[] = [];
      for (let at = 0; at < 8; at += 1) codes.push((await made({ value: 5 })).code);
      const mani = await customer('mani');
      const answers = await Promise.all([
        ...codes.map((code) => mani('POST', '/balance/v1.0/gift-cards', { code })),
        ...codes.map(() => staff('POST', '/gift-cards', { value: 5, user_id: 'mani' })),
      ]);
      const refused = answers.filter(({ status }) => status >= 400);
      assert.deepEqual(new Set(refused.map(errorOf).map(String)), new Set(['409,gift_card_limit_reached']));
      assert.equal(refused.length, 12);
      const rows = await db.all("select account from balance where user_id = 'mani' and kind = 'gift_card'");
      assert.equal(rows.length, 50);
      const entries = await db.all("select id from balance_entry where user_id = 'mani'");
      assert.equal(entries.length, 4, 'a card that is refused leaves nothing');
      const redeemed = await db.all("select id from gift_card where user_id = 'mani'");
      assert.equal(redeemed.length, 4);
    });

    test('is listed newest first', async () => {
      server.shop.node.clock.at += 1000;
      const { id } = await made({ value: 77 });
      const { items, page } = (await staff('GET', '/gift-cards?page_size=1')).body as {
        readonly items: readonly Json[];
        readonly page: Json;
      };
      assert.deepEqual(
        items.map((card) => [card['id'], card['value'], card['state'], 'code' in card]),
        [[id, 77, 'open', false]],
      );
      assert.equal(page['has_next'], true);
    });
  });
});
