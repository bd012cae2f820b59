/** Where it is to go: the area code the visitor typed, kept for the next visit. */
import { useRef } from 'preact/hooks';
import { useOwnValue } from '../ui/hydration.ts';
import { areaCode } from './shop.ts';
import { words } from './words.ts';

type PlaceProps = {
  readonly onChange?: () => void;
  /** Why nothing goes there. */
  readonly problem?: string;
};

export const DeliveryPlace = ({ onChange, problem = '' }: PlaceProps) => {
  const field = useRef<HTMLInputElement>(null);
  const place = useOwnValue(areaCode, '');
  const save = (event: Event): void => {
    event.preventDefault();
    areaCode.set(field.current?.value.trim() ?? '');
    onChange?.();
  };
  return (
    <form class="joined place" onSubmit={save}>
      <label>
        <span class="label">{words.delivery.to}</span>
        <input
          ref={field}
          name="area"
          autoComplete="postal-code"
          maxLength={24}
          placeholder={words.delivery.area}
          defaultValue={place}
          aria-invalid={problem !== ''}
          aria-describedby={problem === '' ? undefined : 'place-problem'}
        />
      </label>
      <button type="submit" class="button quiet">
        {place === '' ? words.delivery.check : words.delivery.change}
      </button>
      {problem !== '' && (
        <p class="warn" id="place-problem">
          {problem}
        </p>
      )}
    </form>
  );
};
