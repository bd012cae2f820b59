/** Offers over the coming weeks: what runs when, and what meets what. */
import type { Static } from 'typebox';
import type { CouponList } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { PromotionList } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { calendarDay, dayOf } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { soonestFirst, spanOf } from './calendar-rules.ts';

const DAYS = 42;
const PAST = 7;
type Shown = {
  readonly to: string;
  readonly name: string;
  readonly state: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
};

const timeOf = (iso: string | null | undefined): number | undefined => (iso ? Date.parse(iso) : undefined);
const dayAt = (time: number | undefined): string => (time === undefined ? '' : dayOf(new Date(time).toISOString()));

const Bar = ({ offer, first }: { readonly offer: Shown; readonly first: number }) => {
  const span = spanOf(offer, first, DAYS);
  if (span === undefined) return null;
  const said = [dayAt(offer.start) || 'always', dayAt(offer.end) || 'without end'].join(' – ');
  return (
    <li>
      <a href={offer.to}>
        {offer.name} <small>{said}</small>
      </a>
      <span class="track" aria-hidden="true">
        <span
          class={offer.state === 'published' ? 'span' : 'span planned'}
          style={{ marginLeft: `${(100 * span.from) / DAYS}%`, width: `${(100 * span.days) / DAYS}%` }}
        />
      </span>
    </li>
  );
};

const Bars = ({ label, offers }: { readonly label: string; readonly offers: readonly Shown[] }) => {
  const first = Date.parse(`${calendarDay(PAST)}T00:00:00Z`);
  const marks = [0, 7, 14, 21, 28, 35].map((day) => calendarDay(PAST - day));
  return (
    <Panel title={label}>
      <div class="marks" aria-hidden="true">
        {marks.map((day) => (
          <span key={day}>{dayOf(`${day}T12:00:00Z`)}</span>
        ))}
      </div>
      <ul class="calendar">
        {soonestFirst(offers, first, DAYS).map((offer) => (
          <Bar key={offer.to} offer={offer} first={first} />
        ))}
      </ul>
    </Panel>
  );
};

export const CalendarPage = () => {
  const promotions = useRead<Static<typeof PromotionList>>(`${cartPath}/promotion`, { page_size: 100 });
  const coupons = useRead<Static<typeof CouponList>>(`${cartPath}/coupon`, { page_size: 100 });
  return (
    <RoomPage
      room="Offers"
      about="A week back and five ahead; the line is today. Drafts and what is in review are pale."
    >
      <Answered asked={promotions}>
        {({ items }) => (
          <Bars
            label="Promotions"
            offers={items.map(({ _id, display_meta, _schedule }) => ({
              to: at(`/offers/promotion/${_id}`),
              name: display_meta?.name || _id,
              state: _schedule?.status || 'draft',
              start: timeOf(_schedule?.start),
              end: timeOf(_schedule?.end),
            }))}
          />
        )}
      </Answered>
      <Answered asked={coupons}>
        {({ items }) => (
          <Bars
            label="Coupons"
            offers={items.map(({ _id, code, display_meta, _schedule }) => ({
              to: at(`/offers/coupon/${_id}`),
              name: code || display_meta?.title || _id,
              state: _schedule?.status || 'draft',
              start: timeOf(_schedule?.start),
              end: timeOf(_schedule?.end),
            }))}
          />
        )}
      </Answered>
    </RoomPage>
  );
};
