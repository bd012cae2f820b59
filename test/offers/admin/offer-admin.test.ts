/** Promotions and coupons as a merchant manages them: saving, life, codes, lists, ownership, audit. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { forEachEngine } from '../../databases.ts';
import { type Answer, couponBody, type OfferServer, offerServer, promotionBody } from '../offer-server.ts';

const KEY = { 'idempotency-key': 'a-key-that-is-long-enough' };

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(() => server.close());
  const { ok } = server;
  const offerVersion = async (): Promise<number> => {
    const row = await server.node.db.one<{ version: number }>(
      'select version from offer_version where application_id = ?',
      [server.shop.applicationId],
    );
    return row?.version ?? 0;
  };
  const audit = (subject: string): Promise<readonly { action: string; document: string; actor: string }[]> =>
    server.node.db.all('select action, document, actor from audit where subject = ? order by created_at desc', [
      subject,
    ]);

  test('a promotion is given back as it was written, with its state, its author and the times it runs', async () => {
    const body = promotionBody({ tags: ['a'], _custom_json: { x: 1 }, new_in_a_later_sdk: { kept: [1] } });
    const added = await ok('POST', '/promotion', body);
    const read = await ok('GET', `/promotion/${added['_id']}`);
    assert.deepEqual(read, added);
    for (const name of ['buy_rules', 'discount_rules', 'tags', '_custom_json', 'new_in_a_later_sdk', 'display_meta']) {
      assert.deepEqual(read[name], body[name], name);
    }
    const { start, end } = body['_schedule'] as Record<string, string>;
    assert.deepEqual(read['_schedule'], {
      start,
      end,
      status: 'published',
      published: true,
      next_schedule: [{ start, end }],
    });
    assert.equal((read['author'] as Record<string, unknown>)['approved_by'], 'service:client');
    assert.equal(read['application_id'], server.shop.applicationId);
  });

  test('what was read can be sent back: nothing changes, not even the version', async () => {
    const uses = { maximum: { user: 1, total: 5 }, remaining: { user: 1, total: 5 } };
    const cron = { cron: '0 18 * * FRI', duration: 60, status: 'published' };
    for (const [path, body] of [
      ['/promotion', promotionBody({ restrictions: { uses } })],
      ['/promotion', promotionBody({ _schedule: cron, restrictions: undefined })],
      ['/coupon', couponBody({ code: 'BACK', restrictions: { uses }, _schedule: cron })],
    ] as const) {
      const { _id: id } = await ok('POST', path, body);
      const read = await server.call('GET', `${path}/${id}`);
      const put = await server.call('PUT', `${path}/${id}`, read.json());
      assert.equal(put.headers['etag'], read.headers['etag']);
      assert.deepEqual(await ok('GET', `${path}/${id}`), read.json());
    }
  });

  test('a draft is not priced; publishing raises the version that nodes look at', async () => {
    const atFirst = await offerVersion();
    const { _id: id } = await ok('POST', '/promotion', promotionBody({ _schedule: {} }));
    assert.equal(await offerVersion(), atFirst);
    await ok('PATCH', `/promotion/${id}`, { schedule: { status: 'review' } });
    assert.equal(await offerVersion(), atFirst);
    await ok('PATCH', `/promotion/${id}`, { schedule: { published: true } });
    assert.equal(await offerVersion(), atFirst + 1);
    await ok('PATCH', `/promotion/${id}`, { archive: true });
    assert.equal(await offerVersion(), atFirst + 2);
    await ok('DELETE', `/promotion/${id}`);
    assert.equal(await offerVersion(), atFirst + 2);
    assert.equal((await server.call('GET', `/promotion/${id}`)).statusCode, 404);
  });

  test('an offer beyond limits that came later can be archived, unpublished and ended, and nothing else', async () => {
    const { _id: id } = await ok('POST', '/promotion', promotionBody());
    const { buy_rules, _schedule } = await ok('GET', `/promotion/${id}`);
    const rule = Object.values(buy_rules as Record<string, unknown>)[0];
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`rule#${at + 1}`, rule]));
    const { node } = server;
    const row = await node.db.one<{ document: string }>('select document from offer where id = ?', [id]);
    const stored = JSON.parse(row?.document ?? '{}') as { readonly definition: object };
    const document = JSON.stringify({ ...stored, definition: { ...stored.definition, buy_rules: many } });
    await node.db.commit([{ sql: 'update offer set document = ? where id = ?', params: [document, id] }]);
    const patched = async (patch: object): Promise<unknown> => {
      const answer = await server.call('PATCH', `/promotion/${id}`, patch);
      return answer.statusCode === 200 ? 200 : answer.json<Answer>()['error_code'];
    };
    const { start, end } = _schedule as { start: string; end: string };
    const middle = new Date((Date.parse(start) + Date.parse(end)) / 2).toISOString();
    assert.equal(await patched({ schedule: { end: middle } }), 200, 'sooner');
    assert.equal(await patched({ schedule: { end } }), 'offer_invalid', 'later');
    assert.equal(await patched({ schedule: { end: start } }), 'offer_invalid', 'before it begins');
    assert.equal(await patched({ schedule: { published: false } }), 200);
    assert.equal(await patched({ schedule: { published: true } }), 'offer_invalid');
    assert.equal(await patched({ archive: true }), 200);
    const whole = await ok('GET', `/promotion/${id}`);
    const answer = await server.call('PUT', `/promotion/${id}`, { ...whole, tags: ['new'] });
    assert.equal(answer.json<Answer>()['error_code'], 'offer_invalid');
  });

  test('the life of an offer: each step is remembered, and only steps that exist are taken', async () => {
    const { _id: id } = await ok('POST', '/coupon', couponBody({ code: 'LIFE', _schedule: { status: 'draft' } }));
    const refused = await server.call('PATCH', `/coupon/${id}`, { schedule: { status: 'rejected' } });
    assert.deepEqual([refused.statusCode, refused.json<Answer>()['error_code']], [409, 'offer_state_conflict']);
    await ok('PATCH', `/coupon/${id}`, { schedule: { status: 'review' } });
    await ok(
      'PUT',
      `/coupon/${id}`,
      couponBody({ code: 'LIFE', reason: 'Too much', _schedule: { status: 'rejected' } }),
    );
    const read = await ok('GET', `/coupon/${id}`);
    assert.equal(read['reason'], 'Too much');
    assert.equal((read['_schedule'] as Record<string, unknown>)['status'], 'rejected');
    const dates = read['date_meta'] as Record<string, string | null>;
    assert.ok(dates['reviewed_on'] && dates['rejected_on'] && dates['approved_on'] === null);
    assert.equal((await server.call('PATCH', `/coupon/${id}`, { schedule: { status: 'published' } })).statusCode, 409);
  });

  test('a code belongs to one offer of the application, however it is typed', async () => {
    const { _id: id } = await ok('POST', '/coupon', couponBody({ code: 'Once' }));
    for (const [path, body] of [
      ['/coupon', couponBody({ code: 'ONCE' })],
      ['/promotion', promotionBody({ mode: 'coupon', code: 'once' })],
    ] as const) {
      const taken = await server.call('POST', path, body);
      assert.deepEqual([taken.statusCode, taken.json<Answer>()['error_code']], [409, 'code_taken']);
    }
    assert.deepEqual(await ok('GET', '/coupon_code_exists?code=oNcE'), {
      success: false,
      exists: true,
      message: 'This code is taken.',
    });
    await ok('PUT', `/coupon/${id}`, couponBody({ code: 'Twice' }));
    assert.equal((await ok('GET', '/promotion_code_exists?code=once'))['exists'], false);
    assert.equal((await ok('GET', '/promotion_code_exists?code=TWICE'))['exists'], true);
    await ok('DELETE', `/coupon/${id}`);
    assert.equal((await ok('GET', '/coupon_code_exists?code=twice'))['exists'], false);
  });

  test('twenty at once for one code: one has it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', '/coupon', couponBody({ code: 'RUSH' }))),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 201).length, 1);
    assert.equal(answers.filter(({ statusCode }) => statusCode === 409).length, 19);
  });

  test('lists have filters and pages', async () => {
    for (let n = 0; n < 12; n += 1) {
      server.node.clock.at += 1_000;
      await ok(
        'POST',
        '/promotion',
        promotionBody({ promo_group: 'cart', display_meta: { name: `Listed ${n} 100%_!` } }),
      );
    }
    const first = await ok('GET', '/promotion?q=LISTED&page_size=5');
    const page = first['page'] as Record<string, unknown>;
    assert.deepEqual([page['total'], page['has_next'], page['has_previous'], page['page_size']], [12, true, false, 5]);
    const third = await ok('GET', '/promotion?q=listed&page_size=5&page_no=3');
    assert.equal(third.items.length, 2);
    const names = [...first.items, ...third.items].map(({ display_meta: shown }) => (shown as { name: string }).name);
    assert.deepEqual([names[0], names.at(-1)], ['Listed 11 100%_!', 'Listed 0 100%_!']);
    assert.equal((await ok('GET', '/promotion?q=100%25_!&page_size=1')).items.length, 1);
    assert.equal((await ok('GET', '/promotion?q=100x')).items.length, 0);
    assert.equal((await ok('GET', '/promotion?promo_group=cart&page_size=100')).items.length, 12);
    assert.equal((await ok('GET', '/promotion?status=live&promo_group=cart&page_size=100')).items.length, 12);
    assert.equal((await ok('GET', '/promotion?status=draft&promo_group=cart')).items.length, 0);
    assert.equal((await ok('GET', '/promotion?is_active=false&promo_group=cart')).items.length, 0);
    assert.equal((await ok('GET', '/promotion?approved_start_time=2030-01-01T00:00:00Z')).items.length, 0);
    const id = first.items[0]?.['_id'];
    assert.deepEqual(
      (await ok('GET', `/promotion?promotion_id=${id}`)).items.map((item) => item['_id']),
      [id],
    );
    assert.equal((await server.call('GET', '/promotion?page_size=1000')).statusCode, 400);
    assert.equal((await server.call('GET', '/promotion?review_end_time=soon')).statusCode, 400);
  });

  test('what belongs to another organization does not exist', async () => {
    const { _id: id } = await ok('POST', '/promotion', promotionBody());
    const as = server.otherShop;
    for (const [method, path, body] of [
      ['GET', `/promotion/${id}`],
      ['PUT', `/promotion/${id}`, promotionBody()],
      ['PATCH', `/promotion/${id}`, { archive: true }],
      ['DELETE', `/promotion/${id}`],
      ['GET', '/promotion'],
      ['POST', '/promotion', promotionBody()],
      ['GET', '/coupon'],
      ['GET', '/coupon_code_exists?code=TEN'],
      ['GET', '/coupon_options'],
      ['GET', '/cart_configuration'],
      ['PUT', `/cart_configuration/${server.shop.applicationId}`, {}],
      ['GET', '/price-adjustment?cart_id=c'],
    ] as const) {
      assert.equal((await server.call(method, path, body, { as })).statusCode, 404, `${method} ${path}`);
    }
    // A promotion is no coupon, whatever its id.
    assert.equal((await server.call('GET', `/coupon/${id}`)).statusCode, 404);
  });

  test('reading and writing need their own permission', async () => {
    const permissions = ['company/price_rules/read'];
    assert.equal((await server.call('GET', '/promotion', undefined, { permissions })).statusCode, 200);
    assert.equal((await server.call('POST', '/promotion', undefined, { permissions })).statusCode, 403);
    assert.equal((await server.call('GET', '/cart_configuration', undefined, { permissions })).statusCode, 403);
  });

  test('If-Match: a change on another version than the current one is refused', async () => {
    const { _id: id } = await ok('POST', '/promotion', promotionBody());
    const { headers } = await server.call('GET', `/promotion/${id}`);
    const etag = String(headers['etag']);
    const change = (): ReturnType<OfferServer['call']> =>
      server.call('PUT', `/promotion/${id}`, promotionBody({ apply_priority: 7 }), { headers: { 'if-match': etag } });
    assert.equal((await change()).statusCode, 200);
    assert.equal((await change()).statusCode, 412);
  });

  test('a repeat under the same Idempotency-Key makes nothing twice', async () => {
    const post = () => server.call('POST', '/promotion', promotionBody(), { headers: KEY });
    const answers = await Promise.all(Array.from({ length: 8 }, post));
    const ids = answers.map((answer) => answer.json<Answer>()['_id']);
    assert.equal(new Set(ids).size, 1, JSON.stringify(answers.map(({ statusCode }) => statusCode)));
    assert.equal((await post()).headers['idempotent-replayed'], 'true');
    const other = await server.call('POST', '/promotion', promotionBody({ apply_priority: 3 }), { headers: KEY });
    assert.equal(other.statusCode, 422);
  });

  test('every change is audited with what was before and after', async () => {
    const { _id: id } = await ok('POST', '/coupon', couponBody({ code: 'AUDITED' }));
    server.node.clock.at += 1;
    await ok('PUT', `/coupon/${id}`, couponBody({ code: 'AUDITED', rule: [{ key: 1, value: 20 }] }));
    server.node.clock.at += 1;
    await ok('DELETE', `/coupon/${id}`);
    const [removed, changed, added] = await audit(`coupon/${id}`);
    assert.deepEqual(
      [removed?.action, changed?.action, added?.action],
      ['coupon.remove', 'coupon.change', 'coupon.add'],
    );
    assert.deepEqual(JSON.parse(changed?.document ?? ''), {
      before: { rule: [{ key: 1, value: 10, min: 0, max: 500 }] },
      after: { rule: [{ key: 1, value: 20 }] },
    });
    assert.equal(changed?.actor, 'service:client');
    assert.equal(JSON.parse(removed?.document ?? '').after, null);
  });
});
