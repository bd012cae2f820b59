import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { changedSettings, completeSettings, parseSettings } from '../../src/applications/settings.ts';
import { settingsProblems } from '../../src/applications/settings-rules.ts';
import {
  ApplicationChange,
  ApplicationSettings,
  Policy,
} from '../../src/contract/applications/application-contract.ts';

const none = { customer_token_secret: false, request_signature_secret: false, payment_secret: false };
const plain = completeSettings({ name: 'Shop', currency: 'INR', country: 'IN' });
const fieldsOf = (change: Partial<ApplicationSettings>, secrets: Parameters<typeof settingsProblems>[1] = none) =>
  settingsProblems({ ...plain, ...change }, secrets).map(({ field }) => field);

const rsa = (bits: number) => generateKeyPairSync('rsa', { modulusLength: bits });
const pem = (key: ReturnType<typeof rsa>['publicKey']) => key.export({ type: 'spki', format: 'pem' }).toString();
const pair = rsa(2048);
const privatePem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('settings', () => {
  test('a name, a currency and a country are enough, and the rest has defaults without a problem', () => {
    assert.deepEqual(fieldsOf({}), []);
    assert.equal(plain.request_signature, 'report');
    assert.deepEqual(
      [plain.currencies, plain.origins, plain.customer_token, plain.storefront_url],
      [[], [], null, null],
    );
  });

  test('amounts are whole in the currency, but for the noise of floating point', () => {
    const { cart } = plain;
    const plan = {
      id: 'p',
      emi_type: 'standard',
      instrument_type: 'credit_card',
      bank: { code: 'b', name: 'Bank' },
      tenure_months: 3,
      interest_bp: 0,
    } as const;
    const noisy = { from: 0.1 + 0.2, to: 49.239999999999995 };
    assert.deepEqual(
      fieldsOf({ cart: { ...cart, cod: noisy, emi_plans: [{ ...plan, max_amount: 1999.9900000000002 }] } }),
      [],
    );
    const fine = {
      ...cart,
      cod: { flat: 0.001, from: 0.005, to: 49.235 },
      convenience_fees: { UPI: { min: 1.001 } },
      emi_plans: [{ ...plan, min_amount: 0.001, max_amount: 9.999, fee: { max: 0.001 } }],
    };
    assert.deepEqual(fieldsOf({ cart: fine }), [
      'cart.cod.flat',
      'cart.cod.from',
      'cart.cod.to',
      'cart.convenience_fees.UPI.min',
      'cart.emi_plans[0].min_amount',
      'cart.emi_plans[0].max_amount',
      'cart.emi_plans[0].fee.max',
    ]);
  });

  test('every choice of the policy has a default and a sentence', () => {
    for (const [name, schema] of Object.entries(Policy.properties)) {
      assert.ok('default' in schema && 'description' in schema, name);
      assert.ok(Object.hasOwn(plain.policy, name), name);
    }
  });

  test('docs/behaviour/applications.md lists every choice of the policy with its values, the default first', () => {
    const page = readFileSync(new URL('../../docs/behaviour/applications.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `(\w+)` \| ([^|]+) \|/gm)].map(([, name, values]) => [
      name,
      values?.split(', '),
    ]);
    const expected = Object.entries<object>(Policy.properties).map(([name, schema]) => {
      const {
        default: first,
        enum: values = [true, false],
        minimum,
        maximum,
      } = schema as { default: unknown; enum?: unknown[]; minimum?: number; maximum?: number };
      if (minimum !== undefined) return [name, [String(first), `${minimum} to ${maximum}`]];
      return [name, [first, ...values.filter((value) => value !== first)].map(String)];
    });
    assert.deepEqual(
      rows.map(([name, values]) => [name, [values?.[0], new Set(values)]]),
      expected.map(([name, values]) => [name, [values?.[0], new Set(values)]]),
    );
  });

  test('a document of an older release reads as if it had the defaults of newer settings', () => {
    const { request_signature: _, policy: __, ...older } = plain;
    assert.deepEqual(parseSettings(JSON.stringify(older)), plain);
    assert.equal(
      parseSettings(JSON.stringify({ ...older, policy: { rounding: 'half_even' } })).policy.set_pick,
      'cheapest',
    );
  });

  test('a change leaves what it does not name, also inside the policy, and drops the secrets', () => {
    const changed = changedSettings(plain, {
      name: 'New',
      policy: { rounding: 'half_even' },
      customer_token_secret: 'x'.repeat(32),
    });
    assert.deepEqual(changed, { ...plain, name: 'New', policy: { ...plain.policy, rounding: 'half_even' } });
  });

  test('the body of a change fills in no defaults', () => {
    assert.ok(!JSON.stringify(ApplicationChange).includes('"default"'));
    assert.ok(JSON.stringify(ApplicationSettings).includes('"default"'));
  });
});

