/** What can be done to several offers at once. */
import type { Coupon } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { Promotion } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { change } from '../../call.ts';
import type { Bulk, BulkAct } from '../../parts/lists/bulk.tsx';
import { cartPath } from '../../paths.ts';

type Offer = Promotion | Coupon;
const needs = 'company/price_rules/write';

/** `ask` has three dots where it says how many of what. */
type Changing = Pick<BulkAct<Offer>, 'name' | 'about'> & { readonly ask: string; readonly done: string };

const changing = (
  kind: 'promotion' | 'coupon',
  { name, about, ask, done }: Changing,
  bodyOf: (offer: Offer) => unknown,
): BulkAct<Offer> => ({
  name,
  about,
  needs,
  ask: (n) => ask.replace('…', n === 1 ? `one ${kind}` : `${n} ${kind}s`),
  run: (offer) => {
    const { _id: id, code } = offer;
    return change('PATCH', `${cartPath}/${kind}/${id}`, `${code || id} ${done}`, { body: bodyOf(offer) });
  },
});

/** Its times stay; only its state changes. */
const inState =
  (status: string) =>
  ({ _schedule }: Offer) => {
    const { published: _told, next_schedule: _next, ...schedule } = _schedule ?? {};
    return { schedule: { ...schedule, status } };
  };

export const offerBulk = (kind: 'promotion' | 'coupon'): Bulk<Offer> => ({
  idOf: ({ _id, code }) => code || _id,
  acts: [
    changing(
      kind,
      { name: 'Publish', ask: 'Publish …?', about: 'They count from their begin on.', done: 'is published' },
      inState('published'),
    ),
    changing(
      kind,
      { name: 'Take back to draft', ask: 'Take … back to draft?', about: 'They end at once.', done: 'is a draft' },
      inState('draft'),
    ),
    changing(
      kind,
      {
        name: 'Archive',
        ask: 'Archive …?',
        about: 'They end at once, and can be brought back.',
        done: 'is archived',
      },
      () => ({ archive: true }),
    ),
  ],
});
