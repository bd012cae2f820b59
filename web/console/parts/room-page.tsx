/** A page of a room that has several: the room's name above it, and its other pages beside it. */
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { rooms, type RoomName } from '../rooms.ts';
import { at, may } from '../session.ts';
import { Page } from './page.tsx';
import { useCurrentInSight } from '../../ui/current-in-sight.ts';
import { useCutEnds } from './cut-ends.ts';

type RoomPageProps = {
  readonly room: RoomName;
  readonly acts?: ComponentChildren;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
};

export const RoomPage = ({ room, children, ...head }: RoomPageProps) => {
  const { path } = useLocation();
  const row = useCurrentInSight(path);
  useCutEnds(row);
  const tabs = rooms.find(({ name }) => name === room)?.tabs ?? [];
  return (
    <Page title={room} {...head}>
      <nav ref={row} class="tabs" aria-label={room}>
        {tabs
          .filter(({ needs }) => needs === undefined || may(needs))
          .map(({ to, name }) => (
            <a key={to} href={at(to)} aria-current={path === at(to) ? 'page' : undefined}>
              {name}
            </a>
          ))}
      </nav>
      {children}
    </Page>
  );
};
