/** Controls for one value: a choice, a figure, a line, a text, several words. An empty one says what its schema says for nothing. */
import { useState } from 'preact/hooks';
import { Asked, type Attributes } from './asked.tsx';
import { hintOf } from './hints.ts';
import { isHundredths, labelOf } from './labels.ts';
import { isNullable, list, record, type Schema, typesOf } from './schema-rules.ts';

type Questions = {
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

const emptyOf = ({ schema, isRequired }: QuestionProps, required: unknown): unknown => {
  if (isNullable(schema)) return null;
  return isRequired ? required : undefined;
};
const shown = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

const Question = ({
  isWide = false,
  hint,
  children,
  ...props
}: QuestionProps & {
  readonly isWide?: boolean;
  readonly hint?: string;
  readonly children: (attributes: Attributes) => preact.ComponentChildren;
}) => (
  <Asked
    label={labelOf(props.path)}
    hint={hint ?? hintOf(props.schema.description, labelOf(props.path))}
    problem={props.form.problems.get(props.path)}
    isWide={isWide}
  >
    {children}
  </Asked>
);

const languageNames: ReadonlyMap<string, string> = new Map([
  ['en', 'English'],
  ['hi', 'हिन्दी'],
  ['de', 'Deutsch'],
]);

const choiceName = (word: string): string => {
  const language = languageNames.get(word);
  if (language !== undefined) return language;
  const words = word.replaceAll(/[_-]/g, ' ');
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
};

export const Choice = (props: QuestionProps) => (
  <Question {...props}>
    {(attributes) => (
      <select
        {...attributes}
        disabled={props.form.isLocked}
        value={shown(props.value)}
        onChange={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
      >
        {(!props.isRequired || isNullable(props.schema) || shown(props.value) === '') && <option value="">–</option>}
        {(props.schema.enum ?? [])
          .filter((one) => one !== null)
          .map((one) => (
            <option key={one} value={one}>
              {choiceName(one)}
            </option>
          ))}
      </select>
    )}
  </Question>
);

/** What counts where nothing is said. */
const usual = ({ default: standard, description = '' }: Schema): boolean =>
  typeof standard === 'boolean' ? standard : /\btrue when left out/.test(description);

export const Flag = (props: QuestionProps) => {
  const hint = hintOf(props.schema.description, labelOf(props.path));
  return (
    <div class="field flag">
      <label class="tick">
        <input
          type="checkbox"
          disabled={props.form.isLocked}
          checked={typeof props.value === 'boolean' ? props.value : usual(props.schema)}
          onChange={({ currentTarget }) => props.set(currentTarget.checked)}
        />
        {labelOf(props.path)}
      </label>
      {hint && <small>{hint}</small>}
    </div>
  );
};

/** A line to type in: what is typed stays as it is typed, while it means the same. */
const useTyped = ({ value, set, form }: QuestionProps, written: string, read: (text: string) => unknown) => {
  const [typed, setTyped] = useState(written);
  const isStill = JSON.stringify(read(typed)) === JSON.stringify(value);
  return {
    autoComplete: 'off',
    readOnly: form.isLocked,
    value: isStill ? typed : written,
    onInput: ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
      setTyped(currentTarget.value);
      set(read(currentTarget.value));
    },
  } as const;
};

const figureOf = (text: string, empty: unknown): unknown => {
  if (text.trim() === '') return empty;
  const figure = Number(text);
  return Number.isFinite(figure) ? figure : text;
};

const HUNDREDTHS = 100;

export const Figure = (props: QuestionProps) => {
  const { path, value } = props;
  const scale = isHundredths(path) ? HUNDREDTHS : 1;
  const read = (text: string): unknown => {
    const figure = figureOf(text, emptyOf(props, undefined));
    // 18.05 is 1805 hundredths, not 1804.9999999999998.
    return typeof figure === 'number' && scale > 1 ? Number((figure * scale).toPrecision(12)) : figure;
  };
  const typing = useTyped(props, typeof value === 'number' ? String(value / scale) : shown(value), read);
  return <Question {...props}>{(attributes) => <input {...attributes} inputMode="decimal" {...typing} />}</Question>;
};

/** Where the browser knows what can be meant. */
const Zones = ({ id }: { readonly id: string }) => (
  <datalist id={id}>
    {Intl.supportedValuesOf('timeZone').map((zone) => (
      <option key={zone} value={zone} />
    ))}
  </datalist>
);

export const Line = (props: QuestionProps) => (
  <Question {...props}>
    {(attributes) => {
      const zones = props.path.endsWith('time_zone') ? `${attributes.id}-zones` : undefined;
      return (
        <>
          <input
            {...attributes}
            list={zones}
            type={props.path.endsWith('.date') ? 'date' : 'text'}
            autoComplete="off"
            readOnly={props.form.isLocked}
            value={shown(props.value)}
            onInput={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
          />
          {zones && <Zones id={zones} />}
        </>
      );
    }}
  </Question>
);

export const LongText = (props: QuestionProps) => (
  <Question {...props} isWide>
    {(attributes) => (
      <textarea
        {...attributes}
        rows={4}
        readOnly={props.form.isLocked}
        value={shown(props.value)}
        onInput={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
      />
    )}
  </Question>
);

const wordsOf = (text: string, isFigures: boolean): readonly unknown[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) => (isFigures ? figureOf(word, word) : word));

/** The first thing that is wrong with one of the words. */
const wordProblem = ({ path, form }: QuestionProps): string | undefined =>
  form.problems.get(path) ?? [...form.problems].find(([place]) => place.startsWith(`${path}[`))?.[1];

type SeveralProps = QuestionProps & {
  readonly written: string;
  readonly read: (text: string) => readonly unknown[];
  readonly hint: string;
  readonly placeholder?: string;
};

/** Several in one line; an empty line says nothing where nothing needs to be said. */
const Several = ({ written, read: readAll, hint, placeholder, ...props }: SeveralProps) => {
  const read = (text: string): unknown => {
    const all = readAll(text);
    return all.length === 0 && !props.isRequired ? undefined : all;
  };
  const typing = useTyped(props, written, read);
  return (
    <Asked label={labelOf(props.path)} hint={hint} problem={wordProblem(props)}>
      {(attributes) => <input {...attributes} placeholder={placeholder} {...typing} />}
    </Asked>
  );
};

export const Words = (props: QuestionProps) => {
  const isFigures = typesOf(props.schema.items ?? {}).includes('integer');
  return (
    <Several
      {...props}
      written={list(props.value).join(', ')}
      read={(text) => wordsOf(text, isFigures)}
      hint={`${hintOf(props.schema.description, labelOf(props.path)) ?? ''} With commas between.`.trim()}
    />
  );
};

/** `09:30-13:00, 14:00-19:00`; nothing is closed. */
const spanOf = (text: string): unknown => {
  const [opens = '', closes = ''] = text.split(/[-–]/).map((time) => time.trim());
  return { opens, closes };
};
const spanText = (span: unknown): string => {
  const { opens = '', closes = '' } = record(span);
  return `${shown(opens)}-${shown(closes)}`;
};

export const Spans = (props: QuestionProps) => (
  <Several
    {...props}
    written={list(props.value).map(spanText).join(', ')}
    read={(text) => wordsOf(text, false).map((span) => spanOf(String(span)))}
    hint={props.path.includes('[') ? '' : 'Such as 09:30-13:00, 14:00-19:00'}
    placeholder="closed"
  />
);
