/** A session that somebody planted in a browser before its owner signed in is worth nothing afterwards: neither he nor the planter has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enterByLink, sessionOperator } from '../../src/operators/operator-session.ts';
import { cookieOf, openPeople, pair, PASSWORD } from '../applications/sign-in-people.ts';
import { forEachEngine } from '../databases.ts';

const NAME = 'cw_session';
const valueOf = (cookie: string): string => pair(cookie).slice(`${NAME}=`.length);

forEachEngine(async (engine) => {
  const { node, get, post, newOperator, signIn } = await openPeople(engine);
  const isIn = async (session: string): Promise<boolean> =>
    (await get('/console', { cookie: `${NAME}=${session}` })).body.includes('Sign out');

  /** Made up in both forms that we give, somebody else's that lives, and the own of the same person. */
  const planted = async (owner: string): Promise<readonly string[]> => {
    const thief = await newOperator();
    return [
      'x'.repeat(43),
      `p.${'x'.repeat(43)}`,
      await enterByLink(node, thief.linkToken, 'r'),
      await enterByLink(node, owner, 'r'),
    ];
  };

  test('by a password: the session is a new one, and what was planted opens nothing', async () => {
    const { id, email, linkToken } = await newOperator(PASSWORD);
    for (const before of await planted(linkToken)) {
      const answer = await signIn(email, PASSWORD, { cookie: `${NAME}=${before}` });
      const after = valueOf(cookieOf(answer, NAME));
      assert.notEqual(after, before);
      assert.equal((await sessionOperator(node, after))?.id, id);
      assert.deepEqual([await isIn(after), await isIn(before)], [true, false]);
    }
  });

  test('by a link: the same', async () => {
    const { linkToken } = await newOperator();
    for (const before of await planted(linkToken)) {
      const { id, linkToken: own } = await newOperator();
      const answer = await post('/console/enter', { token: own }, { cookie: `${NAME}=${before}` });
      assert.equal(answer.statusCode, 303);
      const after = valueOf(cookieOf(answer, NAME));
      assert.notEqual(after, before);
      assert.equal((await sessionOperator(node, after))?.id, id);
      assert.deepEqual([await isIn(after), await isIn(before)], [true, false]);
    }
  });

  test('a session is taken from the cookie alone, and no address or field sets one', async () => {
    const { linkToken, email } = await newOperator(PASSWORD);
    const live = await enterByLink(node, linkToken, 'r');
    assert.equal(await isIn(live), true);
    const named = `/console?${NAME}=${live}&session=${live}`;
    const answers = [
      await get(named),
      await get('/console', { headers: { [NAME]: live, 'x-session': live, authorization: `Bearer ${live}` } }),
      await post('/console/sign-in', { [NAME]: live, session: live, email, password: 'wrong' }),
    ];
    for (const { body, headers } of answers) {
      assert.ok(!body.includes('Sign out'));
      assert.ok(!String(headers['set-cookie']).includes(live));
    }
  });
});
