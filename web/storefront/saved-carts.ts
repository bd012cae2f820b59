/** Carts that were put aside in this browser. Each is a shared copy of the cart as it was, so it opens on its page. */
import { shareCart } from './cart.ts';
import { savedCarts } from './shop.ts';

export type SavedCart = { readonly token: string; readonly at: string; readonly names: string };
const MOST = 20;

const isSaved = (value: unknown): value is SavedCart =>
  typeof value === 'object' && value !== null && 'token' in value && 'at' in value && 'names' in value;

export const readSaved = (text: string): readonly SavedCart[] => {
  try {
    const value: unknown = JSON.parse(text || '[]');
    return Array.isArray(value) ? value.filter(isSaved) : [];
  } catch {
    return [];
  }
};

export const saveCart = async (names: string): Promise<void> => {
  const { token } = await shareCart();
  const all = [{ token, names, at: new Date().toISOString() }, ...readSaved(savedCarts.get())];
  savedCarts.set(JSON.stringify(all.slice(0, MOST)));
};
export const forgetCart = (token: string): void =>
  savedCarts.set(JSON.stringify(readSaved(savedCarts.get()).filter((one) => one.token !== token)));
