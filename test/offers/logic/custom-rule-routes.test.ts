/** Custom rules as a merchant keeps them: what is refused and why, versions, secrets, the number of them, and trying one. */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { assemble, i32, op, tenth } from '../../../docs/examples/custom-rule/tenth.ts';
import { forEachEngine } from '../../databases.ts';
import { readRuleSecret } from '../../../src/offers/logic/change-custom-rule.ts';
import { offerServer } from '../offer-server.ts';
import { printedJson } from '../../printed-json.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const byModule = { name: 'A tenth', purpose: 'discount', runs: 'module', module: base64(tenth) };
const byCall = { name: 'By the ERP', purpose: 'discount', runs: 'call', url: 'https://erp.example/discounts' };

forEachEngine(async (engine) => {
  const server = await offerServer(engine);
  after(server.close);
  const { ok, call, node, shop } = server;
  const refused = async (body: object): Promise<readonly (readonly [string, string])[]> => {
    const answer = await call('PUT', '/custom_rule/refused', body);
    assert.equal(answer.statusCode, 422, answer.body);
    const { code, details } = answer.json<{ code?: string; details: { field: string; message: string }[] }>();
    assert.ok(code === undefined || code === 'custom_rule_invalid');
    return details.map(({ field, message }) => [field, message]);
  };
  const modulesKept = async (): Promise<readonly string[]> => {
    const rows = await node.db.all<{ hash: string }>(
      'select hash from custom_module where application_id = ? order by hash limit 100',
      [shop.applicationId],
    );
    return rows.map(({ hash }) => hash);
  };

  describe('a custom rule', () => {
    test('is kept with its module, by its hash, and changed on the version one has seen', async () => {
      const made = await ok('PUT', '/custom_rule/tenth', byModule);
      assert.match(String(made['module_hash']), /^[0-9a-f]{64}$/);
      assert.deepEqual([made['time_ms'], made['fallback'], made['secret']], [100, 'none', undefined]);
      const { module: _module, ...rest } = byModule;
      const changed = await ok('PUT', '/custom_rule/tenth', { ...rest, name: 'Ten percent', time_ms: 50 });
      assert.deepEqual(
        [changed['version'], changed['module_hash']],
        [Number(made['version']) + 1, made['module_hash']],
      );
      assert.deepEqual(await ok('GET', '/custom_rule/tenth'), changed);
      const stale = await call('PUT', '/custom_rule/tenth', byModule, {
        headers: { 'if-match': `"${String(made['version'])}"` },
      });
      assert.equal(stale.statusCode, 412, stale.body);
      assert.deepEqual(
        (await ok('GET', '/custom_rule')).items.map(({ code }) => code),
        ['tenth'],
      );
    });

    test('leaves no module behind that nobody runs', async () => {
      const other = assemble({ run: [i32(4)] });
      const before = await modulesKept();
      assert.equal(before.length, 1);
      await ok('PUT', '/custom_rule/same', byModule);
      await ok('PUT', '/custom_rule/tenth', { ...byModule, module: base64(other) });
      assert.equal((await modulesKept()).length, 2, 'the other rule runs the first one still');
      await ok('DELETE', '/custom_rule/same');
      assert.deepEqual(
        (await modulesKept()).filter((hash) => before.includes(hash)),
        [],
      );
      await ok('DELETE', '/custom_rule/tenth');
      assert.deepEqual(await modulesKept(), []);
      assert.equal((await call('GET', '/custom_rule/tenth')).statusCode, 404);
    });

    test('tells the secret that it made once', async () => {
      const made = await ok('PUT', '/custom_rule/call', byCall);
      assert.match(String(made['secret']), /^whsec_/);
      assert.equal((await ok('PUT', '/custom_rule/call', byCall))['secret'], undefined);
      assert.equal((await ok('GET', '/custom_rule/call'))['secret'], undefined);
      const told = await node.db.all('select * from audit where subject = ? limit 10', ['custom_rule/call']);
      assert.equal(told.length, 2);
      assert.ok(!JSON.stringify(told).includes(String(made['secret'])));
      await ok('DELETE', '/custom_rule/call');
    });

    test('is signed by the secret of its address: another address has another, given or made', async () => {
      const put = async (body: object) => {
        const { secret } = await ok('PUT', '/custom_rule/moved', { ...byCall, ...body });
        const kept = await readRuleSecret(node, shop.applicationId, 'moved');
        assert.ok(secret === undefined || secret === kept);
        return { isTold: secret !== undefined, kept };
      };
      const [first, again] = [await put({}), await put({})];
      assert.deepEqual([first.isTold, again.isTold, again.kept], [true, false, first.kept]);
      const moved = await put({ url: 'https://erp.example/elsewhere' });
      assert.equal(moved.isTold, true);
      assert.notEqual(moved.kept, first.kept);
      const secret = 'the secret of a third address';
      assert.deepEqual(await put({ url: 'https://erp.example/third', secret }), { isTold: false, kept: secret });
      await ok('PUT', '/custom_rule/moved', byModule);
      const back = await put({ url: 'https://erp.example/third' });
      assert.equal(back.isTold, true, 'a module had no address');
      assert.notEqual(back.kept, secret);
      await ok('DELETE', '/custom_rule/moved');
    });

    test('is refused with a sentence that says what to change', async () => {
      const { module: _module, ...noModule } = byModule;
      const { url: _url, ...noUrl } = byCall;
      assert.deepEqual(await refused(noModule), [['module', 'Give the bytes of the module in base64.']]);
      assert.deepEqual(await refused(noUrl), [['url', 'Give the address that is called.']]);
      assert.deepEqual(await refused({ ...byModule, time_ms: 501 }), [
        ['time_ms', 'A module has at most 500 milliseconds.'],
      ]);
      const fields = async (body: object) => (await refused(body)).map(([field]) => field);
      assert.deepEqual(await fields({ ...byModule, module: base64(assemble({ run: [i32(4)], pages: [4, 300] })) }), [
        'module',
      ]);
      assert.deepEqual(await fields({ ...byModule, module: base64(assemble({ run: [op.add] })) }), ['module']);
      for (const url of [
        'http://erp.example/x',
        'https://127.0.0.1/',
        'https://169.254.169.254/',
        'ftp://a.example/',
      ]) {
        assert.deepEqual(await fields({ ...byCall, url }), ['url'], url);
      }
      for (const body of [{ ...byModule, time_ms: 0 }, { ...byModule, module: '§' }, {}]) {
        assert.equal((await call('PUT', '/custom_rule/refused', body)).statusCode, 400, JSON.stringify(body));
      }
    });

    test('is one of twenty at most', async () => {
      for (let at = 0; at < 20; at += 1) await ok('PUT', `/custom_rule/r${at}`, byCall);
      assert.match((await refused(byCall)).join(), /at most 20 custom rules/);
      for (let at = 0; at < 20; at += 1) await ok('DELETE', `/custom_rule/r${at}`);
    });

    test('for taxes is the only one, and one of twenty, however many are put at once', async () => {
      const put = async (code: string, body: object) => (await call('PUT', `/custom_rule/${code}`, body)).statusCode;
      const taxes = await Promise.all(
        Array.from({ length: 6 }, (_, at) => put(`t${at}`, { ...byCall, purpose: 'tax' })),
      );
      assert.deepEqual(
        taxes.toSorted((a, b) => a - b),
        [200, 422, 422, 422, 422, 422],
      );
      const all = await Promise.all(Array.from({ length: 25 }, (_, at) => put(`r${at}`, byCall)));
      assert.equal(all.filter((status) => status === 200).length, 19);
      const { items } = (await ok('GET', '/custom_rule')) as unknown as { items: { code: string }[] };
      for (const { code } of items) await ok('DELETE', `/custom_rule/${code}`);
      assert.deepEqual(await ok('GET', '/custom_rule'), { items: [] });
    });

    test('is tried before anything depends on it', async () => {
      await ok('PUT', '/custom_rule/tried', byModule);
      const input = { amount: 5000, lines: [] };
      assert.deepEqual(await ok('POST', '/custom_rule/tried/try', { input }), {
        outcome: 'answered',
        reason: null,
        answer: { cart: 500 },
      });
      await ok('PUT', '/custom_rule/tried', {
        ...byModule,
        module: base64(assemble({ run: [op.loop, 0x0c, 0, op.end, 0] })),
      });
      const tried = await ok('POST', '/custom_rule/tried/try', { input });
      assert.deepEqual([tried['outcome'], tried['answer']], ['late', null]);
      await ok('DELETE', '/custom_rule/tried');
    });

    test('is asked by the preview of offers', async () => {
      await ok('PUT', '/custom_rule/tenth', byModule);
      const promotion = printedJson('behaviour/custom-rules.md', 'custom-promotion') as object;
      const body = {
        items: [{ article_id: 'a', item_id: 1, quantity: 2, marked: 100, effective: 100 }],
        promotions: [promotion],
        as_of: '2026-11-15T00:00:00Z',
        published: false,
      };
      const shown = await ok('POST', '/promotion/preview', body);
      assert.deepEqual(
        (shown['applied'] as { amount: number }[]).map(({ amount }) => amount),
        [20],
      );
      await ok('DELETE', '/custom_rule/tenth');
      const without = await ok('POST', '/promotion/preview', body);
      assert.deepEqual(
        (without['not_applied'] as { reason: string }[]).map(({ reason }) => reason),
        ['no_extension'],
      );
    });
  });
});
