/** Demo promotions that hold at some times, or in some places, only. Pure. */
import { DAY, HOUR, iso, l3, plain, type Written } from '../write-promotion.ts';
import { demoZones } from '../zones.ts';

export const timed = (now: number): readonly Written[] => [
  {
    ...plain(
      'Last hours: headphones',
      '30% off headphones while the clock runs',
      '30% OFF',
      'percentage',
      l3('Headphones'),
      {
        discount_percentage: 30,
      },
    ),
    group: 'limited_timer',
    schedule: { start: iso(now - HOUR), end: iso(now + 6 * HOUR) },
    more: {
      restrictions: { uses: { maximum: { user: 1, total: 200 } } },
      _custom_json: { start_timer_in_minutes: 360 },
    },
  },
  {
    ...plain('Three days: cameras', '6% off cameras for three days', '6% OFF', 'percentage', l3('Cameras'), {
      discount_percentage: 6,
    }),
    group: 'limited_timer',
    schedule: { start: iso(now - DAY), end: iso(now + 3 * DAY) },
    more: { _custom_json: { start_timer_in_minutes: 60 } },
  },
  {
    ...plain(
      'Happy hours',
      '12% off speakers from six to nine, every evening',
      '6–9 PM',
      'percentage',
      l3('Speakers'),
      {
        discount_percentage: 12,
      },
    ),
    schedule: { cron: '0 18 * * *', duration: 180 },
  },
  {
    ...plain('Weekend walk', '8% off sneakers on Saturday and Sunday', 'WEEKEND', 'percentage', l3('Sneakers'), {
      discount_percentage: 8,
    }),
    schedule: { cron: '0 0 * * SAT,SUN', duration: 1440 },
  },
  {
    ...plain(
      'Next month',
      '20% off everything for five days',
      '20% SOON',
      'percentage',
      { all_items: true },
      {
        discount_percentage: 20,
      },
    ),
    group: 'cart',
    schedule: { start: iso(now + 20 * DAY), end: iso(now + 25 * DAY) },
  },
  {
    ...plain('Reviewed tomorrow', '35% off watches', '35% OFF', 'percentage', l3('Watches'), {
      discount_percentage: 35,
    }),
    schedule: { published: false, status: 'review' },
  },
];

/** For orders that go to some places only. */
export const placed: readonly Written[] = [
  plain(
    'Southern summer',
    '10% off sandals in Bengaluru, Chennai and Hyderabad',
    '10% IN THE SOUTH',
    'percentage',
    { ...l3('Sandals'), available_zones: [demoZones.south] },
    { discount_percentage: 10 },
  ),
];
