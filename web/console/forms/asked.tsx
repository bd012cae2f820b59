/** One question of a form: its name, its control, what it means, and what is wrong with the answer. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { isNeeded } from './field-kinds.ts';
import type { Worded } from './words/form-words.ts';
import { hintAt } from './words/hints.ts';
import { labelOf } from './words/labels.ts';
import { isNullable, type Json, type Schema } from './schema-rules.ts';

type Questions = Worded & {
  readonly whole: Json;
  readonly problems: ReadonlyMap<string, string>;
  readonly isLocked: boolean;
};
export type QuestionProps = {
  readonly schema: Schema;
  readonly value: unknown;
  readonly set: (next: unknown) => void;
  /** As the service names the place in its answers. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly form: Questions;
};

type Attributes = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly required: boolean;
  readonly 'aria-describedby': string | undefined;
};
type AskedProps = QuestionProps & {
  readonly label?: string;
  readonly hint?: string | undefined;
  readonly problem?: string | undefined;
  /** Takes the whole width of the form. */
  readonly isWide?: boolean;
  readonly children: (attributes: Attributes) => ComponentChildren;
};

export const emptyOf = ({ schema, isRequired }: QuestionProps, required: unknown): unknown => {
  if (isNullable(schema)) return null;
  return isRequired ? required : undefined;
};
export const shown = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The first thing that is wrong there, or with anything below it. */
export const problemAt = ({ path, form }: Pick<QuestionProps, 'path' | 'form'>): string | undefined =>
  form.problems.get(path) ?? [...form.problems].find(([place]) => place.startsWith(`${path}[`))?.[1];

export const Asked = ({ children, isWide = false, ...props }: AskedProps) => {
  const id = useId();
  const { form, path, schema, isRequired } = props;
  const label = props.label ?? labelOf(path, form);
  const hint = 'hint' in props ? props.hint : hintAt(props);
  const problem = props.problem ?? problemAt(props);
  const needed = !form.isLocked && isNeeded(schema, isRequired);
  const told = [...(hint ? [`${id}-hint`] : []), ...(problem ? [`${id}-problem`] : [])].join(' ');
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label class={needed ? 'label needed' : 'label'} for={id}>
        {label}
      </label>
      {children({
        id,
        'aria-invalid': Boolean(problem),
        required: needed,
        'aria-describedby': told || undefined,
      })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {problem && (
        <small class="warn" id={`${id}-problem`}>
          {problem}
        </small>
      )}
    </div>
  );
};

export const Said = (props: Pick<QuestionProps, 'schema' | 'path' | 'form'>) => {
  const hint = hintAt(props, 'without the tick');
  return hint ? <p class="soft">{hint}</p> : null;
};
