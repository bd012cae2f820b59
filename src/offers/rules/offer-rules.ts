/** Everything that is wrong with a promotion or coupon somebody wants to keep, a sentence for each. Pure. */
import { isRefused } from '../../pricing/compile/compile-offers.ts';
import { findCurrency } from '../../shared/currency.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { compileStored, type OfferSettings } from '../compilable.ts';
import { couponProblems } from './coupon-rules.ts';
import { lengthProblems } from './length-rules.ts';
import { matchProblems } from './match-rules.ts';
import { offerAmountProblems } from './offer-amount-rules.ts';
import { codeOf, type Definition, hasManyCodes, type Offer, record, scheduleOf, textOf } from '../offer.ts';
import { promotionProblems } from './promotion-rules.ts';
import { restrictionProblems } from './restriction-rules.ts';
import { scheduleProblems } from './schedule-rules.ts';
import { zoneProblems } from './zone-rules.ts';

const CODE = /^\S{3,64}$/;

const codeProblems = (offer: Offer): readonly FieldProblem[] => {
  const { kind, definition } = offer;
  const needsCode = kind === 'coupon' ? !hasManyCodes(definition) : definition.mode === 'coupon';
  if (!needsCode || CODE.test(codeOf(offer))) return [];
  return [{ field: 'code', message: 'Give a code of 3 to 64 characters without spaces.' }];
};

const currencyProblems = (definition: Definition): readonly FieldProblem[] => {
  const given = [
    { field: 'currency', code: textOf(definition.currency) },
    { field: 'rule_definition.currency_code', code: textOf(record(definition.rule_definition).currency_code) },
  ];
  return given
    .filter(({ code }) => code !== '' && findCurrency(code) === undefined)
    .map(({ field, code }) => ({ field, message: `${code} is not a currency of ISO 4217.` }));
};

/** What only the compiler can tell; asked when the parts are right, so that nothing is told twice. */
const compiledProblems = (offer: Offer, settings: OfferSettings, now: number): readonly FieldProblem[] => {
  const { offer: compiled } = compileStored(offer, settings, now);
  if (!isRefused(compiled)) return matchProblems(compiled);
  return [{ field: offer.kind === 'coupon' ? 'rule' : 'discount_rules', message: compiled.reason }];
};

/** `zones`: those that some area of the company has. */
export const offerProblems = (
  offer: Offer,
  settings: OfferSettings,
  zones: ReadonlySet<number>,
  now: number,
): readonly FieldProblem[] => {
  const { kind, definition } = offer;
  const long = lengthProblems(definition);
  if (long.length > 0) return long;
  const problems = [
    ...codeProblems(offer),
    ...currencyProblems(definition),
    ...scheduleProblems(scheduleOf(definition), settings.time_zone, now),
    ...restrictionProblems(definition),
    ...zoneProblems(definition, zones),
    ...(kind === 'coupon' ? couponProblems(definition) : promotionProblems(definition)),
    ...offerAmountProblems(offer, settings.currency),
  ];
  return problems.length > 0 ? problems : compiledProblems(offer, settings, now);
};
