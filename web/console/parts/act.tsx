/** A button that changes something: busy while it works, what went wrong beside it, and a question first where there is no way back. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../ui/states.tsx';

type ActProps = {
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** Asked before it is done; for what cannot be undone. */
  readonly ask?: string;
  /** Fields of the question, such as a reason. */
  readonly fields?: ComponentChildren;
};

export const Act = ({ run, children, quiet = false, disabled = false, ask, fields }: ActProps) => {
  const dialog = useRef<HTMLDialogElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const act = async (): Promise<void> => {
    setBusy(true);
    setProblem('');
    try {
      await run();
      dialog.current?.close();
    } catch (error) {
      setProblem(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  };
  const trouble = problem !== '' && (
    <p class="warn" role="alert">
      {problem}
    </p>
  );
  return (
    <>
      <button
        type="button"
        class={quiet ? 'button quiet' : 'button'}
        aria-busy={isBusy}
        disabled={disabled || isBusy}
        onClick={() => (ask === undefined ? void act() : dialog.current?.showModal())}
      >
        {children}
      </button>
      {ask === undefined ? (
        trouble
      ) : (
        <dialog ref={dialog} aria-label={ask}>
          <form
            onSubmit={(event) => {
              event.preventDefault();
              void act();
            }}
          >
            <h2>{ask}</h2>
            {fields}
            {trouble}
            <div class="acts">
              <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
                Leave it
              </button>
              <button class="button" aria-busy={isBusy} disabled={isBusy}>
                {children}
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
};
