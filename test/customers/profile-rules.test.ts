import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { claimedProfile, factsOf, wholeProfile } from '../../src/customers/profile-rules.ts';

const marks = { active: true, primary: true, verified: true };

describe('what a token says about its customer', () => {
  test('is read under the names of OpenID Connect', () => {
    const claims = {
      sub: 'u1',
      iat: 1,
      preferred_username: 'asha',
      given_name: 'Asha',
      family_name: 'Rao',
      gender: 'female',
      picture: 'https://shop.example/asha.png',
      email: 'asha@shop.example',
      email_verified: true,
      phone_number: '+91 98765-43210',
      phone_number_verified: true,
      groups: ['vip', 7],
      registered_at: 1_700_000_000,
    };
    assert.deepEqual(claimedProfile(claims), {
      username: 'asha',
      first_name: 'Asha',
      last_name: 'Rao',
      gender: 'female',
      profile_pic_url: 'https://shop.example/asha.png',
      emails: [{ email: 'asha@shop.example', ...marks }],
      phone_numbers: [{ phone: '9876543210', country_code: 91, ...marks }],
      groups: ['vip', '7'],
      registered_at: '2023-11-14T22:13:20.000Z',
    });
  });

  test('is read from the user object of a trusted upstream', () => {
    const user = {
      _id: 'u2',
      first_name: 'Bela',
      last_name: 'Das',
      username: 'bela',
      account_type: 'staff',
      active: false,
      emails: [{ email: 'a@x.example', primary: false }, { email: 'b@y.example', primary: true, verified: true }, {}],
      phone_numbers: [{ phone: '5551234', country_code: 44 }, { phone: 5_559_999, country_code: 1 }, { phone: '1' }],
      created_at: '2024-02-03T04:05:06Z',
    };
    assert.deepEqual(claimedProfile(user), {
      username: 'bela',
      first_name: 'Bela',
      last_name: 'Das',
      account_type: 'staff',
      active: false,
      emails: [
        { email: 'a@x.example', active: true, primary: false },
        { email: 'b@y.example', active: true, primary: true, verified: true },
      ],
      phone_numbers: [
        { phone: '5551234', country_code: 44, active: true, primary: false },
        { phone: '5559999', country_code: 1, active: true, primary: false },
      ],
      registered_at: '2024-02-03T04:05:06.000Z',
    });
  });

  test('finds where the country code of a full number ends', () => {
    const codeOf = (phone_number: string) => claimedProfile({ phone_number }).phone_numbers?.[0]?.country_code;
    const numbers = ['+12125550123', '+79161234567', '+442071838750', '+919876543210', '+3725123456', '+8801712345678'];
    assert.deepEqual(numbers.map(codeOf), [1, 7, 44, 91, 372, 880]);
    assert.equal(codeOf('020 7183 8750'), undefined, 'a number without a country is nobody’s');
  });

  test('is nothing where it says nothing, and whatever it says never breaks', () => {
    assert.deepEqual(claimedProfile({ sub: 'u', exp: 5 }), {});
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.anything()), fc.anything(), (claims, value) => {
        const names = ['emails', 'email', 'phone_numbers', 'groups', 'created_at', 'given_name', 'picture'];
        for (const name of names) {
          const {
            groups = [],
            emails = [],
            registeredAt,
          } = {
            ...claimedProfile({ ...claims, [name]: value }),
            registeredAt: factsOf(claimedProfile({ [name]: value })).registeredAt,
          };
          assert.ok(groups.every((group) => group.length <= 64) && groups.length <= 100);
          assert.ok(emails.every(({ email }) => email.includes('@')));
          assert.ok(registeredAt === null || Number.isSafeInteger(registeredAt));
        }
      }),
    );
  });
});

describe('a profile', () => {
  test('has what a service client wrote before what a token says, and the groups of both', () => {
    const whole = wholeProfile(
      { first_name: 'A', groups: ['vip'] },
      { first_name: 'B', last_name: 'C', groups: ['vip', 'b'] },
    );
    assert.deepEqual(whole, { first_name: 'A', last_name: 'C', groups: ['vip', 'b'] });
  });

  test('gives offers its groups, its date and the domain of its address', () => {
    const email = (address: string, primary: boolean, active = true) => ({
      email: address,
      primary,
      active,
      verified: true,
    });
    assert.deepEqual(
      factsOf({
        groups: ['vip'],
        registered_at: '2024-01-01T00:00:00.000Z',
        emails: [email('a@One.example', false), email('b@Two.Example', true), email('c@three.example', true, false)],
      }),
      { groups: ['vip'], registeredAt: Date.UTC(2024, 0, 1), emailDomain: 'two.example' },
    );
    assert.deepEqual(factsOf({}), { groups: [], registeredAt: null });
    assert.equal(factsOf({ emails: [email('a@One.example', false)] }).emailDomain, 'one.example');
    const domain = (email_verified?: unknown) =>
      factsOf(claimedProfile({ email: 'a@one.example', ...(email_verified === undefined ? {} : { email_verified }) }))
        .emailDomain;
    assert.deepEqual([domain(), domain(true), domain('true')], ['one.example', 'one.example', 'one.example']);
    assert.deepEqual([domain(false), domain('false')], [undefined, undefined], 'nobody looked whether it is his');
  });
});
