/** Addresses of pictures: one that begins with a slash lies below this node's public address. Pure. */
import type { Product } from '../product.ts';

/** `/pictures/1.svg` is a picture below the public address; every other address stays as it is. */
export const wholeAddress = (address: string, publicUrl: string): string =>
  /^\/(?!\/)/.test(address) ? `${publicUrl}${address}` : address;

export const withWholeAddresses = (product: Product, publicUrl: URL | undefined): Product => {
  const below = publicUrl?.href.replace(/\/$/, '') ?? '';
  const whole = (address: string): string => wholeAddress(address, below);
  const { images, brand } = product;
  return {
    ...product,
    images: images.map((image) => ({ ...image, url: whole(image.url) })),
    brand: { ...brand, logo: brand.logo === null ? null : whole(brand.logo) },
  };
};
