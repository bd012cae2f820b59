/** What a storefront may know about the application it calls with. */
import { type Static, Type } from 'typebox';
import { ApplicationSettings } from './application-contract.ts';

const { name, currency, currencies, country, time_zone, storefront_url } = ApplicationSettings.properties;

export const ApplicationDetails = Type.Object(
  { id: Type.String(), company_id: Type.Integer(), name, currency, currencies, country, time_zone, storefront_url },
  { title: 'ApplicationDetails' },
);
export type ApplicationDetails = Static<typeof ApplicationDetails>;
