/** What can be done with a whole cart: share it, or put it aside for later. */
import { useRef, useState } from 'preact/hooks';
import type { CartDetail } from '../../src/contract/cart/cart-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Problem, sentenceOf } from '../ui/states.tsx';
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
  const [isCopied, setCopied] = useState(false);
  const field = useRef<HTMLInputElement>(null);
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
  /** Where the browser lets no page do it, the link is selected, to be copied by hand. */
  const copy = async (): Promise<void> => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      announce(words.cart.copied);
    } catch {
      field.current?.focus();
    }
  };
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
        <div class="joined">
          <label>
            <span class="label">{words.cart.shared}</span>
            <input ref={field} readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
          </label>
          <button type="button" class="button quiet" onClick={() => void copy()}>
            {isCopied ? words.cart.copied : words.cart.copy}
          </button>
        </div>
      )}
      {isSaved ? (
        <Link to="/account/carts">{words.cart.saved}</Link>
      ) : (
        <button type="button" class="text-button" onClick={() => void save()}>
          {words.cart.save}
        </button>
      )}
      <Problem sentence={problem} />
    </div>
  );
};
