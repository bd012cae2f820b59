/**
 * VAT numbers, as a law: after any sequence of questions that the service answered, refused, left open or answered late, the last word
 * that it gave counts. Tax is left out under a number that it knows, or by its form where nobody answered and the shop says so, on
 * goods that cross a border within the Union, and never for the state that the goods come from.
 */
import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import * as fc from 'fast-check';
import { type TaxAsked, taxedArticle } from '../../src/cart/price/tax-treatment.ts';
import { isOfUnion, vatIdOf } from '../../src/cart/price/vat-id-rules.ts';
import type { VatCheckSetting } from '../../src/contract/applications/vat-check-setting-contract.ts';
import { recheckVat, vatClerk } from '../../src/customers/vat/check-vat.ts';
import { isBusiness, type KnownVat, unknownVat } from '../../src/customers/vat/vat-check-rules.ts';
import { readVatCheck } from '../../src/customers/vat/vat-check-store.ts';
import type { Store } from '../../src/delivery/store-rules.ts';
import { taxRateOf } from '../../src/delivery/tax-rate-rules.ts';
import { taxTable } from '../../src/delivery/tax-table-rules.ts';
import { privateAddresses } from '../../src/http/outgoing/address-guard.ts';
import type { Taker } from '../../src/quotas/quota-statements.ts';
import type { Quotas } from '../../src/quotas/quotas.ts';
import { newNode } from '../applications/new-node.ts';
import { newShop } from '../applications/test-server.ts';
import { forEachEngine } from '../databases.ts';
import { openVies } from '../orders/vat-double.ts';
import { article } from '../pricing/carts.ts';
import { runs } from '../laws/runs.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const numbers = ['DE136695976', 'FR83404833048', 'ATU13585627', 'EL094259216'] as const;
const countries = ['DE', 'FR', 'AT', 'GR', 'US'] as const;
const countryOf = (id: string): string => (id.startsWith('EL') ? 'GR' : id.slice(0, 2));
type Given = Pick<VatCheckSetting, 'unanswered' | 'recheck_days'>;
const settingArb: fc.Arbitrary<Given> = fc.record({
  unanswered: fc.constantFrom('consumer' as const, 'form' as const),
  recheck_days: fc.constantFrom(1, 30),
});

const table = taxTable(countries.map((country) => taxRateOf({ id: country, name: 'VAT', country, rate: 20 })));
const taxed = (from: string, to: string | null, vatId: string | null, reverse: boolean) => {
  const asked: TaxAsked = {
    table,
    settings: {
      price_basis: 'gross',
      oss: 'destination',
      oss_threshold: null,
      reverse_charge: reverse,
      vat_check: null,
      exempt_groups: [],
    },
    oss: 'destination',
    now: 0,
    place: to === null ? null : { country: to, state: null, postal: null },
    vatId,
    groups: [],
  };
  return taxedArticle(article('a', 10_000), '', { country: from, state: null, areaCode: '' } as Store, asked);
};

describe('a number that makes a business', () => {
  test('frees of tax what crosses a border of the Union to another state than its own goods come from, and nothing else', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.option(fc.constantFrom(...countries)),
        fc.option(fc.constantFrom(...numbers)),
        fc.boolean(),
        (from, to, vatId, reverse) => {
          const { exemption, taxRate } = taxed(from, to, vatId, reverse);
          const crosses = to !== null && to !== from && to !== 'US' && from !== 'US';
          const isFree = reverse && crosses && vatId !== null && countryOf(vatId) !== from;
          assert.deepEqual([exemption, taxRate], isFree ? ['reverse_charge', 0] : [undefined, 200_000]);
        },
      ),
      { numRuns: runs(300) },
    );
    assert.deepEqual(countries.filter(isOfUnion), ['DE', 'FR', 'AT', 'GR']);
    assert.deepEqual(numbers.map(vatIdOf), [...numbers]);
  });
});

type Word = 'yes' | 'no' | 'nothing';
type Step =
  | { readonly what: 'ask' | 'recheck'; readonly says: Word | 'late' }
  | { readonly what: 'wait'; readonly ms: number };
const stepArb = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constantFrom('ask', 'recheck'),
      says: fc.constantFrom('yes', 'no', 'nothing', 'late'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      what: fc.constant('wait'),
      ms: fc.constantFrom(MINUTE - 1, MINUTE, 10 * MINUTE, DAY, 30 * DAY),
    }),
  },
) as fc.Arbitrary<Step>;

