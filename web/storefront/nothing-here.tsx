/** There is nothing of what was asked for: why, and the way back to the goods. */
import type { IconName } from '../ui/icon.tsx';
import { Blank } from '../ui/states.tsx';
import { Link } from './route.tsx';
import { shop } from './shop.ts';
import { words } from './words.ts';

type NothingHereProps = {
  readonly icon: IconName;
  readonly title: string;
  readonly why?: string;
  readonly go?: string;
  readonly to?: string;
  /** Whether it is all there is on the page. */
  readonly whole?: boolean;
};

export const NothingHere = ({ why, go = words.browse, to = '/', ...blank }: NothingHereProps) => (
  <Blank {...blank}>
    {why && <p>{why}</p>}
    <Link class="button" to={to}>
      {go}
    </Link>
  </Blank>
);

/** What is somebody's own is there when he has signed in: where that is done here, the way to it. */
export const SignInFirst = (blank: Omit<NothingHereProps, 'go' | 'to'>) =>
  shop.demo_sign_in ? <NothingHere {...blank} go={words.signIn} to="/sign-in" /> : <NothingHere {...blank} />;

/** What an address names and nobody has. */
export const Missing = ({ what }: { readonly what: 'page' | 'product' }) => {
  const { missing, product } = words;
  const { title, why, go } =
    what === 'page' ? missing : { title: product.gone, why: product.goneWhy, go: product.goneGo };
  return <NothingHere whole icon="search" title={title} why={why} go={go} />;
};
