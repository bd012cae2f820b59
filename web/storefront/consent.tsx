/** The question whether visits may be counted: above the page, in nobody's way, and asked until it is answered. */
import { announce } from '../ui/announcer.tsx';
import { useValue } from '../ui/value.ts';
import { answerConsent } from './events.ts';
import { consentAnswer } from './shop.ts';

const answer = (given: 'yes' | 'no'): void => {
  answerConsent(given);
  announce(given === 'yes' ? 'Thank you. Your visits are counted.' : 'Your visits are not counted.');
};

export const ConsentQuestion = () =>
  useValue(consentAnswer) === '' ? (
    <section class="consent" aria-label="Your privacy">
      <p>May this shop count what you look at and put into your cart, to learn what it should improve?</p>
      <div class="act">
        <button type="button" class="button quiet" onClick={() => answer('yes')}>
          Yes, count
        </button>
        <button type="button" class="button quiet" onClick={() => answer('no')}>
          No, do not
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
      {given === 'yes' ? 'Stop counting my visits' : 'Count my visits'}
    </button>
  );
};
