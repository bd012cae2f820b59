/** Something with its picture before it; one without leaves the place, so that names stand below each other. */
import type { ComponentChildren } from 'preact';
import { ownAddress } from '../../ui/own-address.ts';
import { session } from '../session.ts';

type PicturedProps = { readonly image: string | undefined; readonly children: ComponentChildren };

export const Pictured = ({ image, children }: PicturedProps) => (
  <span class="bought">
    {image ? (
      <img src={ownAddress(image, session)} alt="" width={40} height={40} loading="lazy" />
    ) : (
      <span class="no-picture" />
    )}
    <span>{children}</span>
  </span>
);
