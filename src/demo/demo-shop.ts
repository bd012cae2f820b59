/** Everything the demo shop consists of, as rows of the feeds that take them and as pictures by slug. Pure. */
import { brands } from './brands.ts';
import { makeItems } from './make-items.ts';
import { articleRows, productRow } from './make-rows.ts';
import { drawLogo } from './pictures/brand-logo.ts';
import { drawPicture, picturesPerItem, type PictureSubject } from './pictures/draw-picture.ts';
import { areas, exchangeRates, lanes, sellers, stores } from './places.ts';
import { makeSets } from './sets.ts';
import { shippingMethods } from './shipping-methods.ts';

export type DemoFeed = { readonly kind: string; readonly rows: readonly unknown[] };

/** In the order in which rows name each other. */
export const demoFeeds = (): readonly DemoFeed[] => {
  const items = makeItems();
  const sets = makeSets(items);
  return [
    { kind: 'sellers', rows: sellers },
    { kind: 'exchange-rates', rows: exchangeRates },
    { kind: 'stores', rows: stores },
    { kind: 'areas', rows: areas },
    { kind: 'lanes', rows: lanes },
    { kind: 'products', rows: [...items.map(productRow), ...sets.map(({ product }) => product)] },
    { kind: 'articles', rows: [...items.flatMap(articleRows), ...sets.flatMap(({ articles }) => articles)] },
    { kind: 'shipping-methods', rows: shippingMethods },
  ];
};

const demoSubjects = (): readonly PictureSubject[] => {
  const items = makeItems();
  return [...items, ...makeSets(items)].map(({ picture }) => picture);
};

/** Draws by the name in the address (`{slug}-{n}.svg`); undefined when there is no such picture. */
export const demoPictures = (): ((name: string) => string | undefined) => {
  const subjects = new Map(demoSubjects().map((subject) => [subject.slug, subject]));
  return (name) => {
    const [, slug = '', number = ''] = /^(.+)-(\d)\.svg$/.exec(name) ?? [];
    const subject = subjects.get(slug);
    const wanted = Number(number);
    return subject === undefined || wanted < 1 || wanted > picturesPerItem ? undefined : drawPicture(subject, wanted);
  };
};

/** Draws by the name in the address (`{slug}.svg`). */
export const demoLogo = (name: string): string | undefined => {
  const brand = brands.find(({ slug }) => `${slug}.svg` === name);
  return brand && drawLogo(brand);
};
