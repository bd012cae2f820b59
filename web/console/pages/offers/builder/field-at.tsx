/** Fields of the form, each at a place of the offer. */
import { Select, Text } from '../../../parts/field.tsx';
import { platformName } from '../../../parts/names.ts';
import { Tick } from '../../../parts/tick.tsx';
import { fromField, toField } from '../../../parts/times.ts';
import { numberAt, type Path, textAt, valueAt, withValue, words } from './body.ts';
import type { Editing } from './sentence-parts.ts';

export const TextAt = ({ name, path, hint, ...editing }: Editing & { name: string; path: Path; hint?: string }) => (
  <Text
    name={name}
    value={textAt(editing.body, path)}
    onChange={(value) => editing.set(withValue(editing.body, path, value === '' ? undefined : value))}
    {...(hint && { hint })}
  />
);
export const CountAt = ({ name, path, hint, ...editing }: Editing & { name: string; path: Path; hint?: string }) => {
  const value = numberAt(editing.body, path);
  return (
    <Text
      name={name}
      type="number"
      // 0 and −1 are how the interface says without limit.
      value={value === undefined || value <= 0 ? '' : String(value)}
      onChange={(text) => editing.set(withValue(editing.body, path, text === '' ? undefined : Number(text)))}
      {...(hint && { hint })}
    />
  );
};
export const MomentAt = ({ name, path, hint, ...editing }: Editing & { name: string; path: Path; hint: string }) => (
  <Text
    name={name}
    type="datetime-local"
    hint={hint}
    value={toField(textAt(editing.body, path))}
    onChange={(value) => editing.set(withValue(editing.body, path, fromField(value)))}
  />
);

export const TicksAt = ({
  name,
  path,
  of,
  ...editing
}: Editing & { name: string; path: Path; of: readonly string[] }) => {
  const chosen = words(valueAt(editing.body, path));
  const put = (one: string, on: boolean): void => {
    const next = on ? [...chosen, one] : chosen.filter((other) => other !== one);
    editing.set(withValue(editing.body, path, next.length === 0 ? undefined : next));
  };
  return (
    <fieldset>
      <legend>{name}</legend>
      {[...new Set([...of, ...chosen])].map((one) => (
        <Tick key={one} on={chosen.includes(one)} set={(on) => put(one, on)}>
          {platformName(one)}
        </Tick>
      ))}
    </fieldset>
  );
};

const flagChoices = (yes: string, no: string) =>
  [
    ['true', yes],
    ['false', no],
  ] as const;

export const FlagAt = (props: Editing & { name: string; path: Path; whenUnset: boolean; yes: string; no: string }) => (
  <Select
    name={props.name}
    value={String((valueAt(props.body, props.path) ?? props.whenUnset) === true)}
    choices={flagChoices(props.yes, props.no)}
    onChange={(value) => props.set(withValue(props.body, props.path, value === 'true'))}
  />
);
