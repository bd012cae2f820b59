/** A button that changes something: busy while it works, what went wrong beside it, and a question first where there is no way back. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { sentenceOf } from '../../ui/states.tsx';

/** How an act is asked about before it is done. */
export type Asking = {
  /** Asked before it is done; for what cannot be undone, or needs values. */
  readonly ask?: string | undefined;
  /** What will happen then, where the question does not say it all. */
  readonly about?: ComponentChildren;
  /** What the button of the question says, when not the same as the one that opens it. */
  readonly go?: string | undefined;
  /** What leaves everything as it is says; an act that is itself called “Cancel …” needs another word. */
  readonly leave?: string | undefined;
  /** It takes something away: it looks like that wherever it stands. */
  readonly isGrave?: boolean | undefined;
};

type ActProps = Asking & {
  readonly run: () => Promise<unknown>;
  readonly children: ComponentChildren;
  readonly quiet?: boolean;
  readonly disabled?: boolean;
  /** Something that it needs is still asked for: the button of the question waits. */
  readonly isWaiting?: boolean;
  /** Fields of the question, such as a reason. */
  readonly fields?: ComponentChildren;
};

export const Act = ({
  run,
  children,
  quiet = false,
  disabled = false,
  isWaiting = false,
  fields,
  ...asking
}: ActProps) => {
  const { ask, about, go, leave = 'Cancel', isGrave = false } = asking;
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
  const look = isGrave ? 'button grave' : 'button';
  return (
    <>
      <button
        type="button"
        class={quiet ? `${look} quiet` : look}
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
            {about && <div class="soft">{about}</div>}
            {fields}
            {trouble}
            <div class="acts">
              <button type="button" class="button quiet" onClick={() => dialog.current?.close()}>
                {leave}
              </button>
              <button class={look} aria-busy={isBusy} disabled={isBusy || isWaiting}>
                {go ?? children}
              </button>
            </div>
          </form>
        </dialog>
      )}
    </>
  );
};
