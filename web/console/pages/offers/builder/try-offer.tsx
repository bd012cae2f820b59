/** What the offer does to a cart as it stands in the form: priced by the service, with the service's own objections. */
import type { Static } from 'typebox';
import { useEffect, useState } from 'preact/hooks';
import type { CartsListed } from '../../../../../src/contract/cart/cart-staff-contract.ts';
import type { PreviewAnswer } from '../../../../../src/contract/offers/offer-preview-contract.ts';
import { CallProblem, type ProblemDetail } from '../../../../ui/call-problem.ts';
import { Notice, sentenceOf } from '../../../../ui/states.tsx';
import { Stepper } from '../../../../ui/stepper.tsx';
import { ask } from '../../../call.ts';
import { labelOf } from '../../../forms/words/labels.ts';
import { amount } from '../../../parts/amounts.ts';
import { useRead } from '../../../parts/answered.tsx';
import { Select } from '../../../parts/field.tsx';
import { Panel } from '../../../parts/page.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { cartPath } from '../../../paths.ts';
import { may } from '../../../session.ts';
import { type Json, textAt } from './body.ts';
import { type Chosen, chosenOf } from './goods-rules.ts';
import type { OfferKind } from './sentences.ts';
import { sumRows } from './tried-sum-rules.ts';
import { linesOfCart, suitableLines, type TriedLine } from './tried-cart.ts';
import { whyNot } from './why-not-words.ts';

const PAUSE_MS = 300;
const MOST_UNITS = 99;
const TRIED_CODE = 'TRIED-HERE';

type Verdict = { readonly answer?: PreviewAnswer; readonly details?: readonly ProblemDetail[]; readonly said?: string };

/** A coupon of many codes is tried as one that has a code. */
const asTried = (kind: OfferKind, { referral, ...body }: Json): Json => {
  const codes = textAt(body, ['coupon_type']);
  if (kind === 'coupon' && (codes === 'bulk' || codes === 'referral')) {
    return { ...body, code: TRIED_CODE, coupon_type: 'single' };
  }
  return referral === undefined ? body : { ...body, referral };
};

const bodyOf = (kind: OfferKind, body: Json, lines: readonly TriedLine[], isTogether: boolean) => {
  const tried = asTried(kind, body);
  const items = lines.map(({ article_id, quantity }) => ({ article_id, quantity }));
  const known = { published: isTogether, items, delivery_charge: 49 };
  if (kind === 'promotion') return { ...known, promotions: [tried] };
  const code = textAt(tried, ['code']);
  return { ...known, coupons: [tried], ...(code === '' ? {} : { coupon_code: code }) };
};

const judge = async (asked: unknown): Promise<Verdict> => {
  try {
    return { answer: await ask<PreviewAnswer>(`${cartPath}/promotion/preview`, asked) };
  } catch (problem) {
    if (!(problem instanceof CallProblem) || problem.details.length === 0) return { said: sentenceOf(problem) };
    const details = problem.details.map(({ field, message }) => ({
      field: field.replace(/^(promotions|coupons)\[0\]\./, ''),
      message,
    }));
    return { details };
  }
};

const Objections = ({ of }: { readonly of: readonly ProblemDetail[] }) => (
  <Notice kind="warn">
    <ul class="plain-list">
      {of.map(({ field, message }) => (
        <li key={field + message}>
          {message} <small>{labelOf(field)}</small>
        </li>
      ))}
    </ul>
  </Notice>
);

const nameOf = ({ applied }: PreviewAnswer, id: string): string =>
  applied.find(({ offer_id }) => offer_id === id)?.name || id;

/** Why the others that run now did nothing, where this one is tried together with them. */
const Others = ({ answer, id }: { readonly answer: PreviewAnswer; readonly id: string }) => {
  const others = answer.not_applied.filter(({ offer_id }) => offer_id !== id);
  if (others.length === 0) return null;
  return (
    <details>
      <summary>Why {others.length === 1 ? 'another offer' : `${others.length} other offers`} did nothing</summary>
      <ul class="plain-list">
        {others.map(({ offer_id, name, reason, closed_by }) => (
          <li key={offer_id}>
            {name || offer_id}: {whyNot(reason)}
            {closed_by && ` ${closed_by === id ? 'This one' : nameOf(answer, closed_by)} closed the door to it.`}
          </li>
        ))}
      </ul>
    </details>
  );
};

