import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterByLink } from '../../src/operators/operator-session.ts';
import { signInAddress } from '../../src/operators/sign-in-operator.ts';
import { forEachEngine } from '../databases.ts';
import { cookieOf, fieldOf, pair, PASSWORD, openPeople } from '../applications/sign-in-people.ts';
import { testServer } from '../applications/test-server.ts';

const MINUTE = 60_000;

forEachEngine(async (engine) => {
  const { node, newOperator, get, post, signIn, auditOf } = await openPeople(engine);

  test('the first password needs no more than a fresh link; it opens a new session and ends the others', async () => {
    const { id, email, linkToken } = await newOperator();
    const entered = await post('/console/enter', { token: linkToken });
    const cookie = pair(cookieOf(entered, 'cw_session'));
    assert.ok((await get('/console', { cookie })).body.includes('Set a password'));
    const page = await get('/console/password', { cookie });
    assert.ok(!page.body.includes('current_password'));
    const form_token = fieldOf(page, 'form_token');
    const save = (password: string, repeated = password) =>
      post('/console/password', { form_token, password, repeated }, { cookie });
    const short = await save('too short');
    assert.equal(short.statusCode, 422);
    assert.ok(short.body.includes('Choose a password of 12 to 256 characters.'));
    assert.ok((await save(PASSWORD, `${PASSWORD}!`)).body.includes('The two new passwords are not the same.'));
    const saved = await save(PASSWORD);
    assert.deepEqual([saved.statusCode, saved.headers.location], [303, '/console?password=saved']);
    assert.ok(!(await get('/console', { cookie })).body.includes('Sign out'), 'the old session has ended');
    const next = pair(cookieOf(saved, 'cw_session'));
    assert.notEqual(next, cookie);
    const home = await get('/console?password=saved', { cookie: next });
    assert.ok(home.body.includes('Your password is saved.') && !home.body.includes('Set a password'));
    assert.equal((await signIn(email, PASSWORD)).statusCode, 303);
    const told = ['operator.add', 'operator.set_password', 'operator.sign_in', 'operator.sign_in'];
    assert.deepEqual(await auditOf(id), told);
  });

  test('changing it later needs the current one, and guessing that is throttled with the rest', async () => {
    const server = await testServer(node);
    const { id, email } = await newOperator(PASSWORD);
    const cookie = pair(cookieOf(await signIn(email, PASSWORD, { server }), 'cw_session'));
    const page = await get('/console/password', { cookie, server });
    assert.ok(page.body.includes('Change your password') && page.body.includes('current_password'));
    const change = (current_password: string) =>
      post(
        '/console/password',
        {
          form_token: fieldOf(page, 'form_token'),
          current_password,
          password: 'another long one',
          repeated: 'another long one',
        },
        { cookie, server },
      );
    const wrong = await change('wrong wrong wrong');
    assert.equal(wrong.statusCode, 403);
    assert.ok(wrong.body.includes('The current password is not right.'));
    for (let n = 0; n < 4; n += 1) await change('wrong wrong wrong');
    assert.equal((await change(PASSWORD)).statusCode, 429);
    assert.ok((await auditOf(id)).includes('operator.password_refused'));
    node.clock.at += 1000;
    assert.equal((await change(PASSWORD)).statusCode, 303);
    assert.equal((await signIn(email, PASSWORD, { server })).statusCode, 403);
    assert.equal((await signIn(email, 'another long one', { server })).statusCode, 303);
    await server.close();
  });

  test('a session by a link that is 15 minutes old cannot set a first password', async () => {
    const { linkToken } = await newOperator();
    const cookie = `cw_session=${await enterByLink(node, linkToken, 'r')}`;
    const form_token = fieldOf(await get('/console/password', { cookie }), 'form_token');
    node.clock.at += 15 * MINUTE;
    assert.ok((await get('/console/password', { cookie })).body.includes('Sign in by a new one.'));
    const late = await post('/console/password', { form_token, password: PASSWORD, repeated: PASSWORD }, { cookie });
    assert.equal(late.statusCode, 403);
    assert.equal(cookieOf(late, 'cw_session'), '');
  });

  test('without a session the password page leads to the sign-in, and a foreign form changes nothing', async () => {
    const strange = await get('/console/password');
    assert.deepEqual([strange.statusCode, strange.headers.location], [303, signInAddress('', '/console/password')]);
    const { linkToken } = await newOperator();
    const cookie = `cw_session=${await enterByLink(node, linkToken, 'r')}`;
    const fields = { password: PASSWORD, repeated: PASSWORD };
    const guessed = await post('/console/password', { ...fields, form_token: 'guess' }, { cookie });
    assert.equal(guessed.statusCode, 403);
    assert.ok(guessed.body.includes('This form was too old.'));
    const foreign = await post('/console/password', fields, { cookie, headers: { 'sec-fetch-site': 'same-site' } });
    assert.equal(foreign.statusCode, 403);
    assert.ok((await get('/console', { cookie })).body.includes('Set a password'));
  });
});
