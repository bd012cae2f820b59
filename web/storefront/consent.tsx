/** The question whether visits may be counted: above the page, in nobody's way, and asked until it is answered. */
import { announce } from '../ui/announcer.tsx';
import { useValue } from '../ui/value.ts';
import { answerConsent } from './events.ts';
import { consentAnswer } from './shop.ts';
import { words } from './words.ts';

/** The question goes with its answer, so the keyboard is taken to the page below it. */
const answerAbove = (given: 'yes' | 'no'): void => {
  answer(given);
  document.getElementById('main')?.focus({ preventScroll: true });
};

const answer = (given: 'yes' | 'no'): void => {
  answerConsent(given);
  announce(given === 'yes' ? words.consent.thanks : words.consent.refused);
};

export const ConsentQuestion = () =>
  useValue(consentAnswer) === '' ? (
    <section class="consent" aria-label={words.consent.title}>
      <p>{words.consent.question}</p>
      <div class="act">
        <button type="button" class="button quiet" onClick={() => answerAbove('yes')}>
          {words.consent.yes}
        </button>
        <button type="button" class="button quiet" onClick={() => answerAbove('no')}>
          {words.consent.no}
        </button>
      </div>
    </section>
  ) : null;

/** For those who answered and think otherwise now. */
export const ConsentSwitch = () => {
  const given = useValue(consentAnswer);
  if (given === '') return null;
  return (
    <button type="button" class="text-button" onClick={() => answer(given === 'yes' ? 'no' : 'yes')}>
      {given === 'yes' ? words.consent.stop : words.consent.start}
    </button>
  );
};
