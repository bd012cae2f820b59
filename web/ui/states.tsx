/** What a page says when there is nothing to show, or nothing could be had: what happened, and what to do. */
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon.tsx';

type BlankProps = { readonly icon: IconName; readonly title: string; readonly children: ComponentChildren };

export const Blank = ({ icon, title, children }: BlankProps) => (
  <div class="blank">
    <Icon name={icon} />
    <h2>{title}</h2>
    {children}
  </div>
);

export const sentenceOf = (problem: unknown): string =>
  problem instanceof Error ? problem.message : 'Something went wrong.';

type FailureProps = { readonly title: string; readonly problem: unknown; readonly again: () => void };

export const Failure = ({ title, problem, again }: FailureProps) => (
  <div role="alert">
    <Blank icon="alert" title={title}>
      <p>{sentenceOf(problem)}</p>
      <button type="button" class="button" onClick={again}>
        Try again
      </button>
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
