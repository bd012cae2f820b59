/** What every page of the console is made of: a head, panels, and a state in a word. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

type Children = { readonly children: ComponentChildren };

export type PageProps = Children & {
  readonly title: string;
  readonly back?: { readonly to: string; readonly name: string };
  /** Beside the title: what can be done here. */
  readonly acts?: ComponentChildren;
  readonly about?: ComponentChildren;
};

/** Somebody came to a page that is still asked for: its title is to be heard once it is there. */
let isAwaited = false;
export const awaitPage = (): void => {
  isAwaited = true;
};

export const Page = ({ title, back, acts, about, children }: PageProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isAwaited) heading.current?.focus({ preventScroll: true });
    isAwaited = false;
  }, []);
  useEffect(() => {
    document.title = `${title} · Console`;
  }, [title]);
  return (
    <>
      <header class="page-head">
        {back && (
          <a class="back" href={back.to}>
            ← {back.name}
          </a>
        )}
        <div class="page-title">
          <h1 ref={heading} tabIndex={-1}>
            {title}
          </h1>
          {acts && <div class="acts">{acts}</div>}
        </div>
        {about && <p class="soft">{about}</p>}
      </header>
      {children}
    </>
  );
};

type PanelProps = Children & {
  readonly title?: string;
  readonly acts?: ComponentChildren;
  readonly class?: string;
  /** By which a link on the same page leads to it. */
  readonly id?: string;
};

export const Panel = ({ title, acts, class: name = '', id, children }: PanelProps) => (
  <section id={id} class={`panel ${name}`} aria-label={title}>
    {title && (
      <div class="panel-head">
        <h2>{title}</h2>
        {acts}
      </div>
    )}
    {children}
  </section>
);

const tones: Readonly<Record<string, readonly string[]>> = {
  good: [
    'delivered',
    'complete',
    'published',
    'active',
    'done',
    'success',
    'accepted',
    'paid',
    'live',
    'received',
    'finished',
    'in',
    'set',
  ],
  // Somebody of the shop has to do something next.
  todo: ['placed', 'requested', 'review'],
  warn: [
    'cancelled',
    'payment_failed',
    'failed',
    'blocked',
    'rejected',
    'refund_due',
    'expired',
    'refused',
    'deactivated',
    'due',
    'silent',
  ],
  busy: ['shipped', 'waiting', 'approved', 'awaiting_payment', 'sent', 'invited', 'receiving', 'running'],
};
const toneOf = (state: string): string =>
  Object.entries(tones).find(([, states]) => states.includes(state))?.[0] ?? 'plain';

export const State = ({ of: state }: { readonly of: string }) => (
  <span class={`state ${toneOf(state)}`}>{state.replaceAll('_', ' ')}</span>
);
