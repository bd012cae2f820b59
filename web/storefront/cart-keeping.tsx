/** What can be done with a whole cart: share it, or put it aside for later. */
import { useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Notice, sentenceOf } from '../ui/states.tsx';
import { shareCart } from './cart.ts';
import { Link } from './route.tsx';
import { saveCart } from './saved-carts.ts';
import { words } from './words.ts';

const namesOf = ({ items = [] }: CartDetail): string =>
  items
    .filter(({ parent_item_identifiers: parent }) => !parent?.identifier)
    .map(({ product }) => product?.name ?? '')
    .join(', ');

export const CartKeeping = ({ cart }: { readonly cart: CartDetail }) => {
  const [link, setLink] = useState('');
  const [isSaved, setSaved] = useState(false);
  const [problem, setProblem] = useState('');
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      setProblem('');
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const share = () => run(async () => setLink((await shareCart()).share_url));
  const save = () =>
    run(async () => {
      await saveCart(namesOf(cart));
      setSaved(true);
      announce(words.cart.saved);
    });
  return (
    <div class="keeping">
      {link === '' ? (
        <button type="button" class="text-button" onClick={() => void share()}>
          {words.cart.share}
        </button>
      ) : (
        <label>
          {words.cart.shared}
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        </label>
      )}
      {isSaved ? (
        <Link to="/account/carts">{words.cart.saved}</Link>
      ) : (
        <button type="button" class="text-button" onClick={() => void save()}>
          {words.cart.save}
        </button>
      )}
      <div role="alert">{problem !== '' && <Notice kind="warn">{problem}</Notice>}</div>
    </div>
  );
};
