/** The heart beside a product: on the customer's wishlist, or not. Only who is signed in has one. */
import { useEffect, useState } from 'preact/hooks';
import type { ProductDetail } from '../../src/contract/catalog/catalog-contract.ts';
import type { Static } from 'typebox';
import type { WishlistIds, WishlistListing } from '../../src/contract/customers/wishlist-contract.ts';
import { announce } from '../ui/announcer.tsx';
import { Icon } from '../ui/icon.tsx';
import { sentenceOf } from '../ui/states.tsx';
import { useOwnValue } from '../ui/hydration.ts';
import { call } from './call.ts';
import { tell } from './events.ts';
import { go } from './route.tsx';
import { customerToken, shop } from './shop.ts';
import { words } from './words.ts';

const path = '/service/application/catalog/v1.0/follow';
const isWished = async (uid: number): Promise<boolean> =>
  (await call<Static<typeof WishlistIds>>(`${path}/ids`)).data.products.includes(uid);

export const readWishes = (): Promise<Static<typeof WishlistListing>> =>
  call(`${path}/products`, { query: { page_size: 48 } });

export const Wish = ({ product }: { readonly product: ProductDetail }) => {
  const token = useOwnValue(customerToken, '');
  const [wished, setWished] = useState(false);
  useEffect(() => {
    if (token === '') setWished(false);
    else isWished(product.uid).then(setWished, () => {});
  }, [token, product.uid]);
  const toggle = async (): Promise<void> => {
    if (token === '') return go('/sign-in');
    try {
      await call(`${path}/products/${product.uid}`, {
        method: wished ? 'DELETE' : 'POST',
        cart: { productId: product.uid },
      });
      tell(({ productWishlistAdd, productWishlistRemove }, { wishFields }) => {
        const { added, removed } = wishFields(product);
        return wished ? productWishlistRemove(removed) : productWishlistAdd(added);
      });
      setWished(!wished);
      announce(wished ? words.product.unwished : words.product.wished);
    } catch (problem) {
      announce(sentenceOf(problem));
    }
  };
  if (token === '' && !shop.demo_sign_in) return null;
  return (
    <button
      type="button"
      class={wished ? 'button quiet wish wished' : 'button quiet wish'}
      aria-pressed={wished}
      aria-label={words.product.wish}
      onClick={() => void toggle()}
    >
      <Icon name="heart" />
    </button>
  );
};
