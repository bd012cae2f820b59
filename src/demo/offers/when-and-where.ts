/** Demo promotions that hold at some times, or in some places, only. Pure. */
import { DAY, HOUR, iso, l3, percentOff, plain, type Written } from '../write-promotion.ts';
import { demoZones } from '../zones.ts';

export const timed = (now: number): readonly Written[] => [
  {
    ...percentOff(30, l3('Headphones'), {
      name: 'Last hours: headphones',
      text: '30% off headphones while the clock runs',
      label: '30% OFF',
    }),
    group: 'limited_timer',
    schedule: { start: iso(now - HOUR), end: iso(now + 6 * HOUR) },
    more: {
      restrictions: { uses: { maximum: { user: 1, total: 200 } } },
      _custom_json: { start_timer_in_minutes: 360 },
    },
  },
  {
    ...percentOff(6, l3('Cameras'), {
      name: 'Three days: cameras',
      text: '6% off cameras for three days',
      label: '6% OFF',
    }),
    group: 'limited_timer',
    schedule: { start: iso(now - DAY), end: iso(now + 3 * DAY) },
    more: { _custom_json: { start_timer_in_minutes: 60 } },
  },
  {
    ...percentOff(12, l3('Speakers'), {
      name: 'Happy hours',
      text: '12% off speakers from six to nine, every evening',
      label: '6–9 PM',
    }),
    schedule: { cron: '0 18 * * *', duration: 180 },
  },
  {
    ...percentOff(8, l3('Sneakers'), {
      name: 'Weekend walk',
      text: '8% off sneakers on Saturday and Sunday',
      label: 'WEEKEND',
    }),
    schedule: { cron: '0 0 * * SAT,SUN', duration: 1440 },
  },
  {
    ...percentOff(
      20,
      { all_items: true },
      { name: 'Next month', text: '20% off everything for five days', label: '20% SOON' },
    ),
    group: 'cart',
    schedule: { start: iso(now + 20 * DAY), end: iso(now + 25 * DAY) },
  },
  {
    ...percentOff(35, l3('Watches'), { name: 'Reviewed tomorrow', text: '35% off watches', label: '35% OFF' }),
    schedule: { published: false, status: 'review' },
  },
];

/** For orders that go to some places only. */
export const placed: readonly Written[] = [
  plain(
    { name: 'Southern summer', text: '10% off sandals in Bengaluru, Chennai and Hyderabad', label: '10% IN THE SOUTH' },
    'percentage',
    { ...l3('Sandals'), available_zones: [demoZones.south] },
    { discount_percentage: 10 },
  ),
];
