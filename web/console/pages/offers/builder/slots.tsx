/** The places of a sentence, each a small control in the run of the words. */
import { numberAt, rows, textAt, valueAt, withValue } from './body.ts';
import { comparisons, comparisonsOf, isMoney, metrics, nextComparison, withComparisons } from './comparison-rules.ts';
import { GoodsPlace } from './goods-slot.tsx';
import { Figure, Less, More, Pick } from './sentence-controls.tsx';
import {
  countedWord,
  type Benefit,
  type BenefitSlot,
  type ChoiceSlot,
  type ConditionsSlot,
  type Editing,
  type NumberSlot,
  type Part,
  type Slot,
  type SlotProps,
  type StepsSlot,
  type TextSlot,
  type TiersSlot,
} from './sentence-parts.ts';
import { type Tier, tiersOf, withTiers } from './tier-rules.ts';

const NumberPlace = ({ slot, body, set, isLocked }: SlotProps<NumberSlot>) => {
  const value = numberAt(body, slot.paths[0] ?? []);
  const put = (next: number | undefined): void =>
    set(slot.paths.reduce((made, path) => withValue(made, path, next), body));
  const figure = (
    <>
      <Figure kind={slot.slot} name={slot.name} value={value} isLocked={isLocked} onChange={put} />
      {slot.counted && <span>{countedWord(slot.counted, value)}</span>}
    </>
  );
  if (slot.optional === undefined) return figure;
  if (value === undefined) {
    return isLocked ? null : (
      <More press={() => put(slot.slot === 'amount' ? 500 : 1)}>
        {slot.optional} … {slot.after || slot.counted?.[1]}
      </More>
    );
  }
  return (
    <>
      {slot.optional} {figure} {slot.after} {!isLocked && <Less name={slot.name} press={() => put(undefined)} />}
    </>
  );
};

const TextPlace = ({ slot, body, set, isLocked }: SlotProps<TextSlot>) => (
  <input
    class="blank-text"
    aria-label={slot.name}
    readOnly={isLocked}
    value={textAt(body, slot.path)}
    onInput={({ currentTarget }) => set(withValue(body, slot.path, currentTarget.value))}
  />
);

const ChoicePlace = ({ slot, body, set, isLocked }: SlotProps<ChoiceSlot>) => (
  <Pick
    name={slot.name}
    value={String((slot.choices.find(([value]) => value === valueAt(body, slot.path)) ?? slot.choices[0])?.[0])}
    choices={slot.choices.map(([value, name]) => [String(value), name])}
    isLocked={isLocked}
    onChange={(text) =>
      set(withValue(body, slot.path, slot.choices.find(([value]) => String(value) === text)?.[0] ?? text))
    }
  />
);

const ConditionsPlace = ({ slot, body, set, isLocked }: SlotProps<ConditionsSlot>) => {
  const all = comparisonsOf(body, slot.path);
  const next = nextComparison(all);
  const put = (made: typeof all): void => set(withComparisons(body, slot.path, made));
  return (
    <>
      {all.map((one, at) => (
        <span key={`${one.metric} ${one.comparison}`} class="clause">
          {at === 0 ? 'when' : 'and'}
          <Pick
            name="What is measured"
            value={one.metric}
            choices={metrics}
            isLocked={isLocked}
            onChange={(metric) => put(all.with(at, { ...one, metric }))}
          />
          <Pick
            name="Comparison"
            value={one.comparison}
            choices={comparisons}
            isLocked={isLocked}
            onChange={(comparison) => put(all.with(at, { ...one, comparison }))}
          />
          <Figure
            kind={isMoney(one.metric) ? 'amount' : 'units'}
            name="How much"
            value={one.value}
            isLocked={isLocked}
            onChange={(value = 0) => put(all.with(at, { ...one, value }))}
          />
          {!isLocked && <Less name="condition" press={() => put(all.filter((other) => other !== one))} />}
        </span>
      ))}
      {!isLocked && next && <More press={() => put([...all, next])}>{all.length === 0 ? 'when …' : 'and …'}</More>}
    </>
  );
};

