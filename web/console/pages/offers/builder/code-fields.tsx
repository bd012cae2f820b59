/** What shoppers type: one code for everybody, many that work once each, or one of every customer for others. */
import { Select, Text } from '../../../parts/field.tsx';
import { shop } from '../../../session.ts';
import { type Json, numberAt, type Path, textAt, withValue } from './body.ts';
import type { Editing } from './sentence-parts.ts';
import type { OfferKind } from './sentences.ts';

const kinds = [
  ['single', 'One, for everybody'],
  ['bulk', 'Many, each works once'],
  ['referral', 'One of every customer, for friends'],
] as const;

/** Of another kind: what only the kind before it says goes. */
const asKind = ({ referral: _gone, ...body }: Json, kind: string): Json => {
  if (kind === 'bulk') return { ...body, code: '', coupon_type: kind, coupon_prefix: 'GIFT-', coupon_counts: 1000 };
  if (kind !== 'referral') return { ...body, coupon_type: 'single', coupon_counts: 0 };
  const referral = { reward: { kind: 'points', amount: 100 }, uses_per_code: 10 };
  return { ...body, code: '', coupon_type: kind, coupon_prefix: 'FRIEND-', coupon_counts: 0, referral };
};

const Begin = ({ body, set }: Editing) => (
  <Text
    name="They begin with"
    value={textAt(body, ['coupon_prefix'])}
    onChange={(value) => set(withValue(body, ['coupon_prefix'], value.toUpperCase()))}
  />
);

type FigureProps = Editing & { readonly name: string; readonly path: Path; readonly hint?: string };
const FigureAt = ({ name, path, hint, body, set }: FigureProps) => (
  <Text
    name={name}
    type="number"
    value={String(numberAt(body, path) ?? '')}
    onChange={(value) => set(withValue(body, path, value === '' ? undefined : Number(value)))}
    {...(hint && { hint })}
  />
);

const rewards = [
  ['points', 'Points'],
  ['store_credit', 'Store credit'],
] as const;

/** What whoever gave his code to a friend gets for it. */
const Referral = (editing: Editing) => {
  const { body, set } = editing;
  const kind: Path = ['referral', 'reward', 'kind'];
  const isMoney = textAt(body, kind) === 'store_credit';
  return (
    <>
      <Begin {...editing} />
      <Select
        name="Whose code it is gets"
        value={textAt(body, kind)}
        choices={rewards}
        onChange={(value) => set(withValue(body, kind, value))}
      />
      <FigureAt
        {...editing}
        name="How much for each order"
        path={['referral', 'reward', 'amount']}
        hint={isMoney ? `In ${shop.value.currency}` : 'Whole points'}
      />
      <FigureAt
        {...editing}
        name="Orders that one code can bring"
        path={['referral', 'uses_per_code']}
        hint="100, when empty"
      />
      <p class="soft wide">
        Customers get their code in their account, under Balances. Whoever types it gets what the sentence says; whose
        code it is gets this once the order is paid for.
      </p>
    </>
  );
};

export const CodeFields = ({ kind: of, ...editing }: Editing & { readonly kind: OfferKind }) => {
  const { body, set, isLocked } = editing;
  const kind = textAt(body, ['coupon_type']);
  return (
    <fieldset class="code-fields" disabled={isLocked}>
      <Select
        name="Codes"
        value={kind === 'bulk' || kind === 'referral' ? kind : 'single'}
        choices={of === 'coupon' ? kinds : kinds.filter(([one]) => one !== 'referral')}
        onChange={(value) => set(asKind(body, value))}
      />
      {kind === 'bulk' && (
        <>
          <Begin {...editing} />
          <FigureAt {...editing} name="How many" path={['coupon_counts']} />
        </>
      )}
      {kind === 'referral' && <Referral {...editing} />}
      {kind !== 'bulk' && kind !== 'referral' && (
        <Text
          name="Code"
          value={textAt(body, ['code'])}
          onChange={(value) => set({ ...body, code: value.toUpperCase() })}
          placeholder="WELCOME10"
        />
      )}
    </fieldset>
  );
};
