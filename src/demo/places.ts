/** Sellers, stores, places and the lanes between them, in real cities with invented shops. */
import type { AreaRow, LaneRow, StoreRow } from '../contract/catalog/delivery-contract.ts';
import type { ExchangeRateRow, SellerRow } from '../contract/catalog/catalog-feed-contract.ts';
import { demoZones } from './zones.ts';

const BANYAN = 1;
const KAVERI = 2;
const NORTHLIGHT = 3;
export const sellers: readonly SellerRow[] = [
  { uid: BANYAN, name: 'Banyan Street Traders', gstin: '27AAQCB4021D1ZY' },
  { uid: KAVERI, name: 'Kaveri Collective', gstin: '29AABCK7730H1ZE' },
  { uid: NORTHLIGHT, name: 'Northlight Retail', gstin: '07AAHCN5518M1Z2' },
];

export const exchangeRates: readonly ExchangeRateRow[] = [
  { from: 'INR', to: 'USD', rate: '0.0119' },
  { from: 'INR', to: 'EUR', rate: '0.0109' },
  { from: 'INR', to: 'JPY', rate: '1.79' },
];

type Spot = { readonly latitude: number; readonly longitude: number };
type DemoStore = Spot & {
  readonly uid: number;
  readonly sellerId: number;
  readonly code: string;
  readonly name: string;
  readonly city: string;
  readonly state: string;
  readonly address: string;
  readonly areaCode: string;
  readonly pickup: boolean;
  readonly sunday: boolean;
  readonly cutOff: string;
  readonly processing: number;
};

export const demoStores: readonly [DemoStore, ...DemoStore[]] = [
  {
    uid: 101,
    sellerId: BANYAN,
    code: 'MUM-FORT',
    name: 'Banyan Street, Fort',
    city: 'Mumbai',
    state: 'Maharashtra',
    address: '14 Horniman Lane, Fort, Mumbai 400001',
    areaCode: '400001',
    latitude: 18.93,
    longitude: 72.83,
    pickup: true,
    sunday: true,
    cutOff: '17:00',
    processing: 20,
  },
  {
    uid: 102,
    sellerId: BANYAN,
    code: 'JAI-BAPU',
    name: 'Banyan Street, Bapu Bazaar',
    city: 'Jaipur',
    state: 'Rajasthan',
    address: '8 Peacock Row, Bapu Bazaar, Jaipur 302003',
    areaCode: '302003',
    latitude: 26.92,
    longitude: 75.82,
    pickup: true,
    sunday: false,
    cutOff: '15:00',
    processing: 120,
  },
  {
    uid: 103,
    sellerId: KAVERI,
    code: 'BLR-CHURCH',
    name: 'Kaveri Collective, Church Street',
    city: 'Bengaluru',
    state: 'Karnataka',
    address: '31 Church Street, Bengaluru 560001',
    areaCode: '560001',
    latitude: 12.98,
    longitude: 77.6,
    pickup: true,
    sunday: true,
    cutOff: '18:00',
    processing: 15,
  },
  {
    uid: 104,
    sellerId: KAVERI,
    code: 'MAA-MOUNT',
    name: 'Kaveri Collective, Mount Road',
    city: 'Chennai',
    state: 'Tamil Nadu',
    address: '205 Mount Road, Chennai 600002',
    areaCode: '600002',
    latitude: 13.07,
    longitude: 80.27,
    pickup: false,
    sunday: false,
    cutOff: '16:00',
    processing: 90,
  },
  {
    uid: 105,
    sellerId: NORTHLIGHT,
    code: 'DEL-KHAN',
    name: 'Northlight, Khan Market',
    city: 'New Delhi',
    state: 'Delhi',
    address: '52 Middle Lane, Khan Market, New Delhi 110003',
    areaCode: '110003',
    latitude: 28.6,
    longitude: 77.23,
    pickup: true,
    sunday: true,
    cutOff: '17:30',
    processing: 25,
  },
  {
    uid: 106,
    sellerId: NORTHLIGHT,
    code: 'CCU-PARK',
    name: 'Northlight, Park Street',
    city: 'Kolkata',
    state: 'West Bengal',
    address: '17 Park Street, Kolkata 700016',
    areaCode: '700016',
    latitude: 22.55,
    longitude: 88.35,
    pickup: true,
    sunday: false,
    cutOff: '16:30',
    processing: 60,
  },
];

const holidays = ['01-26', '08-15', '10-02', '12-25'].flatMap((day) =>
  [2026, 2027, 2028].map((year) => `${year}-${day}`),
);
const festivals = ['2026-11-08', '2027-10-29', '2028-10-17'];

const storeRow = (store: DemoStore): StoreRow => {
  const long = [{ opens: '10:00', closes: '21:00' }];
  const short = [{ opens: '11:00', closes: '19:00' }];
  return {
    uid: store.uid,
    name: store.name,
    store_code: store.code,
    city: store.city,
    address: store.address,
    area_code: store.areaCode,
    state: store.state,
    country: 'IN',
    time_zone: 'Asia/Kolkata',
    hours: {
      monday: long,
      tuesday: long,
      wednesday: long,
      thursday: long,
      friday: long,
      saturday: long,
      sunday: store.sunday ? short : [],
    },
    exceptions: [...holidays, ...festivals].toSorted().map((date) => ({ date, hours: [] })),
    cut_off: store.cutOff,
    processing_minutes: store.processing,
    handover_minutes: 5,
    pickup: store.pickup,
  };
};
export const stores: readonly StoreRow[] = demoStores.map(storeRow);

