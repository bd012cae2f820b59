/** One question of a form: its name, its control, what it means, and what is wrong with the answer. */
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';

export type Attributes = {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
};
type AskedProps = {
  readonly label: string;
  readonly hint: string | undefined;
  readonly problem: string | undefined;
  /** Takes the whole width of the form. */
  readonly isWide?: boolean;
  readonly children: (attributes: Attributes) => ComponentChildren;
};

export const Asked = ({ label, hint, problem, isWide = false, children }: AskedProps) => {
  const id = useId();
  const told = [...(hint ? [`${id}-hint`] : []), ...(problem ? [`${id}-problem`] : [])].join(' ');
  return (
    <div class={isWide ? 'field wide' : 'field'}>
      <label class="label" for={id}>
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(problem), 'aria-describedby': told || undefined })}
      {hint && <small id={`${id}-hint`}>{hint}</small>}
      {problem && (
        <small class="warn" id={`${id}-problem`}>
          {problem}
        </small>
      )}
    </div>
  );
};