const Effect = ({ answer, id }: { readonly answer: PreviewAnswer; readonly id: string }) => {
  const mine = answer.applied.filter(({ offer_id }) => offer_id === id);
  const taken = mine.reduce((sum, one) => sum + one.amount, 0);
  const refused = answer.not_applied.find(({ offer_id }) => offer_id === id);
  const gifts = answer.items.filter(({ is_gift }) => is_gift);
  return (
    <>
      {mine.length > 0 && (
        <Notice kind="good">
          Applied: {amount(Math.abs(taken), answer.currency)}
          {gifts.length > 0 && `, and ${gifts.length} given`}
        </Notice>
      )}
      {mine.length === 0 && (
        <Notice kind="warn">
          Not applied. {refused ? whyNot(refused.reason) : 'Nothing of it counts for this cart.'}
          {refused?.closed_by && ` ${nameOf(answer, refused.closed_by)} closed the door to it.`}
          {refused?.missing ? ` ${refused.missing.toLocaleString()} more would do.` : ''}
        </Notice>
      )}
      <table class="sums">
        <tbody>
          {sumRows(answer, id).map(({ name, value }, place) => (
            <tr key={place}>
              <th scope="row">{name}</th>
              <td class="figure">{amount(value, answer.currency)}</td>
            </tr>
          ))}
          <tr class="total">
            <th scope="row">To pay</th>
            <td class="figure">{amount(answer.breakup['total'] ?? 0, answer.currency)}</td>
          </tr>
        </tbody>
      </table>
      <Others answer={answer} id={id} />
    </>
  );
};

type TryProps = {
  readonly kind: OfferKind;
  readonly body: Json;
  /** The one that is kept runs already: beside it the new one would count twice. */
  readonly isRunning: boolean;
  readonly judged: (isFine: boolean) => void;
};

const Carts = ({ value, set }: { readonly value: string; readonly set: (id: string) => void }) => {
  const { answer } = useRead<Static<typeof CartsListed>>(`${cartPath}/cart-list`, { page_size: 10 });
  const carts = (answer?.data ?? []).map(
    ({ cart_id = '', cart_value, currency_code, products, product_count: count = 0 }) =>
      [
        cart_id,
        `${products[0]?.name || `Cart ${cart_id}`}${count > 1 ? ' …' : ''}, ${amount(cart_value ?? 0, currency_code)}`,
      ] as const,
  );
  return <Select name="On" value={value} choices={[['', 'Goods it is for'], ...carts]} onChange={set} />;
};

export const TryOffer = ({ kind, body, isRunning, judged }: TryProps) => {
  const [cart, setCart] = useState('');
  const [units, setUnits] = useState(2);
  const [lines, setLines] = useState<readonly TriedLine[]>([]);
  const [isTogether, setTogether] = useState(false);
  const [verdict, setVerdict] = useState<Verdict>({});
  const chosen: readonly Chosen[] =
    kind === 'coupon'
      ? chosenOf(body, ['identifiers'], 'coupon')
      : chosenOf(body, ['buy_rules', 'rule#1'], 'promotion');
  useEffect(() => {
    let isWanted = true;
    const found = cart === '' ? suitableLines(chosen, units) : linesOfCart(cart);
    found.then(
      (all) => isWanted && setLines(all),
      () => isWanted && setLines([]),
    );
    return () => {
      isWanted = false;
    };
  }, [cart, units, JSON.stringify(chosen)]);
  const asked = JSON.stringify(bodyOf(kind, body, lines, isTogether));
  useEffect(() => {
    if (lines.length === 0) return undefined;
    let isWanted = true;
    const look = async (): Promise<void> => {
      const next = await judge(JSON.parse(asked));
      if (!isWanted) return;
      setVerdict(next);
      judged(next.answer !== undefined);
    };
    const timer = setTimeout(() => void look(), PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [asked]);
  return (
    <Panel title="Try it">
      <div class="form">
        {may('company/carts/read') && <Carts value={cart} set={setCart} />}
        {cart === '' && (
          <div class="field">
            <span class="label">Units</span>
            <Stepper label="Units tried" value={units} least={1} most={MOST_UNITS} onChange={setUnits} />
          </div>
        )}
        <p class="soft">
          {lines.length === 0
            ? 'There is no article yet that it could be tried on.'
            : lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
        </p>
        {!isRunning && (
          <Tick on={isTogether} set={setTogether}>
            Together with the offers that run now
          </Tick>
        )}
      </div>
      <div aria-live="polite">
        {verdict.details && <Objections of={verdict.details} />}
        {verdict.said && <Notice kind="warn">{verdict.said}</Notice>}
        {verdict.answer && <Effect answer={verdict.answer} id={`new-${kind}-0`} />}
      </div>
    </Panel>
  );
};
