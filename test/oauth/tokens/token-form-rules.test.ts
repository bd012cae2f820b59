import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { authorizeQuery, tokenForm } from '../../../src/oauth/tokens/token-form-rules.ts';
import { Refusal } from '../../../src/shared/errors.ts';

describe('what SDKs send', () => {
  const cases: readonly (readonly [string, unknown, boolean, string])[] = [
    [
      'a form stays a form',
      'grant_type=refresh_token&refresh_token=a%2Bb',
      false,
      'grant_type=refresh_token&refresh_token=a%2Bb',
    ],
    [
      'JSON becomes one',
      { grant_type: 'authorization_code', code: 'a&b' },
      false,
      'grant_type=authorization_code&code=a%26b',
    ],
    ['what is null is left out', { grant_type: 'x', code: null }, false, 'grant_type=x'],
    ['commas become spaces', 'scope=a%2Cb', false, 'scope=a+b'],
    ['a list becomes one text', { scope: ['a', 'b'] }, false, 'scope=a+b'],
    ['beside a header the secret of the body goes', 'client_id=c&client_secret=s', true, 'client_id=c'],
    ['without one it stays', 'client_id=c&client_secret=s', false, 'client_id=c&client_secret=s'],
    ['a repeated parameter stays repeated, to be refused', 'code=a&code=b', false, 'code=a&code=b'],
    ['no body is an empty form', undefined, false, ''],
  ];
  for (const [name, body, hasHeader, form] of cases) {
    test(name, () => assert.equal(tokenForm(body, hasHeader), form));
  }

  test('a member that is no text is refused by its name', () => {
    for (const body of [{ code: 7 }, { code: {} }, { scope: [1] }, { code: ['a'] }, [], 'x'.length]) {
      assert.throws(() => tokenForm(body, false), Refusal);
    }
  });

  test('the query of authorize loses the SDK’s signature and gets its scopes spaced', () => {
    assert.equal(
      authorizeQuery('/a/authorize?client_id=k&scope=a%2Fb,c&state=%26&x-fp-date=1&x-fp-signature=v1'),
      '?client_id=k&scope=a%2Fb+c&state=%26',
    );
    assert.equal(authorizeQuery('/a/authorize'), '?');
  });
});
