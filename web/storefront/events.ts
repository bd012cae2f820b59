/**
 * Tells the shop what its visitor does here, from the moment he agrees until he says otherwise. The emitter is not even loaded
 * before, nor the words for what is told. It is the one that any shop can load, and nothing on a page waits for it to work.
 */
import type { Emitter, EmitterOptions } from '../emitter/emitter-api.ts';
import { notedInHood } from './hood.ts';
import { addressOf, consentAnswer, customerUser, shop } from './shop.ts';
import type * as told from './told.ts';

type EmitterModule = { readonly createEmitter: (options: EmitterOptions) => Emitter };
type Told = typeof told;
type Telling = readonly [Emitter, Told];

let loading: Promise<Telling> | undefined;
let loaded: Emitter | undefined;
const load = async (): Promise<Telling> => {
  const files = ['/emitter.js', shop.told].map((file) => import(addressOf(file)) as Promise<unknown>);
  const [{ createEmitter }, told] = (await Promise.all(files)) as [EmitterModule, Told];
  const { base: url, application_id: applicationId, application_token: token } = shop;
  loaded = createEmitter({ url, applicationId, token });
  return [loaded, told];
};
const emitter = (): Promise<Telling> => {
  loading ??= load();
  return loading;
};

const hasAgreed = (): boolean => consentAnswer.get() === 'yes';

export const tell = (say: (emitter: Emitter, told: Told) => void): void => {
  if (hasAgreed())
    emitter().then(
      ([told, fields]) => say(notedInHood(told), fields),
      () => {},
    );
};

/** What calls of the cart carry for events that the service makes itself. */
export const browsingHeaders = (productId: number | undefined): Readonly<Record<string, string>> =>
  (hasAgreed() ? loaded?.headers(productId) : undefined) ?? {};

/** Remembered: the visitor is asked once. */
export const answerConsent = (answer: 'yes' | 'no'): void => {
  const had = hasAgreed();
  consentAnswer.set(answer);
  if (answer === 'yes') resumeEvents();
  else if (had)
    emitter().then(
      ([{ consent }]) => consent(false),
      () => {},
    );
};

/** Whoever is signed in already is named from the first event on. */
export const resumeEvents = (): void =>
  tell(({ consent, identify }) => {
    consent(true);
    if (customerUser.get() !== '') identify(customerUser.get());
  });
