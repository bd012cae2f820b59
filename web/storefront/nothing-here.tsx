/** There is nothing of what was asked for: why, and the way back to the goods. */
import type { IconName } from '../ui/icon.tsx';
import { Blank } from '../ui/states.tsx';
import { Link } from './route.tsx';
import { words } from './words.ts';

type NothingHereProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly why?: string;
  readonly go?: string;
  /** Whether it is all there is on the page. */
  readonly whole?: boolean;
};

export const NothingHere = ({ why, go = words.browse, ...blank }: NothingHereProps) => (
  <Blank {...blank}>
    {why && <p>{why}</p>}
    <Link class="button" to="/">
      {go}
    </Link>
  </Blank>
);

/** What an address names and nobody has. */
export const Missing = ({ what }: { readonly what: 'page' | 'product' }) => {
  const { missing, product } = words;
  const { title, why, go } =
    what === 'page' ? missing : { title: product.gone, why: product.goneWhy, go: product.goneGo };
  return <NothingHere whole icon="search" title={title} why={why} go={go} />;
};