const benefits: readonly (readonly [Benefit, string, NumberSlot['slot']])[] = [
  ['discount_percentage', 'per cent off', 'percent'],
  ['discount_amount', 'less', 'amount'],
  ['discount_price', 'for a price of', 'amount'],
];
const BenefitPlace = ({ slot, body, set, isLocked }: SlotProps<BenefitSlot>) => {
  const known = benefits.filter(([kind]) => slot.kinds.includes(kind));
  const [kind, , figure] = known.find(([one]) => (numberAt(body, [...slot.path, one]) ?? 0) > 0) ??
    known.find(([one]) => numberAt(body, [...slot.path, one]) !== undefined) ?? ['discount_percentage', '', 'percent'];
  const put = (next: string, value: number | undefined): void => {
    const bare = known.reduce((left, [one]) => withValue(left, [...slot.path, one], undefined), body);
    set(withValue(bare, [...slot.path, next], value));
  };
  return (
    <>
      <Figure
        kind={figure}
        name={slot.name}
        value={numberAt(body, [...slot.path, kind])}
        isLocked={isLocked}
        onChange={(value) => put(kind, value)}
      />
      <Pick
        name="As"
        value={kind}
        choices={known.map(([one, name]) => [one, name])}
        isLocked={isLocked}
        onChange={(next) => put(next, numberAt(body, [...slot.path, kind]))}
      />
    </>
  );
};

const StepsPlace = ({ slot, body, set, isLocked }: SlotProps<StepsSlot>) => {
  const all = rows(valueAt(body, slot.path));
  const least = slot.optional === undefined ? 1 : 0;
  const without = (at: number): readonly unknown[] | undefined => {
    const left = all.toSpliced(at, 1);
    return left.length === 0 ? undefined : left;
  };
  return (
    <ol class="steps" aria-label={slot.name}>
      {all.length > 0 && slot.optional && <li class="soft">{slot.optional}</li>}
      {all.map((_row, at) => (
        <li key={at}>
          <Sentence parts={slot.row(at)} body={body} set={set} isLocked={isLocked} />
          {!isLocked && all.length > least && (
            <Less name={`step ${at + 1}`} press={() => set(withValue(body, slot.path, without(at)))} />
          )}
        </li>
      ))}
      {!isLocked && (
        <li>
          <More press={() => set(withValue(body, slot.path, [...all, slot.fresh]))}>a step</More>
        </li>
      )}
    </ol>
  );
};

const TiersPlace = ({ slot, body, set, isLocked }: SlotProps<TiersSlot>) => {
  const tiers = tiersOf(body, slot);
  const put = (next: readonly Tier[]): void => set(withTiers(body, slot, next));
  return (
    <ol class="steps">
      {tiers.map((tier, at) => (
        <li key={at}>
          from
          <Figure
            kind={slot.metric === 'cart_total' ? 'amount' : 'units'}
            name={`From, step ${at + 1}`}
            value={tier.least}
            isLocked={isLocked}
            onChange={(least) => put(tiers.with(at, { ...tier, least }))}
          />
          {slot.metric === 'cart_total' ? 'on' : `${countedWord(['unit', 'units'], tier.least)} on`}
          <Figure
            kind={slot.benefit === 'discount_amount' ? 'amount' : 'percent'}
            name={`Off, step ${at + 1}`}
            value={tier.value}
            isLocked={isLocked}
            onChange={(value) => put(tiers.with(at, { ...tier, value }))}
          />
          off
          {!isLocked && tiers.length > 1 && <Less name={`step ${at + 1}`} press={() => put(tiers.toSpliced(at, 1))} />}
        </li>
      ))}
      {!isLocked && (
        <li>
          <More
            press={() =>
              put([...tiers, { least: (tiers.at(-1)?.least ?? 1) + 1, value: (tiers.at(-1)?.value ?? 5) + 5 }])
            }
          >
            a step
          </More>
        </li>
      )}
    </ol>
  );
};

const Place = ({ slot, ...editing }: SlotProps<Slot>) => {
  switch (slot.slot) {
    case 'percent':
    case 'amount':
    case 'units':
      return <NumberPlace slot={slot} {...editing} />;
    case 'text':
      return <TextPlace slot={slot} {...editing} />;
    case 'choice':
      return <ChoicePlace slot={slot} {...editing} />;
    case 'goods':
      return <GoodsPlace slot={slot} {...editing} />;
    case 'conditions':
      return <ConditionsPlace slot={slot} {...editing} />;
    case 'benefit':
      return <BenefitPlace slot={slot} {...editing} />;
    case 'steps':
      return <StepsPlace slot={slot} {...editing} />;
    case 'tiers':
      return <TiersPlace slot={slot} {...editing} />;
    default:
      return null;
  }
};

export const Sentence = ({ parts, ...editing }: Editing & { readonly parts: readonly Part[] }) => (
  <>
    {parts.map((part, at) =>
      typeof part === 'string' ? <span key={at}>{part}</span> : <Place key={at} slot={part} {...editing} />,
    )}
  </>
);
