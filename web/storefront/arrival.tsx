/** Whether and when the chosen size would be with the visitor. */
import { Icon } from '../ui/icon.tsx';
import { sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useOwnValue } from '../ui/hydration.ts';
import { readArrival } from './catalog.ts';
import { promisedDay } from './dates.ts';
import { DeliveryPlace } from './delivery-place.tsx';
import { areaCode } from './shop.ts';
import { wordFor, words } from './words.ts';

type ArrivalProps = { readonly itemId: number; readonly size: string | undefined; readonly soldOut: boolean };

const Promises = ({ itemId, size, place }: { itemId: number; size: string; place: string }) => {
  const { answer, problem } = useAnswer(`arrival/${itemId}/${size}/${place}`, () => readArrival(itemId, size, place));
  if (problem !== undefined) return <p class="warn">{sentenceOf(problem)}</p>;
  if (answer === undefined) return <p class="bone" />;
  if (!answer.deliverable) return <p class="warn">{words.delivery.cannot(place)}</p>;
  return (
    <ul class="promises">
      {answer.journeys.map(({ journey, day, max, eta_mins: minutes }) => (
        <li key={journey}>
          <span>
            {minutes === null
              ? words.cart.arrivesBy(promisedDay({ formatted: { max: day }, iso: { max } }, 'max'))
              : words.delivery.inMinutes(minutes)}
          </span>{' '}
          <span class="soft">{wordFor(words.delivery.speeds, journey)}</span>
        </li>
      ))}
    </ul>
  );
};

export const ArrivalPanel = ({ itemId, size, soldOut }: ArrivalProps) => {
  const place = useOwnValue(areaCode, '');
  return (
    <section class="arrival" aria-label={words.delivery.title}>
      <DeliveryPlace />
      <div class="answer" role="status">
        <Icon name="truck" />
        {soldOut && <p class="soft">{words.product.soldOutHere}</p>}
        {!soldOut && place === '' && <p class="soft">{words.delivery.enterArea}</p>}
        {!soldOut && place !== '' && size === undefined && <p class="soft">{words.delivery.chooseSize}</p>}
        {!soldOut && place !== '' && size !== undefined && <Promises itemId={itemId} size={size} place={place} />}
      </div>
    </section>
  );
};
