/** Whether and when the chosen size would be with the visitor. */
import { Icon } from '../ui/icon.tsx';
import { sentenceOf } from '../ui/states.tsx';
import { useAnswer } from '../ui/use-answer.ts';
import { useValue } from '../ui/value.ts';
import { readArrival } from './catalog.ts';
import { DeliveryPlace } from './delivery-place.tsx';
import { areaCode } from './shop.ts';

type ArrivalProps = { readonly itemId: number; readonly size: string | undefined };

const speeds: ReadonlyMap<string, string> = new Map([
  ['standard', 'Standard'],
  ['priority', 'Priority'],
  ['rush', 'Rush'],
]);

const Promises = ({ itemId, size, place }: { itemId: number; size: string; place: string }) => {
  const { answer, problem } = useAnswer(`arrival/${itemId}/${size}/${place}`, () => readArrival(itemId, size, place));
  if (problem !== undefined) return <p class="warn">{sentenceOf(problem)}</p>;
  if (answer === undefined) return <p class="bone" />;
  if (!answer.deliverable) return <p class="warn">This size cannot be delivered to {place}.</p>;
  return (
    <ul class="promises">
      {answer.journeys.map(({ journey, message }) => (
        <li key={journey}>
          <span>{message}</span> <span class="soft">{speeds.get(journey) ?? journey}</span>
        </li>
      ))}
    </ul>
  );
};

export const ArrivalPanel = ({ itemId, size }: ArrivalProps) => {
  const place = useValue(areaCode);
  return (
    <section class="arrival" aria-label="Delivery">
      <DeliveryPlace />
      <div class="answer" role="status">
        <Icon name="truck" />
        {place === '' && <p class="soft">Enter an area code to see when it arrives.</p>}
        {place !== '' && size === undefined && <p class="soft">Choose a size to see when it arrives.</p>}
        {place !== '' && size !== undefined && <Promises itemId={itemId} size={size} place={place} />}
      </div>
    </section>
  );
};
