/** Two stores, the places they deliver to, and two sellers. */
const allDay = [{ opens: '00:00', closes: '24:00' }];
const week = Object.fromEntries(
  ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((day) => [day, allDay]),
);
const days = (min: number, max: number) => ({ unit: 'days', min, max });
const store = (uid: number, name: string, city: string, state: string) => ({
  uid,
  name,
  store_code: `S${uid}`,
  city,
  state,
  address: `${uid} Market Road, ${city}`,
  area_code: '400001',
  country: 'IN',
  time_zone: 'Asia/Kolkata',
  hours: week,
  processing_minutes: 30 * uid,
  handover_minutes: 10 * uid,
  pickup: uid === 1,
});
export const stores = [store(1, 'Fort', 'Mumbai', 'Maharashtra'), store(2, 'Indiranagar', 'Bengaluru', 'Karnataka')];
export const areas = [
  { area: '400001', country: 'IN', city: 'Mumbai', time_zone: 'Asia/Kolkata' },
  { area: '10001', country: 'US', city: 'New York', time_zone: 'America/New_York' },
  { area: '700001', country: 'IN', city: 'Kolkata', time_zone: 'Asia/Kolkata', zones: [5, 6] },
];
export const lanes = [
  {
    store_uid: 1,
    area: '4000*',
    journeys: {
      standard: days(1, 3),
      priority: days(0, 1),
      rush: { unit: 'minutes', min: 20, max: 40 },
    },
    distance_km: 7.5,
    meta: { carrier: 'Swift' },
  },
  { store_uid: 1, area: '10001', journeys: { standard: days(7, 12) } },
  { store_uid: 2, area: '4000*', journeys: { standard: days(3, 6) }, distance_km: 980 },
  { store_uid: 2, area: '5600*', journeys: { standard: days(1, 2) } },
];
export const sellers = [
  { uid: 1, name: 'Loom & Co', gstin: '27AAPFU0939F1ZV' },
  { uid: 2, name: 'Weaver Brothers' },
];
