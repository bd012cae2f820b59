/** An act that asks for a few values first; what stands in the fields is handed to it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act } from './act.tsx';
import { type Choices, Select, Text } from './field.tsx';

type AskedField = {
  readonly name: string;
  /** What stands in it at first. */
  readonly value?: string;
  /** One that depends on what stands there is worked out from it. */
  readonly hint?: string | ((value: string) => string | undefined);
} & (
  | { readonly choices: Choices }
  | {
      readonly type?: 'text' | 'number' | 'email' | 'url' | 'datetime-local';
      readonly required?: true;
      readonly step?: 'any';
    }
);

export type AskedFields = Readonly<Record<string, AskedField>>;

type AskActProps<Key extends string> = {
  readonly ask: string;
  readonly fields: Readonly<Record<Key, AskedField>>;
  readonly run: (values: Readonly<Record<Key, string>>) => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
};

export const AskAct = <Key extends string>({ fields, run, ...act }: AskActProps<Key>) => {
  const asked = Object.entries<AskedField>(fields);
  const [values, setValues] = useState<ReadonlyMap<string, string>>(
    () => new Map(asked.map(([key, { value = '' }]) => [key, value])),
  );
  const drawn = asked.map(([key, { hint, ...field }]) => {
    const value = values.get(key) ?? '';
    const onChange = (next: string): void => setValues((before) => new Map(before).set(key, next));
    const told = typeof hint === 'function' ? hint(value) : hint;
    return 'choices' in field ? (
      <Select {...field} {...{ key, value, onChange }} hint={told} />
    ) : (
      <Text {...field} {...{ key, value, onChange }} hint={told} />
    );
  });
  return <Act {...act} fields={drawn} run={() => run(Object.fromEntries(values) as Record<Key, string>)} />;
};