forEachEngine(async (engine) => {
  const node = await newNode(engine);
  after(node.close);
  const vies = await openVies();
  after(vies.close);
  const { db, clock } = node;
  const { applicationId } = await newShop(node);
  const number = 'FR83404833048';
  // By a name, so that a question can be held up on its way.
  const url = vies.url.replace('127.0.0.1', 'vies.test');
  let holders = 0;

  const taker: Taker = { applicationId, settings: {} as Taker['settings'], subjects: () => [], wider: () => [] };
  const quotas: Pick<Quotas, 'within'> = { within: (_taker, run) => run() };

  /** Run when a question is on its way, once. */
  let meanwhile: () => Promise<unknown> = async () => undefined;
  const reach = {
    policy: privateAddresses,
    resolve: async () => {
      const first = meanwhile;
      meanwhile = async () => undefined;
      await first();
      return ['127.0.0.1'];
    },
  };
  const ensure = vatClerk({ node, reach, quotas });
  const isToSay = (says: Word): void => {
    vies.be(says === 'nothing' ? 'unavailable' : 'answers');
    if (says === 'yes') vies.known.add(number);
    else vies.known.delete(number);
  };

  const law = async (given: Given, steps: readonly Step[]): Promise<void> => {
    const setting: VatCheckSetting = { ...given, url, requester: null };
    const owner = { kind: 'customer', id: `customer-${(holders += 1)}` };
    const holder = { applicationId, owner, vatId: number };
    const recheck = () => recheckVat({ node, reach }, async () => setting);
    /** What a plain reader of the page of taxes keeps. */
    let [word, asked, due] = [null as 'checked' | 'invalid' | null, null as number | null, Infinity];
    const hears = (says: Word): void => {
      if (says !== 'nothing') word = says === 'yes' ? 'checked' : 'invalid';
      due = clock.at + (says === 'nothing' ? 10 * MINUTE : given.recheck_days * DAY);
    };

    /** He gives his number. How often the service is to be asked by that. */
    const give = async (says: Word | 'late'): Promise<number> => {
      if (asked !== null && (word !== null || clock.at < asked + MINUTE)) {
        isToSay(says === 'late' ? 'yes' : says);
        await ensure(holder, setting, taker);
        return 0;
      }
      const answer = says === 'late' ? 'nothing' : says;
      const isToldToOthers = says === 'late' && due <= clock.at;
      isToSay(answer);
      // Before nobody answers this one, the background asks about the same number and is told.
      const others = async (): Promise<void> => {
        isToSay('yes');
        await recheck();
        isToSay('nothing');
      };
      if (says === 'late') meanwhile = others;
      await ensure(holder, setting, taker);
      if (isToldToOthers) hears('yes');
      asked = clock.at;
      hears(answer);
      return isToldToOthers ? 2 : 1;
    };
    /** The background asks; where it is late, while another node comes, which asks nobody. */
    const again = async (says: Word | 'late'): Promise<number> => {
      const answer = says === 'late' ? 'no' : says;
      const isDue = due <= clock.at;
      isToSay(answer);
      if (says === 'late') meanwhile = recheck;
      await recheck();
      meanwhile = async () => undefined;
      if (isDue) hears(answer);
      return isDue ? 1 : 0;
    };
    const live = async (step: Step): Promise<number> => {
      if (step.what !== 'wait') return step.what === 'ask' ? give(step.says) : again(step.says);
      clock.at += step.ms;
      return 0;
    };
    const check = async (): Promise<void> => {
      const stored = await readVatCheck(db, holder);
      const known: KnownVat = stored === undefined ? unknownVat : { check: stored, isAsked: true };
      assert.deepEqual([known.check.state, known.isAsked], [word ?? 'unchecked', asked !== null]);
      const byForm = word === null && asked !== null && given.unanswered === 'form';
      const isFree = word === 'checked' || byForm;
      assert.equal(isBusiness(setting, known), isFree);
      const vatId = isBusiness(setting, known) ? number : null;
      assert.equal(taxed('DE', 'FR', vatId, true).exemption, isFree ? 'reverse_charge' : undefined);
      assert.equal(taxed('FR', 'DE', vatId, true).exemption, undefined, 'a number of the store’s own state');
    };

    for (const step of steps) {
      const before = vies.asked.length;
      const times = await live(step);
      assert.equal(vies.asked.length - before, times, JSON.stringify(step));
      await check();
    }
    await db.commit([{ sql: 'delete from vat_check', params: [] }]);
  };

  test('counts by the last word of the service, which is asked no sooner and no later than the page says', async () => {
    const wait: Step = { what: 'wait', ms: 10 * MINUTE };
    const given = { unanswered: 'form', recheck_days: 30 } as const;
    await law(given, [{ what: 'ask', says: 'nothing' }, wait, { what: 'ask', says: 'late' }, wait, wait]);
    await fc.assert(fc.asyncProperty(settingArb, fc.array(stepArb, { minLength: 2, maxLength: 9 }), law), {
      numRuns: runs(20),
    });
  });
});
