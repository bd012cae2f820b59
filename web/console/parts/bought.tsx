/** Something that was bought, or is about to be: its picture, and the way to its product. */
import type { ComponentChildren } from 'preact';
import { ownAddress } from '../../ui/own-address.ts';
import { at, may, session } from '../session.ts';

type BoughtProps = {
  readonly name: string;
  readonly itemId: number | undefined;
  readonly image: string | undefined;
  readonly about: readonly (string | null | undefined)[];
  readonly children?: ComponentChildren;
};

export const Bought = ({ name, itemId, image, about, children }: BoughtProps) => (
  <div class="bought">
    {image && <img src={ownAddress(image, session)} alt="" width={40} height={40} loading="lazy" />}
    <span>
      {may('company/products/read') ? <a href={at(`/products/${itemId}`)}>{name}</a> : name} {children}
      <small>
        {about.filter(Boolean).map((part, place, all) => (
          <span key={part}>
            {part}
            {place < all.length - 1 && ' · '}
          </span>
        ))}
      </small>
    </span>
  </div>
);
