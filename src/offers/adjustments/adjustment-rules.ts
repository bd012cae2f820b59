/** Price adjustments: what is wrong with one, and one as pricing reads it. Pure. */
import type { AdjustmentBody } from '../../contract/offers/offer-adjustment-contract.ts';
import type { PriceAdjustment } from '../../pricing/pricing-types.ts';
import { keptTime, readTime } from '../../shared/clock.ts';
import { amountProblems } from '../../shared/amount-rules.ts';
import type { FieldProblem } from '../../shared/errors.ts';
import { toMinor } from '../../shared/money.ts';
import { record, textOf } from '../offer.ts';

const repeated = (values: readonly string[]): readonly number[] =>
  values.flatMap((value, at) => (values.indexOf(value) < at ? [at] : []));

const articleProblems = ({ article_ids: articles }: AdjustmentBody): readonly FieldProblem[] => [
  ...articles.flatMap(({ value = 0, quantity = 1 }, at) => [
    ...(value < 0 ? [{ field: `article_ids[${at}].value`, message: 'It cannot be below zero.' }] : []),
    ...(quantity < 1 || !Number.isInteger(quantity)
      ? [{ field: `article_ids[${at}].quantity`, message: 'Write a whole number, at least 1.' }]
      : []),
  ]),
  ...repeated(articles.map(({ article_id }) => article_id)).map((at) => ({
    field: `article_ids[${at}].article_id`,
    message: 'This article is listed twice.',
  })),
];

/** When it stops counting. */
export const expiryOf = ({ apply_expiry: expiry = '' }: AdjustmentBody): number | null =>
  expiry === '' ? null : keptTime(expiry);

const wholeProblems = ({ value, article_ids: articles }: AdjustmentBody, exponent: number): readonly FieldProblem[] => [
  ...amountProblems('value', value, exponent),
  ...articles.flatMap(({ value: own, min_price_threshold: least }, at) => [
    ...amountProblems(`article_ids[${at}].value`, own, exponent),
    ...amountProblems(`article_ids[${at}].min_price_threshold`, least, exponent),
  ]),
];

/** `exponent`: decimals of the application's currency. */
export const adjustmentProblems = (body: AdjustmentBody, now: number, exponent: number): readonly FieldProblem[] => {
  const expiry = expiryOf(body);
  const unread = expiry !== null && Number.isNaN(readTime(body.apply_expiry ?? ''));
  return [
    ...wholeProblems(body, exponent),
    ...(body.value < 0
      ? [{ field: 'value', message: 'It cannot be below zero; the type says in which direction.' }]
      : []),
    ...(unread ? [{ field: 'apply_expiry', message: 'Write a time such as 2026-11-15T18:00:00Z.' }] : []),
    ...(expiry !== null && expiry <= now ? [{ field: 'apply_expiry', message: 'Give a time to come.' }] : []),
    ...(body.type === 'selling_price' && body.article_ids.length === 0
      ? [{ field: 'article_ids', message: 'Name the articles whose price this is.' }]
      : []),
    ...articleProblems(body),
  ];
};

const distributions = ['apportion', 'weighted', 'equal'] as const;
const distributionOf = ({ distribution_logic: logic }: AdjustmentBody): PriceAdjustment['distribution'] => {
  const said = [logic?.distribution?.logic, logic?.distribution?.type];
  return distributions.find((one) => said.includes(one)) ?? 'apportion';
};

/** Amounts are in the application's currency. */
export const priceAdjustmentOf = (
  id: string,
  body: AdjustmentBody,
  { code: currency, exponent }: { readonly code: string; readonly exponent: number },
): PriceAdjustment => {
  const minor = (value: number): number => toMinor(value, exponent) ?? 0;
  const offerId = textOf(record(body.meta).promotion_id);
  return {
    id,
    type: body.type,
    value: minor(body.value),
    currency,
    code: textOf(record(body).code) || (body.article_ids[0]?.code ?? ''),
    message: body.message,
    distribution: distributionOf(body),
    articles: body.article_ids.map(({ article_id, value = 0, quantity, min_price_threshold: least }) => ({
      articleUid: article_id,
      value: minor(value),
      ...(quantity === undefined ? {} : { quantity }),
      ...(least === undefined ? {} : { minimumPrice: minor(least) }),
    })),
    articleLevel: body.article_level_distribution,
    expiresAt: expiryOf(body),
    inEligibility: body.included_in_eligibility_amount === true,
    ...(offerId === '' ? {} : { offerId }),
  };
};
