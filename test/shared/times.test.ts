/** Times that people write: years 1 to 9999, wherever they come in. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { taxRateProblem } from '../../src/delivery/tax-rate-rules.ts';
import { readPrices } from '../../src/catalog/feed/price-rules.ts';
import { isDateTime } from '../../src/http/requests/formats.ts';
import { keptTime, readTime } from '../../src/shared/clock.ts';
import { read, sources } from '../source-files.ts';

const far = '+275760-01-01T00:00:00.000Z';

test('a time is one of the years that there are', () => {
  assert.equal(readTime('1970-01-01T00:00:00.000Z'), 0);
  assert.equal(readTime('9999-12-31T23:59:59.999Z'), 253_402_300_799_999);
  for (const odd of [far, '-000001-01-01T00:00:00Z', '0000-06-01T00:00:00Z', '9999-12-31T23:59:59-01:00', 'soon', '']) {
    assert.ok(Number.isNaN(readTime(odd)), odd);
    assert.equal(isDateTime(odd), false, odd);
  }
  for (const good of ['0001-01-01T00:00:00Z', '2026-01-31T12:00:00.123456789+05:30', '2026-01-31t12:00:00z']) {
    assert.ok(!Number.isNaN(readTime(good)), good);
    assert.equal(isDateTime(good), true, good);
  }
});

test('a time without a zone is the same one on every machine', (t) => {
  const before = process.env['TZ'] ?? 'UTC';
  t.after(() => {
    process.env['TZ'] = before;
  });
  const noon = Date.UTC(2026, 10, 19, 12);
  for (const zone of ['Asia/Kolkata', 'America/New_York', 'UTC']) {
    process.env['TZ'] = zone;
    for (const text of ['2026-11-19 12:00', '2026-11-19T12:00:00', '2026-11-19 17:30+0530', '2026-11-19T12:00Z']) {
      assert.equal(readTime(text), noon, `${text} in ${zone}`);
      assert.equal(keptTime(text), noon, `${text} in ${zone}`);
    }
    assert.equal(readTime('2026-11-19'), Date.UTC(2026, 10, 19), zone);
  }
});

test('every process of the service has the clock of UTC, whatever its machine has', () => {
  const says = ['bin/run.js', fileURLToPath(new URL('./tells-its-zone.ts', import.meta.url))];
  const { stdout } = spawnSync(process.execPath, says, {
    env: { ...process.env, TZ: 'Asia/Kolkata' },
    encoding: 'utf8',
  });
  assert.equal(
    stdout.trim(),
    String(Date.UTC(2026, 10, 19, 12)),
    'what was kept in a form of its own is read alike, too',
  );
});

test('what no calendar has, and what only looks like a time, is none', () => {
  const odd = [
    'banana 5',
    '5',
    '1,2,3,,,',
    '11/12/2026',
    'Nov 19, 2026',
    '2026-02-31T10:00:00Z',
    '2026-02-29',
    '2026-11-19T24:00:00Z',
  ];
  for (const text of odd) assert.ok(Number.isNaN(readTime(text)), text);
  assert.equal(keptTime('Thu, 19 Nov 2026 12:00:00 GMT'), Date.UTC(2026, 10, 19, 12));
});

test('rows of feeds go by the same rule', () => {
  const price = { currency_code: 'INR', marked: 1, effective: 1 };
  for (const field of ['valid_from', 'valid_until']) {
    const found = readPrices([price, { ...price, [field]: far }]);
    assert.ok('problem' in found && found.problem.field.endsWith(field), JSON.stringify(found));
    assert.equal(taxRateProblem({ id: 'a', name: 'VAT', country: 'DE', rate: 1, [field]: far })?.field, field);
  }
});

/** What reads times without that rule, and why it may: they were checked when they came in, or are not a client's. */
const readsOthers = [
  'src/shared/clock.ts', // the rule
  'src/shared/time-zone.ts', // a date that was just matched
  'src/catalog/feed/exchange-rate-feed.ts', // checked by isDateTime
  'src/delivery/tax-rate-rules.ts', // rows that were kept
  'src/offers/compilable.ts', // offers that were kept
  'src/offers/rules/schedule-rules.ts', // offers that were kept; new ones are checked
  'src/orders/shipments/staff-shipment-activity.ts', // what it wrote itself
  'src/storefront/read-arrival.ts', // what the service answered
  'src/http/requests/request-signature.ts', // eight digits
  'src/webhooks/courier/delivery-rules.ts', // a header of HTTP
  'src/events/collector/flat-event-rules.ts', // judged by the schema of the event
  'src/cart/offers/list-coupons.ts', // kept
  'src/cart/response/cart-answer.ts', // kept
  'src/customers/profile-rules.ts', // kept; what tokens claim is read as it comes
  'src/offers/adjustments/adjustment-rules.ts', // kept; new ones are checked
];

test('no other file reads a time by itself, unless the schema of its request says that it is one', () => {
  const found = sources.filter(
    (file) =>
      file.startsWith('src/') &&
      /\bDate\.parse\b|\bkeptTime\b/.test(read(file)) &&
      !readsOthers.includes(file) &&
      !file.startsWith('src/commands/') &&
      !checkedBySchema.includes(file),
  );
  assert.deepEqual(found, []);
});

/** Their fields have `format: 'date-time'`, which goes by the rule. */
const checkedBySchema = [
  'src/oauth/clients/client-secret-routes.ts',
  'src/orders/simulate/simulation-set.ts',
  'src/offers/lint/lint-application.ts',
  'src/offers/preview/preview-offers.ts',
  'src/offers/preview/preview-rules.ts',
  'src/events/refusals/refusal-admin-routes.ts',
  'src/cart/staff/cart-as-of.ts',
  'src/cart/quote/quote-place.ts',
  'src/webhooks/courier/replay-deliveries.ts',
  'src/balances/gift-card-admin-routes.ts',
  'src/applications/audit-admin-routes.ts',
  'src/applications/tokens/application-token-admin-routes.ts',
  'src/balances/adjust-balance.ts',
];
