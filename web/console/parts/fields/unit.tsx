/** A field with what it is counted in at its edge: a currency before the figure, anything else behind it. */
import type { ComponentChildren } from 'preact';

type UnitProps = {
  readonly unit: string | undefined;
  readonly isBefore?: boolean;
  readonly id?: string;
  readonly children: ComponentChildren;
};

export const WithUnit = ({ unit, isBefore = false, id, children }: UnitProps) =>
  unit === undefined ? (
    <>{children}</>
  ) : (
    <span class={isBefore ? 'with-unit before' : 'with-unit'}>
      {children}
      <span class="unit" id={id}>
        {unit}
      </span>
    </span>
  );
