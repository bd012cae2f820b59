/** Promotions that apply by themselves, and coupons that shoppers type. */
import type { Coupon } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { Promotion } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import type { Choices } from '../../parts/field.tsx';
import { Filters, useFilters } from '../../parts/filters.tsx';
import { type Column, Listing } from '../../parts/listing.tsx';
import { inWords } from '../../parts/names.ts';
import { State } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { dayOf } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
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

const promotionColumns: readonly Column<Promotion>[] = [
  {
    name: 'Promotion',
    show: ({ display_meta, _id }) => display_meta?.name || display_meta?.offer_text || _id,
  },
  { name: 'Shown as', show: ({ display_meta }) => display_meta?.offer_text },
  { name: 'Kind', show: ({ promotion_type }) => inWords(promotion_type) },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) },
];
const couponColumns: readonly Column<Coupon>[] = [
  { name: 'Code', show: ({ code, coupon_prefix }) => <code>{code || `${coupon_prefix ?? ''}…`}</code> },
  { name: 'Title', show: ({ display_meta }) => display_meta?.title },
  { name: 'Kind', show: ({ type_slug }) => inWords(type_slug ?? '') },
  { name: 'State', show: ({ _schedule }) => <State of={_schedule?.status ?? 'draft'} /> },
  { name: 'Until', show: ({ _schedule }) => dayOf(_schedule?.end) },
];

export const OffersPage = () => {
  const { kind, ...query } = useFilters();
  return (
    <RoomPage
      room="Offers"
      acts={
        <AllowedLink permission="company/price_rules/write" to="/offers/new">
          New offer
        </AllowedLink>
      }
    >
      <Filters
        of={[
          { key: 'kind', name: 'Which', choices: kinds },
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
          columns={couponColumns}
          bulk={offerBulk('coupon')}
          to={({ _id }) => at(`/offers/coupon/${_id}`)}
          empty="No coupons with these filters."
        />
      ) : (
        <Listing<Promotion>
          label="Promotions"
          path={`${cartPath}/promotion`}
          query={query}
          isNumbered
          columns={promotionColumns}
          bulk={offerBulk('promotion')}
          to={({ _id }) => at(`/offers/promotion/${_id}`)}
          empty="No promotions with these filters."
        />
      )}
    </RoomPage>
  );
};