type DemoPlace = Spot & {
  readonly area: string;
  readonly city: string;
  readonly country?: string;
  readonly timeZone?: string;
  readonly zones?: readonly number[];
};
const metro = { zones: [demoZones.metro] };
const southernMetro = { zones: [demoZones.metro, demoZones.south] };

const demoPlaces: readonly DemoPlace[] = [
  { area: '400001', city: 'Mumbai', latitude: 18.94, longitude: 72.84, ...metro },
  { area: '400050', city: 'Mumbai', latitude: 19.06, longitude: 72.83, ...metro },
  { area: '411001', city: 'Pune', latitude: 18.52, longitude: 73.87 },
  { area: '560001', city: 'Bengaluru', latitude: 12.97, longitude: 77.59, ...southernMetro },
  { area: '560034', city: 'Bengaluru', latitude: 12.93, longitude: 77.63, ...southernMetro },
  { area: '600004', city: 'Chennai', latitude: 13.03, longitude: 80.27, ...southernMetro },
  { area: '500001', city: 'Hyderabad', latitude: 17.39, longitude: 78.48, ...southernMetro },
  { area: '110001', city: 'New Delhi', latitude: 28.63, longitude: 77.22, ...metro },
  { area: '122001', city: 'Gurugram', latitude: 28.46, longitude: 77.03 },
  { area: '302001', city: 'Jaipur', latitude: 26.91, longitude: 75.79 },
  { area: '700001', city: 'Kolkata', latitude: 22.57, longitude: 88.35, ...metro },
  { area: '744101', city: 'Port Blair', latitude: 11.67, longitude: 92.74 },
  { area: '194101', city: 'Leh', latitude: 34.16, longitude: 77.58 },
  { area: '10001', city: 'New York', latitude: 40.75, longitude: -74, country: 'US', timeZone: 'America/New_York' },
];
/** Wider than one code: every other code of these cities is served too, without rush. */
const demoRegions: readonly DemoPlace[] = [
  { area: '400*', city: 'Mumbai', latitude: 19.08, longitude: 72.88, ...metro },
  { area: '560*', city: 'Bengaluru', latitude: 12.97, longitude: 77.59, ...southernMetro },
  { area: '600*', city: 'Chennai', latitude: 13.08, longitude: 80.27, ...southernMetro },
  { area: '110*', city: 'New Delhi', latitude: 28.61, longitude: 77.21, ...metro },
  { area: '302*', city: 'Jaipur', latitude: 26.91, longitude: 75.79 },
  { area: '700*', city: 'Kolkata', latitude: 22.57, longitude: 88.36, ...metro },
];
const UNSERVED = '194101';

export const areas: readonly AreaRow[] = [...demoPlaces, ...demoRegions].map(
  ({ area, city, country = 'IN', timeZone = 'Asia/Kolkata', zones = [] }) => ({
    area,
    city,
    country,
    time_zone: timeZone,
    zones: [...zones],
  }),
);

const EARTH_KM = 6371;
/** By air, in whole kilometres. */
const distance = (from: Spot, to: Spot): number => {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const half = (a: number, b: number): number => Math.sin(radians(b - a) / 2) ** 2;
  const chord =
    half(from.latitude, to.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * half(from.longitude, to.longitude);
  return Math.max(1, Math.round(2 * EARTH_KM * Math.asin(Math.sqrt(chord))));
};

const days = (min: number, max: number) => ({ unit: 'days', min, max }) as const;
const journeysOver = (kilometres: number, place: DemoPlace): NonNullable<LaneRow['journeys']> => {
  if (place.country !== undefined) return { standard: days(7, 10), priority: days(4, 6) };
  if (place.area === '744101') return { standard: days(7, 10) };
  if (kilometres > 1500) return { standard: days(4, 6), priority: days(3, 4) };
  if (kilometres > 600) return { standard: days(3, 5), priority: days(2, 3) };
  if (kilometres > 40) return { standard: days(2, 3), priority: days(1, 2) };
  const near = { standard: days(1, 2), priority: days(0, 1) };
  const ride = 15 + kilometres * 3;
  return place.area.endsWith('*') ? near : { ...near, rush: { unit: 'minutes', min: ride, max: ride + 20 } };
};

export const lanes: readonly LaneRow[] = demoStores.flatMap((store) =>
  [...demoPlaces, ...demoRegions].map((place): LaneRow => {
    const kilometres = distance(store, place);
    const lane = { store_uid: store.uid, area: place.area, distance_km: kilometres };
    if (place.area === UNSERVED) return { ...lane, serviceable: false };
    const carrier = kilometres > 40 ? 'Blue Kite Parcel' : 'Pedal & Post';
    return { ...lane, journeys: journeysOver(kilometres, place), meta: { carrier } };
  }),
);
