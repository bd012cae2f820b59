/** A field of a form with its label above it and, when something is wrong, the sentence that says what below. */
export type FieldProps = {
  readonly label: string;
  readonly name: string;
  readonly problem?: string | undefined;
  /** Takes the whole width of its form. */
  readonly wide?: boolean;
  /** Which keys a phone shows. */
  readonly keys?: 'text' | 'tel' | 'email';
  /** What the browser may fill in by itself. */
  readonly complete?: string;
  readonly most?: number;
  readonly first?: string;
};

export const Field = ({
  label,
  name,
  problem = '',
  wide = false,
  keys = 'text',
  complete,
  most = 200,
  first,
}: FieldProps) => {
  const id = `field-${name}`;
  return (
    <div class={wide ? 'field wide' : 'field'}>
      <label class="label" for={id}>
        {label}
      </label>
      <input
        inputMode={keys}
        autoComplete={complete}
        maxLength={most}
        defaultValue={first}
        id={id}
        name={name}
        aria-invalid={problem !== ''}
        aria-describedby={problem === '' ? undefined : `${id}-problem`}
      />
      {problem !== '' && (
        <p class="warn" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
};

/** What a form holds, its ends trimmed. */
export const valuesOf = (form: HTMLFormElement): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value.trim() : '']),
  );

/** The first field that is wrong, for who cannot see which. */
export const focusProblem = (form: HTMLFormElement): void =>
  void requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
