/**
 * Tells the shop what its visitor does here, from the moment he agrees until he says otherwise. The emitter is not even loaded
 * before. It is the one that any shop can load, and nothing on a page waits for it to work.
 */
import type { Emitter, EmitterOptions } from '../emitter/emitter-api.ts';
import { addressOf, consentAnswer, shop } from './shop.ts';

type EmitterModule = { readonly createEmitter: (options: EmitterOptions) => Emitter };

let loaded: Promise<Emitter> | undefined;
const load = async (): Promise<Emitter> => {
  const { createEmitter } = (await import(addressOf('/emitter.js'))) as EmitterModule;
  return createEmitter({ url: shop.base, applicationId: shop.application_id, token: shop.application_token });
};
const emitter = (): Promise<Emitter> => {
  loaded ??= load();
  return loaded;
};

const hasAgreed = (): boolean => consentAnswer.get() === 'yes';

export const tell = (say: (emitter: Emitter) => void): void => {
  if (hasAgreed()) emitter().then(say, () => {});
};

/** What calls of the cart carry for events that the service makes itself. */
export const browsingHeaders = async (productId: number | undefined): Promise<Readonly<Record<string, string>>> => {
  if (!hasAgreed()) return {};
  try {
    return (await emitter()).headers(productId);
  } catch {
    return {}; // a page without its emitter is a page all the same
  }
};

/** Remembered: the visitor is asked once. */
export const answerConsent = (answer: 'yes' | 'no'): void => {
  const had = hasAgreed();
  consentAnswer.set(answer);
  if (answer === 'yes') tell(({ consent }) => consent(true));
  else if (had)
    emitter().then(
      ({ consent }) => consent(false),
      () => {},
    );
};

export const resumeEvents = (): void => tell(({ consent }) => consent(true));
