/** By what the demo shop sends: without haste, by courier, and by bicycle where one of its stores is near. In rupees. */
import type { ShippingMethodRow } from '../contract/catalog/shipping-contract.ts';
import { demoZones } from './zones.ts';

export const shippingMethods: readonly ShippingMethodRow[] = [
  {
    id: 'standard',
    name: 'Standard',
    description: 'By road, tracked',
    position: 1,
    journey: 'standard',
    rates: [{ countries: ['IN'], bands: [{ from: 0, charge: 99 }] }, { bands: [{ from: 0, charge: 1499 }] }],
  },
  {
    id: 'express',
    name: 'Express',
    description: 'By air or courier',
    position: 2,
    journey: 'priority',
    rates: [
      {
        countries: ['IN'],
        by: 'quantity',
        bands: [
          { from: 0, charge: 149 },
          { from: 4, charge: 149, each: 30, step: 1 },
        ],
      },
      { bands: [{ from: 0, charge: 2499 }] },
    ],
  },
  {
    id: 'bicycle',
    name: 'By bicycle',
    description: 'From the store around the corner',
    position: 3,
    journey: 'rush',
    charged: 'shipment',
    rates: [{ zones: [demoZones.metro], bands: [{ from: 0, charge: 199 }] }],
  },
];