describe('rules of settings', () => {
  const cases: readonly (readonly [string, Partial<ApplicationSettings>, readonly string[]])[] = [
    ['an unknown currency', { currency: 'XXQ' }, ['currency']],
    ['an unknown further currency', { currencies: ['USD', 'QQQ'] }, ['currencies[1]']],
    ['a currency listed twice', { currencies: ['USD', 'USD'] }, ['currencies[1]']],
    ['the base currency listed again', { currencies: ['INR'] }, ['currencies[0]']],
    [
      'a mode of payment in two spellings',
      { cart: { ...plain.cart, payment_modes: ['UPI', 'Card', 'upi'] } },
      ['cart.payment_modes[2]'],
    ],
    [
      'two fees for one mode of payment',
      { cart: { ...plain.cart, convenience_fees: { CARD: { flat: 10 }, Card: { flat: 0 } } } },
      ['cart.convenience_fees.Card'],
    ],
    [
      'coins of no currency, and finer than a currency has them',
      { cart: { ...plain.cart, cash_rounding: { CHF: { step: 0.05 }, XYZ: { step: 1 }, JPY: { step: 0.5 } } } },
      ['cart.cash_rounding.XYZ', 'cart.cash_rounding.JPY.step'],
    ],
    [
      'texts in other languages that name as much as their originals',
      {
        translations: [
          { text: '{} off from {}', de: '{} weniger ab {}' },
          { text: 'New', hi: 'नया', de: 'Neu' },
        ],
      },
      [],
    ],
    [
      'a text twice, and one that loses an amount',
      { translations: [{ text: 'New', de: 'Neu' }, { text: 'New' }, { text: '{} off', hi: 'छूट', de: '{} weniger' }] },
      ['translations[1].text', 'translations[2].hi'],
    ],
    ['an unknown country', { country: 'QQ' }, ['country']],
    ['an unknown time zone', { time_zone: 'Mars/Olympus' }, ['time_zone']],
    ['an offset for a time zone', { time_zone: '+05:30' }, ['time_zone']],
    ['an alias of a time zone', { time_zone: 'Asia/Calcutta' }, []],
    ['a blank name', { name: '  ' }, ['name']],
    [
      'https and loopback origins',
      { origins: ['https://shop.example', 'http://localhost:3000', 'http://[::1]:1'] },
      [],
    ],
    ['an http origin', { origins: ['http://shop.example'] }, ['origins[0]']],
    ['an origin with a path', { origins: ['https://shop.example/'] }, ['origins[0]']],
    ['an origin with a wildcard', { origins: ['https://*.shop.example'] }, ['origins[0]']],
    ['an origin with its default port', { origins: ['https://shop.example:443'] }, ['origins[0]']],
    ['an origin in capitals', { origins: ['https://Shop.example'] }, ['origins[0]']],
    ['an origin that is a word', { origins: ['null'] }, ['origins[0]']],
    ['an origin listed twice', { origins: ['https://a.example', 'https://a.example'] }, ['origins[1]']],
    ['a storefront under a path', { storefront_url: 'http://shop.example/en' }, []],
    ['a storefront with a password', { storefront_url: 'https://u:p@shop.example' }, ['storefront_url']],
    ['a storefront with a fragment', { storefront_url: 'https://shop.example/#a' }, ['storefront_url']],
    ['a storefront by another scheme', { storefront_url: 'javascript:alert(1)' }, ['storefront_url']],
    ['a storefront on two lines', { storefront_url: 'https://shop.example/\r\nx' }, ['storefront_url']],
    ['keys over https', { customer_token: { kind: 'jwks', jwks_url: 'https://id.example/jwks' } }, []],
    ['keys from this machine', { customer_token: { kind: 'jwks', jwks_url: 'http://127.0.0.1:9/jwks' } }, []],
    [
      'keys over http',
      { customer_token: { kind: 'jwks', jwks_url: 'http://id.example' } },
      ['customer_token.jwks_url'],
    ],
    ['keys nowhere', { customer_token: { kind: 'jwks' } }, ['customer_token.jwks_url']],
    ['a public key', { customer_token: { kind: 'pem', public_key_pem: pem(pair.publicKey) } }, []],
    [
      'a private key',
      { customer_token: { kind: 'pem', public_key_pem: privatePem } },
      ['customer_token.public_key_pem'],
    ],
    [
      'a short public key',
      { customer_token: { kind: 'pem', public_key_pem: pem(rsa(1024).publicKey) } },
      ['customer_token.public_key_pem'],
    ],
    ['no public key', { customer_token: { kind: 'pem', public_key_pem: 'key' } }, ['customer_token.public_key_pem']],
    [
      'a key address beside a public key',
      { customer_token: { kind: 'pem', public_key_pem: pem(pair.publicKey), jwks_url: 'https://id.example' } },
      ['customer_token.jwks_url'],
    ],
    ['a secret that is not set', { customer_token: { kind: 'secret' } }, ['customer_token_secret']],
    ['a required signature without a secret', { request_signature: 'require' }, ['request_signature_secret']],
  ];
  for (const [name, change, fields] of cases) {
    test(`${name}: ${fields.length === 0 ? 'accepted' : `refused at ${fields.join(', ')}`}`, () => {
      assert.deepEqual(fieldsOf(change), fields);
    });
  }

  test('a secret that is kept or long enough will do, a short one will not', () => {
    const wanted = { customer_token: { kind: 'secret' } } as const;
    assert.deepEqual(fieldsOf(wanted, { ...none, customer_token_secret: true }), []);
    assert.deepEqual(fieldsOf(wanted, { ...none, customer_token_secret: 'x'.repeat(32) }), []);
    assert.deepEqual(fieldsOf(wanted, { ...none, customer_token_secret: 'ü'.repeat(16) }), []);
    assert.deepEqual(fieldsOf(wanted, { ...none, customer_token_secret: 'x'.repeat(31) }), ['customer_token_secret']);
  });

  test('no text breaks the rules themselves, and an accepted origin is what a browser would send', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.webUrl(),
          fc.domain().map((d) => `https://${d}`),
        ),
        (text) => {
          const problems = fieldsOf({
            origins: [text],
            storefront_url: text,
            time_zone: text,
            customer_token: { kind: 'pem', public_key_pem: text },
          });
          if (!problems.includes('origins[0]')) assert.equal(new URL(text).origin, text);
        },
      ),
      { numRuns: 300 },
    );
  });
});
