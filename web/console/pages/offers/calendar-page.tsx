/** Offers over the coming weeks: what begins and ends when, and what runs all through. */
import type { Static } from 'typebox';
import type { CouponList } from '../../../../src/contract/offers/offer-coupon-contract.ts';
import type { PromotionList } from '../../../../src/contract/offers/offer-promotion-contract.ts';
import { Blank } from '../../../ui/states.tsx';
import { AllowedLink } from '../../parts/allowed-link.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel } from '../../parts/page.tsx';
import { RoomPage } from '../../parts/room-page.tsx';
import { calendarDay, dayOf, daysFrom, shortDay } from '../../parts/times.ts';
import { cartPath } from '../../paths.ts';
import { at } from '../../session.ts';
import { runsOn, soonestFirst, spanOf } from './calendar-rules.ts';
import { couponCode } from './coupon-code.ts';

const WEEKS = 6;
const DAYS = 7 * WEEKS;
const PAST = 7;

type Schedule = {
  readonly status?: string | undefined;
  readonly start?: string | null | undefined;
  readonly end?: string | null | undefined;
};
type Shown = {
  readonly to: string;
  readonly name: string;
  readonly state: string;
  readonly said: string;
  readonly start: number | undefined;
  readonly end: number | undefined;
};

const shownOf = (to: string, name: string, schedule: Schedule | null | undefined): Shown => {
  const { status, start, end } = schedule ?? {};
  const first = calendarDay(PAST);
  const [begins, ends] = [dayOf(start), dayOf(end)];
  const days = [begins && `from ${begins}`, ends && `until ${ends}`].filter(Boolean).join(' ');
  const said = begins && begins === ends ? `on ${begins}` : days;
  return {
    to: at(to),
    name,
    state: status || 'draft',
    said: said || 'always',
    start: start ? daysFrom(first, start) : undefined,
    end: end ? daysFrom(first, end) : undefined,
  };
};

const Name = ({ offer: { to, name, said } }: { readonly offer: Shown }) => (
  <span class="run">
    <a href={to}>{name}</a>
    <small>{said}</small>
  </span>
);

const Bar = ({ offer }: { readonly offer: Shown }) => {
  const { from, days } = spanOf(offer, DAYS) ?? { from: 0, days: 0 };
  return (
    <li>
      <Name offer={offer} />
      <span class="track" aria-hidden="true">
        <span
          class={offer.state === 'published' ? 'span' : 'span planned'}
          style={{ marginInlineStart: `${(100 * from) / DAYS}%`, width: `${(100 * days) / DAYS}%` }}
        />
      </span>
    </li>
  );
};

const Bars = ({ label, offers }: { readonly label: string; readonly offers: readonly Shown[] }) => {
  const shown = { length: DAYS, now: daysFrom(calendarDay(PAST), new Date().toISOString()) };
  const changing = soonestFirst(offers, shown);
  const others = offers.filter((one) => runsOn(one, shown));
  if (changing.length + others.length === 0) return null;
  return (
    <Panel title={label}>
      {changing.length === 0 ? (
        <p class="soft">None of them begins or ends in the weeks ahead.</p>
      ) : (
        <>
          <div class="marks" aria-hidden="true">
            {Array.from({ length: WEEKS }, (_, week) => calendarDay(PAST - 7 * week)).map((day) => (
              <span key={day}>{shortDay(`${day}T12:00:00Z`)}</span>
            ))}
          </div>
          <ul class="calendar">
            {changing.map((offer) => (
              <Bar key={offer.to} offer={offer} />
            ))}
          </ul>
        </>
      )}
      {others.length > 0 && (
        <details class="throughout">
          <summary>{others.length === 1 ? 'One runs' : `${others.length} run`} on through all of these weeks</summary>
          <ul class="runs">
            {others.map((offer) => (
              <li key={offer.to}>
                <Name offer={offer} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
};

const NoOffers = () => (
  <Blank icon="tag" title="No offers in these weeks">
    <p>Offers that run now or begin within five weeks stand here, with the days on which they begin and end.</p>
    <AllowedLink permission="company/price_rules/write" to="/offers/new">
      New offer
    </AllowedLink>
  </Blank>
);

const Calendar = ({ promotions, coupons }: Readonly<Record<'promotions' | 'coupons', readonly Shown[]>>) =>
  [...promotions, ...coupons].some((one) => spanOf(one, DAYS) !== undefined) ? (
    <>
      <Bars label="Promotions" offers={promotions} />
      <Bars label="Coupons" offers={coupons} />
    </>
  ) : (
    <NoOffers />
  );

export const CalendarPage = () => {
  const promotions = useRead<Static<typeof PromotionList>>(`${cartPath}/promotion`, { page_size: 100 });
  const coupons = useRead<Static<typeof CouponList>>(`${cartPath}/coupon`, { page_size: 100 });
  return (
    <RoomPage
      room="Offers"
      about="A week back and five ahead; the upright line is today. Drafts and what is in review are pale."
    >
      <Answered asked={promotions}>
        {({ items: automatic }) => (
          <Answered asked={coupons}>
            {({ items: coded }) => (
              <Calendar
                promotions={automatic.map(({ _id, display_meta, _schedule }) =>
                  shownOf(`/offers/promotion/${_id}`, display_meta?.name || _id, _schedule),
                )}
                coupons={coded.map(({ _id, code, coupon_prefix, display_meta, _schedule }) =>
                  shownOf(
                    `/offers/coupon/${_id}`,
                    couponCode({ code, coupon_prefix }) || display_meta?.title || _id,
                    _schedule,
                  ),
                )}
              />
            )}
          </Answered>
        )}
      </Answered>
    </RoomPage>
  );
};
