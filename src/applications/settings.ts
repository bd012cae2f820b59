/** An application's settings as a value: completed from what was given or stored, and changed by a PATCH. Pure. */
import * as Value from 'typebox/value';
import type { NewApplication } from '../contract/applications/application-admin-contract.ts';
import { type ApplicationChange, ApplicationSettings } from '../contract/applications/application-contract.ts';
import { boundedCache } from '../db/bounded-cache.ts';
import { Refusal } from '../shared/errors.ts';
import { type SecretStates, settingsProblems } from './settings-rules.ts';

/** A document stored by an older release lacks newer settings: it reads as if it had their defaults. */
export const completeSettings = (given: NewApplication): ApplicationSettings =>
  Value.Default(ApplicationSettings, structuredClone(given)) as ApplicationSettings;

/** Of two thousand shops in use, about 10 kB each: where fewer are kept than are asked in turn, each is read again every time. */
const TEXTS_KEPT = 4_000;
/** Once for each text: to fill in what is left out takes longer than all else that a list of applications does. */
export const parseSettings: (text: string) => ApplicationSettings = boundedCache(TEXTS_KEPT, (text) =>
  completeSettings(JSON.parse(text) as NewApplication),
);

/** The secrets that settings can name. They are sealed apart and never part of the settings document. */
export const secretNames = ['customer_token_secret', 'request_signature_secret', 'payment_secret'] as const;
export type SecretName = (typeof secretNames)[number];
/** Its payment provider is sealed beside them, under this name. */
export const paymentProvider = 'payment_provider';
export const applicationOwner = (applicationId: string): string => `application/${applicationId}`;

/** `policy`, `cart`, `orders`, `events` and `quotas` are merged field by field; every other field is replaced as a whole. */
export const changedSettings = (
  before: ApplicationSettings,
  {
    customer_token_secret: _customer,
    request_signature_secret: _signature,
    payment_secret: _payment,
    ...change
  }: ApplicationChange,
): ApplicationSettings => ({
  ...before,
  ...change,
  policy: { ...before.policy, ...change.policy },
  cart: { ...before.cart, ...change.cart },
  orders: { ...before.orders, ...change.orders },
  events: { ...before.events, ...change.events },
  quotas: { ...before.quotas, ...change.quotas },
});

export const checkSettings = (settings: ApplicationSettings, secrets: SecretStates): void => {
  const details = settingsProblems(settings, secrets);
  if (details.length > 0) throw new Refusal('settings_invalid', { details });
};
