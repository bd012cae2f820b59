/** What few fill in is folded, unless something of it was said or is wrong. */
import type { ComponentChildren } from 'preact';

type SeldomProps = {
  readonly name?: string;
  readonly isOpen: boolean;
  readonly children: ComponentChildren;
};

export const Seldom = ({ name = 'More, which few need', isOpen, children }: SeldomProps) => (
  <details class="seldom" open={isOpen}>
    <summary>{name}</summary>
    {children}
  </details>
);
