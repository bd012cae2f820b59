/** What a page says when there is nothing to show, or nothing could be had: what happened, and what to do. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';
import { uiWords } from './ui-words.ts';

type BlankProps = {
  readonly icon: IconName;
  readonly title: string;
  /** Whether it is all there is on the page: then its title is the page's. */
  readonly whole?: boolean;
  readonly children: ComponentChildren;
};

export const Blank = ({ icon, title, whole = false, children }: BlankProps) => (
  <div class="blank">
    <Icon name={icon} />
    {whole ? <h1>{title}</h1> : <h2>{title}</h2>}
    {children}
  </div>
);

export const sentenceOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : uiWords.get().wentWrong;

type FailureProps = Pick<BlankProps, 'whole'> & {
  readonly title: string;
  readonly problem: unknown;
  readonly again: () => void;
  /** Where else one may go. */
  readonly children?: ComponentChildren;
};

export const Failure = ({ title, problem, again, whole = false, children }: FailureProps) => (
  <div role="alert">
    <Blank icon="alert" title={title} whole={whole}>
      <p>{sentenceOf(problem)}</p>
      <button type="button" class="button" onClick={again}>
        {uiWords.get().tryAgain}
      </button>
      {children}
    </Blank>
  </div>
);

type NoticeProps = { readonly kind?: 'plain' | 'good' | 'warn'; readonly children: ComponentChildren };

export const Notice = ({ kind = 'plain', children }: NoticeProps) => (
  <div class={`notice ${kind}`}>
    <Icon name={kind === 'good' ? 'check' : 'alert'} />
    <div>{children}</div>
  </div>
);

type ProblemProps = { readonly sentence: string; readonly class?: string };

/** What went wrong, where it did; read out when it appears. */
export const Problem = ({ sentence, class: name }: ProblemProps) => (
  <div role="alert" class={name}>
    {sentence !== '' && <Notice kind="warn">{sentence}</Notice>}
  </div>
);
