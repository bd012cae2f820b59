/** A box to tick whose choice another decides: shown as ticked at once, and put back when it was refused. */
import { useEffect, useState } from 'preact/hooks';

type SwitchProps = {
  readonly isOn: boolean;
  readonly label: string;
  readonly about?: string | null | undefined;
  /** Whether it was taken. */
  readonly onSwitch: (isOn: boolean) => Promise<boolean>;
};
export const Switch = ({ isOn, label, about, onSwitch }: SwitchProps) => {
  const [shown, setShown] = useState(isOn);
  useEffect(() => setShown(isOn), [isOn]);
  const flip = async (next: boolean): Promise<void> => {
    setShown(next);
    if (!(await onSwitch(next))) setShown(!next);
  };
  return (
    <label class="tick">
      <input type="checkbox" checked={shown} onChange={(event) => void flip(event.currentTarget.checked)} />
      <span>
        {label}
        {about && <small>{about}</small>}
      </span>
    </label>
  );
};
