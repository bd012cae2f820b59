/** An act that asks for a few values first; what stands in the fields is handed to it. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Act, type Asking } from './act.tsx';
import { type Choices, LongText, Select, Text } from './field.tsx';

type AskedField = {
  readonly name: string;
  /** What stands in it at first. */
  readonly value?: string;
  /** One that depends on what stands there is worked out from it. */
  readonly hint?: string | ((value: string) => string | undefined);
} & (
  | { readonly choices: Choices }
  /** Several lines. */
  | { readonly isLong: true; readonly required?: true }
  | {
      readonly type?: 'text' | 'number' | 'email' | 'url' | 'datetime-local';
      readonly required?: true;
      readonly step?: 'any';
      readonly unit?: string;
    }
);

export type AskedFields = Readonly<Record<string, AskedField>>;

type AskActProps<Key extends string> = Asking & {
  readonly ask: string;
  readonly fields: Readonly<Record<Key, AskedField>>;
  readonly run: (values: Readonly<Record<Key, string>>) => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
  readonly disabled?: boolean;
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
    if ('choices' in field) return <Select {...field} {...{ key, value, onChange }} hint={told} />;
    return 'isLong' in field ? (
      <LongText {...{ key, value, onChange }} name={field.name} required={field.required ?? false} />
    ) : (
      <Text {...field} {...{ key, value, onChange }} hint={told} />
    );
  });
  return <Act {...act} fields={drawn} run={() => run(Object.fromEntries(values) as Record<Key, string>)} />;
};
