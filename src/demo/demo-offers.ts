/**
 * The offers of the demo shop: one of every kind at least; some run, some come, some wait for a condition that a visitor can
 * meet. Bodies as the SDK sends them; `seedOffers` of offers/seed-offers.ts keeps them, when its places have been fed. Pure.
 */
import { demoCoupons } from './demo-coupons.ts';
import { makeItems } from './make-items.ts';
import { closelyChosen } from './offers/closely-chosen.ts';
import { extras } from './offers/extras.ts';
import { prices, reductions } from './offers/reductions.ts';
import { groups } from './offers/several-together.ts';
import { placed, timed } from './offers/when-and-where.ts';
import { categoryPath, type DemoOffer, type Json, promotion } from './write-promotion.ts';

export const demoOffers = ({ now }: { readonly now: number }): readonly DemoOffer[] => {
  const items = makeItems();
  const written = [
    ...reductions,
    ...groups,
    ...prices,
    ...extras(items),
    ...timed(now),
    ...placed,
    ...closelyChosen(items),
  ];
  const coupons = demoCoupons({
    now,
    lipsticks: categoryPath('Lipsticks').l3.uid,
    scarves: categoryPath('Scarves').l3.uid,
  });
  return [
    ...written.map((one, at) => promotion(at, one, now)),
    ...coupons.map((body): DemoOffer => ({ kind: 'coupon', body })),
  ];
};

/** Charged from the first rupee, free above the top; a custom cart for what is made to order. */
export const demoConfigurations: readonly Json[] = [
  {
    is_universal: true,
    max_cart_items: 50,
    gift_pricing: 49,
    gift_display_text: 'Wrapped by hand, with your message.',
    delivery_charges: {
      enabled: true,
      charges: [
        { threshold: 0, charges: 99 },
        { threshold: 999, charges: 49 },
        { threshold: 2499, charges: 0 },
      ],
    },
    international_delivery_charges: { enabled: true, charges: [{ threshold: 0, charges: 1499 }] },
    pan_card: { enabled: true, cod_threshold_amount: 50_000, online_threshold_amount: 200_000 },
  },
  { name: 'Made to order', slug: 'made-to-order', article_tags: ['made-to-order'], max_cart_items: 5 },
];
