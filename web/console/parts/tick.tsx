/** A box to tick, with its words. */
import type { ComponentChildren } from 'preact';

type TickProps = { readonly on: boolean; readonly set: (on: boolean) => void; readonly children: ComponentChildren };
export const Tick = ({ on, set, children }: TickProps) => (
  <label class="tick">
    <input type="checkbox" checked={on} onChange={({ currentTarget }) => set(currentTarget.checked)} />
    {children}
  </label>
);
