/** Where it is to go: the area code the visitor typed, kept for the next visit. */
import { useRef } from 'preact/hooks';
import { useValue } from '../ui/value.ts';
import { areaCode } from './shop.ts';

export const DeliveryPlace = ({ onChange }: { readonly onChange?: () => void }) => {
  const field = useRef<HTMLInputElement>(null);
  const place = useValue(areaCode);
  const save = (event: Event): void => {
    event.preventDefault();
    areaCode.set(field.current?.value.trim() ?? '');
    onChange?.();
  };
  return (
    <form class="joined" onSubmit={save}>
      <label>
        <span class="label">Deliver to</span>
        <input
          ref={field}
          name="area"
          autoComplete="postal-code"
          maxLength={24}
          placeholder="Area code"
          defaultValue={place}
        />
      </label>
      <button type="submit" class="button quiet">
        {place === '' ? 'Check' : 'Change'}
      </button>
    </form>
  );
};
