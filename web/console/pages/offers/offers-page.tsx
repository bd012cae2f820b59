/** Promotions that apply by themselves, and coupons that shoppers type. */
import type { Static } from 'typebox';
import type { Coupon } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { OfferForms } from '../../../../src/contract/offers/offer-form-contract.ts';
import type { Promotion } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { useRead } from '../../parts/answered.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/lists/filters.tsx';
import { type Column, Listing } from '../../parts/lists/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { dayOf } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { couponCode } from './coupon-code.ts';
import { offerBulk } from './offer-bulk.ts';
import { at } from '../../session.ts';

const states: Choices = [
  ['', 'Every state'],
  ['live', 'Running now'],
  ['draft', 'Draft'],
  ['review', 'In review'],
  ['published', 'Published'],
  ['rejected', 'Rejected'],
];
const kinds: Choices = [
  ['promotion', 'Promotions'],
  ['coupon', 'Coupons'],
];

type Form = Static<typeof OfferForms>['items'][number];
/** What the gallery of new offers calls a kind. */
type KindName = (type: Form['entity_type'], slug: string) => string;
const useKindNames = (): KindName => {
  const { answer } = useRead<Static<typeof OfferForms>>(`${cartPath}/promo-coupons`);
  const titles = new Map(answer?.items.map((form) => [`${form.entity_type} ${form.entity_slug}`, form.title]));
  return (type, slug) => titles.get(`${type} ${slug}`) ?? inWords(slug);
};

const promotionColumns = (nameOf: KindName): readonly Column<Promotion>[] => [
  {
    name: 'Promotion',
    show: ({ display_meta, _id }) => display_meta?.name || display_meta?.offer_text || _id,
  },
  { name: 'Shown as', show: ({ display_meta }) => display_meta?.offer_text },
  { name: 'Kind', show: ({ promotion_type }) => nameOf('promotion', promotion_type) },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) || 'No end' },
];
const couponColumns = (nameOf: KindName): readonly Column<Coupon>[] => [
  { name: 'Code', show: (coupon) => <code>{couponCode(coupon) || '…'}</code> },
  { name: 'Title', show: ({ display_meta }) => display_meta?.title },
  { name: 'Kind', show: ({ type_slug }) => nameOf('coupon', type_slug ?? '') },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) || 'No end' },
];

const NewOffer = () => (
  <AllowedLink permission="company/price_rules/write" to="/offers/new">
    New offer
  </AllowedLink>
);

export const OffersPage = () => {
  const { kind, ...query } = useFilters();
  const nameOf = useKindNames();
  const isNarrowed = Object.values(query).some(Boolean);
  return (
    <RoomPage room="Offers" acts={<NewOffer />}>
      <Filters
        of={[
          { key: 'kind', name: 'Show', choices: kinds },
          { key: 'status', name: 'State', choices: states },
          { key: 'q', name: 'Name', type: 'search' },
        ]}
      />
      {kind === 'coupon' ? (
        <Listing<Coupon>
          label="Coupons"
          path={`${cartPath}/coupon`}
          query={{ status: query['status'], title: query['q'] }}
          isNumbered
          columns={couponColumns(nameOf)}
          bulk={offerBulk('coupon')}
          to={({ _id }) => at(`/offers/coupon/${_id}`)}
          whole={at('/offers?kind=coupon')}
          isNarrowed={isNarrowed}
          keepsFilters
          empty={
            <>
              <p>A coupon is an offer that shoppers get with a code they type.</p>
              <NewOffer />
            </>
          }
        />
      ) : (
        <Listing<Promotion>
          label="Promotions"
          path={`${cartPath}/promotion`}
          query={query}
          isNumbered
          columns={promotionColumns(nameOf)}
          bulk={offerBulk('promotion')}
          to={({ _id }) => at(`/offers/promotion/${_id}`)}
          isNarrowed={isNarrowed}
          keepsFilters
          empty={
            <>
              <p>A promotion is an offer that acts by itself. Coupons are shown by the choice above.</p>
              <NewOffer />
            </>
          }
        />
      )}
    </RoomPage>
  );
};
