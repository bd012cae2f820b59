/** A way to a page for those who may use it; others do not see it. */
import type { ComponentChildren } from 'preact';
import { at, may } from '../session.ts';

type AllowedLinkProps = {
  readonly permission: string;
  readonly to: string;
  readonly quiet?: boolean;
  readonly children: ComponentChildren;
};

export const AllowedLink = ({ permission, to, quiet = false, children }: AllowedLinkProps) =>
  may(permission) && (
    <a class={quiet ? 'button quiet' : 'button'} href={at(to)}>
      {children}
    </a>
  );
