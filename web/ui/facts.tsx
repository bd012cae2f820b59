/** What is known, by name; what is not is left out. */
import type { ComponentChildren } from 'preact';

export type Fact = readonly [name: string, value: ComponentChildren];

export const Facts = ({ of }: { readonly of: readonly Fact[] }) => (
  <dl class="facts">
    {of.flatMap(([name, value]) =>
      value === null || value === undefined || value === ''
        ? []
        : [
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>,
          ],
    )}
  </dl>
);
