/** Begins the storefront in the page that the node served: takes over what it drew, or draws the page. */
import { hydrate, render } from 'preact';
import { takeOver } from '../ui/hydration.ts';
import { askForPicturesAgain } from '../ui/pictures-again.ts';
import { giveAnswers } from '../ui/use-answer.ts';
import { loadCartIfAny } from './cart.ts';
import { resumeEvents } from './events.ts';
import { speakAs } from './language.ts';
import { keepOffline } from './offline/keep-offline.ts';
import { keepPageState } from './page-state.ts';
import { followRoutes, route } from './route.tsx';
import { chosenCurrency, chosenLanguage, consentAnswer } from './shop.ts';
import { fetchLater, Storefront } from './storefront.tsx';

type Drawn = {
  readonly isAnswered: boolean;
  readonly language: string;
  readonly currency: string;
  readonly missing?: 'page' | 'product';
  readonly answers: Readonly<Record<string, unknown>>;
};

/** What the node drew, where it drew it as this visitor sees it; a cookie that was lost makes it another page. */
const drawnHere = (): Drawn | undefined => {
  const text = document.getElementById('drawn')?.textContent;
  if (!text) return undefined;
  const drawn = JSON.parse(text) as Drawn;
  const isSame =
    drawn.isAnswered === (consentAnswer.get() !== '') &&
    drawn.currency === chosenCurrency.get() &&
    (chosenLanguage.get() === '' || drawn.language === chosenLanguage.get());
  return isSame ? drawn : undefined;
};

const begin = async (place: HTMLElement): Promise<void> => {
  askForPicturesAgain();
  followRoutes();
  const drawn = drawnHere();
  const language = chosenLanguage.get() || document.documentElement.lang;
  await speakAs(language);
  document.documentElement.lang = language;
  if (drawn === undefined) {
    place.replaceChildren();
    render(<Storefront />, place);
  } else {
    giveAnswers(drawn.answers);
    if (drawn.missing) route.set({ page: 'missing', what: drawn.missing });
    takeOver(() => hydrate(<Storefront />, place));
  }
  // Now every button does what it says.
  document.documentElement.dataset['ready'] = '';
  void fetchLater();
  keepPageState();
  // The page of the cart reads it itself.
  if (route.get().page !== 'cart') void loadCartIfAny();
  resumeEvents();
  keepOffline(() => void loadCartIfAny());
};

const found = document.getElementById('storefront');
if (found !== null) void begin(found);
