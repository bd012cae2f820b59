import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deactivateOperator } from '../../src/operators/add-operator.ts';
import { system } from '../../src/applications/node.ts';
import { enterByLink, sessionOperator } from '../../src/operators/operator-session.ts';
import { setPassword } from '../../src/operators/set-password.ts';
import { signInDesk } from '../../src/operators/sign-in-desk.ts';
import { currentSession, signInAddress } from '../../src/operators/sign-in-operator.ts';
import { signInWithPassword } from '../../src/operators/sign-in-with-password.ts';
import { forEachEngine } from '../databases.ts';
import { type Answer, cookieOf, fieldOf, pair, PASSWORD, openPeople } from '../applications/sign-in-people.ts';
import { testServer } from '../applications/test-server.ts';

const MISMATCH = 'The e-mail address or the password is wrong.';

forEachEngine(async (engine) => {
  const { node, shop, app, newOperator, get, post, signIn, auditOf } = await openPeople(engine);

  test('the right password opens a session, ends the one the browser came with, and goes to the console', async () => {
    const { id, email } = await newOperator(PASSWORD);
    const other = await newOperator();
    const given = await enterByLink(node, other.linkToken, 'r');
    const answer = await signIn(` ${email.toUpperCase()}`, PASSWORD, { cookie: `cw_session=${given}` });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/console']);
    assert.match(
      cookieOf(answer, 'cw_session'),
      /^cw_session=p\.[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/,
    );
    assert.match(cookieOf(answer, 'cw_sign_in'), /^cw_sign_in=; Path=\/console\/sign-in; Max-Age=0/);
    assert.equal(await sessionOperator(node, given), undefined);
    const cookie = pair(cookieOf(answer, 'cw_session'));
    const session = await currentSession(node, { headers: { cookie } });
    assert.deepEqual(
      [session?.operator.id, session?.operator.email, session?.operator.organizationId],
      [id, email, shop.organizationId],
    );
    assert.ok((await get('/console', { cookie })).body.includes('Change your password'));
    assert.deepEqual(await auditOf(id), ['operator.add', 'operator.sign_in']);
  });

  test('a wrong password, an unknown address, one without a password and a deactivated operator are answered alike', async () => {
    const right = await newOperator(PASSWORD);
    const without = await newOperator();
    const gone = await newOperator(PASSWORD);
    await deactivateOperator(node, shop.organizationId, gone.id, system);
    const answers = [
      await signIn(right.email, `${PASSWORD}!`),
      await signIn('nobody@example.com', PASSWORD),
      await signIn(without.email, ''),
      await signIn(gone.email, PASSWORD),
      await signIn('not an address', PASSWORD),
    ];
    const bare = ({ body }: Answer) =>
      body.replace(/name="form_token" value="[\w-]+"/, '').replace(/type="email" value="[^"]*"/, '');
    for (const answer of answers) {
      assert.equal(answer.statusCode, 403);
      assert.ok(answer.body.includes(MISMATCH));
      assert.equal(cookieOf(answer, 'cw_session'), '');
      assert.equal(bare(answer), bare(answers[0] ?? answer));
    }
  });

  test('after sign-in the browser goes back to where it was sent from, and never to another host', async () => {
    const { email } = await newOperator(PASSWORD);
    const goal = '/oidc/auth?client_id=a&redirect_uri=https%3A%2F%2Fshop.example%2Fcb';
    const answer = await signIn(email, PASSWORD, { returnTo: goal });
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, signInAddress('', goal)]);
    const cookie = pair(cookieOf(answer, 'cw_session'));
    // The step in between is a page of its own: see answerAndGoOn.
    const between = await get(signInAddress('', goal), { cookie });
    assert.deepEqual([between.statusCode, between.headers['refresh']], [200, `0; url=${goal}`]);
    for (const evil of ['//evil.example', '/\\evil.example', '/%2fevil.example', 'https://evil.example', '/\n/evil']) {
      const ignored = await get(`/console/sign-in?return_to=${encodeURIComponent(evil)}`, { cookie });
      assert.equal(ignored.headers['refresh'], '0; url=/console', evil);
      const form = await get(`/console/sign-in?return_to=${encodeURIComponent(evil)}`);
      assert.equal(fieldOf(form, 'return_to'), '/console');
    }
  });

  test('somebody who is signed in can sign in as another, which ends the first session', async () => {
    const { linkToken } = await newOperator();
    const { email } = await newOperator(PASSWORD);
    const first = await enterByLink(node, linkToken, 'r');
    const cookie = `cw_session=${first}`;
    const page = await get(`${signInAddress('', '/oidc/x')}&as=another`, { cookie });
    assert.equal(page.headers['refresh'], undefined);
    assert.equal(fieldOf(page, 'return_to'), '/oidc/x');
    assert.equal((await signIn(email, PASSWORD, { cookie })).statusCode, 303);
    assert.equal(await sessionOperator(node, first), undefined);
  });

  test('a browser sent by another site is asked again from our own page, where it shows its cookie', async () => {
    const answer = await get(signInAddress('', '/oidc/x'), { headers: { 'sec-fetch-site': 'cross-site' } });
    assert.equal(answer.headers['refresh'], `0; url=${signInAddress('', '/oidc/x')}`);
    assert.ok(!answer.body.includes('<form'));
  });

  test('a form of another site, without its cookie, or with the token of another cookie signs nobody in', async () => {
    const { email } = await newOperator(PASSWORD);
    const page = await get('/console/sign-in');
    const cookie = pair(cookieOf(page, 'cw_sign_in'));
    const fields = { form_token: fieldOf(page, 'form_token'), email, password: PASSWORD };
    const foreign = await post('/console/sign-in', fields, { cookie, headers: { 'sec-fetch-site': 'cross-site' } });
    const bare = await post('/console/sign-in', fields);
    const mixed = await post('/console/sign-in', fields, { cookie: `cw_sign_in=${'x'.repeat(43)}` });
    const empty = await post('/console/sign-in', { ...fields, form_token: '' }, { cookie });
    for (const answer of [foreign, bare, mixed, empty]) {
      assert.equal(answer.statusCode, 403);
      assert.equal(cookieOf(answer, 'cw_session'), '');
      assert.match(String(answer.headers['content-type']), /^text\/html/);
    }
    assert.ok(bare.body.includes('too old') && fieldOf(bare, 'form_token') !== '');
    assert.equal((await post('/console/sign-in', fields, { cookie })).statusCode, 303);
  });

  test('who guesses waits, the right password too, whether the account exists or not; then it works again', async () => {
    const server = await testServer(node);
    const { id, email } = await newOperator(PASSWORD);
    for (const address of [email, 'nobody2@example.com']) {
      for (let n = 0; n < 5; n += 1)
        assert.equal((await signIn(address, 'wrong wrong wrong', { server })).statusCode, 403);
      const waiting = await signIn(address, PASSWORD, { server });
      assert.deepEqual([waiting.statusCode, waiting.headers['retry-after']], [429, '1']);
      assert.ok(waiting.body.includes('Too many tries with a wrong password. Try again in 1 second.'));
      assert.ok(waiting.body.includes('<form'));
    }
    assert.equal((await auditOf(id)).filter((action) => action === 'operator.password_refused').length, 1);
    node.clock.at += 1000;
    assert.equal((await signIn(email, PASSWORD, { server })).statusCode, 303);
    await server.close();
  });

  test('who guesses elsewhere does not keep an operator out of a browser in which he signed in before', async () => {
    // Tries of other tests came from the same address.
    node.clock.at += 3_600_000;
    const server = await testServer(node);
    const [{ email }, other] = [await newOperator(PASSWORD), await newOperator(PASSWORD)];
    const first = await signIn(email, PASSWORD, { server });
    const cookie = pair(cookieOf(first, 'cw_known'));
    assert.match(
      cookieOf(first, 'cw_known'),
      /; Path=\/console\/sign-in; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    );
    for (let n = 0; n < 5; n += 1) await signIn(email, 'wrong wrong wrong', { server });
    assert.equal((await signIn(email, PASSWORD, { server })).statusCode, 429, 'elsewhere even the right one waits');
    const forged = `${cookie.slice(0, -1)}${cookie.endsWith('A') ? 'B' : 'A'}`;
    for (const wrong of [
      forged,
      'cw_known=x',
      pair(cookieOf(await signIn(other.email, PASSWORD, { server }), 'cw_known')),
    ]) {
      assert.equal((await signIn(email, PASSWORD, { server, cookie: wrong })).statusCode, 429, wrong);
    }
    const again = await signIn(email.toUpperCase(), PASSWORD, { server, cookie });
    assert.equal(again.statusCode, 303);
    assert.equal(pair(cookieOf(again, 'cw_known')), cookie, 'it keeps its name');
    for (let n = 0; n < 5; n += 1) {
      assert.equal((await signIn(email, 'wrong wrong wrong', { server, cookie })).statusCode, 403);
    }
    assert.equal((await signIn(email, PASSWORD, { server, cookie })).statusCode, 429, 'who guesses there waits there');
    await server.close();
    node.clock.at += 3_600_000;
  });

  test('many at once do not slip through, and more than can wait are told that the service is busy', async () => {
    const server = await testServer(node);
    const one = await newOperator(PASSWORD);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => signIn(one.email, 'wrong wrong wrong', { server })),
    );
    assert.equal(answers.filter(({ statusCode }) => statusCode === 403).length, 5);
    assert.equal(answers.filter(({ statusCode }) => statusCode === 429).length, 5);
    await server.close();

    const desk = { ...signInDesk(node), queue: { isFull: () => true, run: () => assert.fail('it is full') } };
    const given = { email: one.email, password: PASSWORD, address: '192.0.2.1', requestId: 'r' };
    await assert.rejects(signInWithPassword(node, desk, given), { code: 'overloaded' });
    assert.equal(desk.byAccount.size(), 0);
  });

  test('an address that guesses over many accounts waits too', async () => {
    const desk = signInDesk(node);
    for (let n = 0; n < 20; n += 1) desk.byAddress.count('192.0.2.1');
    const { email } = await newOperator(PASSWORD);
    const given = { email, password: PASSWORD, requestId: 'r' };
    await assert.rejects(signInWithPassword(node, desk, { ...given, address: '192.0.2.1' }), { code: 'rate_limited' });
    assert.ok('session' in (await signInWithPassword(node, desk, { ...given, address: '192.0.2.2' })));
  });

  test('a password that is changed while another sign-in compares the old one leaves no session by it', async () => {
    const { id, email } = await newOperator(PASSWORD);
    const desk = signInDesk(node);
    const who = { organizationId: shop.organizationId, id };
    const queue = {
      isFull: () => false,
      run: async <T>(_of: string, work: () => Promise<T>): Promise<T> => {
        const compared = await work();
        await setPassword(node, signInDesk(node).queue, { operator: who, password: 'another long one' }, system);
        return compared;
      },
    };
    const given = { email, password: PASSWORD, address: '192.0.2.1', requestId: 'r' };
    const outcome = await signInWithPassword(node, { ...desk, queue }, given);
    assert.ok('refusal' in outcome && outcome.refusal.code === 'sign_in_refused');
    const rows = await node.db.all('select token_hash from operator_session where operator_id = ?', [id]);
    assert.equal(rows.length, 1, 'only the one that setting the password opened');
  });

  test('signing out is in the audit, and what is kept tells no password and no session', async () => {
    node.clock.at += 2 * 3_600_000; // what was guessed from this address before is forgotten
    const { id, email } = await newOperator(PASSWORD);
    const cookie = pair(cookieOf(await signIn(email, PASSWORD), 'cw_session'));
    const form_token = fieldOf(await get('/console', { cookie }), 'form_token');
    assert.equal((await post('/console/sign-out', { form_token }, { cookie })).statusCode, 303);
    assert.deepEqual(await auditOf(id), ['operator.add', 'operator.sign_in', 'operator.sign_out']);
    const dump = await node.dump();
    for (const secret of [PASSWORD, cookie.slice('cw_session='.length)]) assert.ok(!dump.includes(secret));
  });

  test('what goes wrong is a page for people: too much, no form, and addresses below the public path', async () => {
    const large = await post('/console/sign-in', { email: 'x'.repeat(20_000) });
    const json = await app.inject({
      method: 'POST',
      url: '/console/sign-in',
      headers: { 'content-type': 'text/csv' },
      payload: 'x',
    });
    for (const [answer, status] of [
      [large, 413],
      [json, 415],
    ] as const) {
      assert.equal(answer.statusCode, status);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
      assert.ok(answer.body.includes('role="alert"'));
    }
    const server = await testServer(node, new URL('https://shop.example/cartwright/'));
    const page = await get('/cartwright/console/sign-in?return_to=/oidc/x', { server });
    assert.ok(page.body.includes('action="/cartwright/console/sign-in"'));
    assert.match(cookieOf(page, 'cw_sign_in'), /Path=\/cartwright\/console\/sign-in; .*SameSite=Strict; Secure$/);
    await server.close();
  });
});
