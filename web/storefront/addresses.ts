/** The addresses that are kept for the shopper, with an account or without; and what is wrong with one he typed. */
import type { AddressBody } from '../../src/contract/cart/cart-selection-contract.ts';
import { call } from './call.ts';
import { words } from './words.ts';

export type Address = AddressBody & { readonly id: string };

const path = '/service/application/cart/v1.0/address';

export const readAddresses = async (): Promise<readonly Address[]> =>
  (await call<{ readonly address?: readonly Address[] }>(path)).address ?? [];
export const keepAddress = async (body: AddressBody): Promise<string> =>
  (await call<{ readonly id: string }>(path, { method: 'POST', body })).id;
export const removeAddress = (id: string): Promise<unknown> =>
  call(`${path}/${encodeURIComponent(id)}`, { method: 'DELETE' });

export const addressFields = ['name', 'phone', 'address', 'area_code', 'city', 'state', 'email'] as const;
export type AddressField = (typeof addressFields)[number];

/** Of each field what is wrong with it; nothing when it can be sent. Pure. */
export const addressProblems = (values: Readonly<Record<string, string>>): Partial<Record<AddressField, string>> => {
  const { missing, badPhone, badEmail } = words.address;
  const { phone = '', email = '' } = values;
  const needed = addressFields.filter((name) => name !== 'email' && (values[name] ?? '') === '');
  return {
    ...(/^\+?[\d\s()-]{7,20}$/.test(phone) ? {} : { phone: badPhone }),
    ...(email === '' || /^[^@\s]+@[^@\s]+$/.test(email) ? {} : { email: badEmail }),
    ...Object.fromEntries(needed.map((name) => [name, missing])),
  };
};

/** In one line, the way it is written on a parcel. */
export const lineOf = ({ address, city, area_code: area, state }: Partial<AddressBody>): string =>
  [address, [city, area].filter(Boolean).join(' '), state].filter(Boolean).join(', ');
