/** Promotions that apply by themselves, and coupons that shoppers type. */
import type { Static } from 'typebox';
import type { Coupon, CouponList } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { Promotion, PromotionList } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { type Choices, Select, Text } from '../../parts/field.tsx';
import { type Column, Listing, useFilters } from '../../parts/listing.tsx';
import { Page, State } from '../../parts/page.tsx';
import { dayOf } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at, may } from '../../session.ts';
import { OffersTabs } from './offers-tabs.tsx';

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
const wordsOf = (slug: string): string => slug.replaceAll('_', ' ');

const promotionColumns: readonly Column<Promotion>[] = [
  {
    name: 'Promotion',
    show: ({ display_meta, _id }) => display_meta?.name || display_meta?.offer_text || _id,
  },
  { name: 'Shown as', show: ({ display_meta }) => display_meta?.offer_text },
  { name: 'Kind', show: ({ promotion_type }) => wordsOf(promotion_type) },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) },
];
const couponColumns: readonly Column<Coupon>[] = [
  { name: 'Code', show: ({ code, coupon_prefix }) => <code>{code || `${coupon_prefix ?? ''}…`}</code> },
  { name: 'Title', show: ({ display_meta }) => display_meta?.title },
  { name: 'Kind', show: ({ type_slug }) => wordsOf(type_slug ?? '') },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) },
];

export const OffersPage = () => {
  const [filters, set] = useFilters();
  const { kind = 'promotion', ...query } = filters;
  return (
    <Page
      title="Offers"
      acts={
        may('company/price_rules/write') && (
          <a class="button" href={at('/offers/new')}>
            New offer
          </a>
        )
      }
    >
      <OffersTabs />
      <div class="filters">
        <Select name="Which" value={String(kind)} choices={kinds} onChange={(value) => set('kind', value)} />
        <Select
          name="State"
          value={String(filters['status'] ?? '')}
          choices={states}
          onChange={(value) => set('status', value)}
        />
        <Text
          name="Name"
          type="search"
          value={String(filters['q'] ?? '')}
          onChange={(value) => set('q', value.trim())}
        />
      </div>
      {kind === 'coupon' ? (
        <Listing<Coupon, Static<typeof CouponList>>
          label="Coupons"
          path={`${cartPath}/coupon`}
          query={{ status: query['status'], title: query['q'] }}
          isNumbered
          rowsOf={({ items }) => items}
          columns={couponColumns}
          to={({ _id }) => at(`/offers/coupon/${_id}`)}
          empty="No coupons with these filters."
        />
      ) : (
        <Listing<Promotion, Static<typeof PromotionList>>
          label="Promotions"
          path={`${cartPath}/promotion`}
          query={query}
          isNumbered
          rowsOf={({ items }) => items}
          columns={promotionColumns}
          to={({ _id }) => at(`/offers/promotion/${_id}`)}
          empty="No promotions with these filters."
        />
      )}
    </Page>
  );
};
