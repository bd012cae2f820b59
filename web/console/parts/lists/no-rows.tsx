/** A list without rows: what would be there and what to do, or that nothing fits what was asked for and the way back to all. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { Blank } from '../../../ui/states.tsx';
import { rooms } from '../../rooms.ts';
import { at } from '../../session.ts';

type NoRowsProps = {
  readonly label: string;
  readonly title?: string | undefined;
  readonly isNarrowed?: boolean;
  readonly whole?: string | undefined;
  readonly keepsFilters?: boolean | undefined;
  readonly children: ComponentChildren;
};

/** “Gift cards” within a sentence; what is known by its letters keeps them. */
const within = (label: string): string =>
  /^[A-Z][a-z]/.test(label) ? `${label.slice(0, 1).toLowerCase()}${label.slice(1)}` : label;

export const NoRows = ({ label, title, isNarrowed = false, whole, keepsFilters = false, children }: NoRowsProps) => {
  const { path } = useLocation();
  if (isNarrowed) {
    return (
      <Blank icon="search" title="Nothing fits">
        <p>Ask for something else above, or show all there is.</p>
        <a class="button quiet" href={whole ?? path}>
          Show all
        </a>
      </Blank>
    );
  }
  const icon = rooms.find(({ to }) => to !== '' && path.startsWith(at(to)))?.icon ?? 'box';
  return (
    // Filters above it have nothing to choose from, and are hidden with it.
    <div class={keepsFilters ? undefined : 'none-yet'}>
      <Blank icon={icon} title={title ?? `No ${within(label)} yet`}>
        <div class="soft">{children}</div>
      </Blank>
    </div>
  );
};
