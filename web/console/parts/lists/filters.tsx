/** Filters of a list stand in the address, so that a view can be kept as a bookmark. */
import { useLocation } from 'preact-iso';
import { type Choices, Select, Text } from '../field.tsx';
import { SavedViews } from './saved-views.tsx';

/** What stands in the address, by the words of the operation that is asked. */
export const useFilters = (): Readonly<Record<string, string | undefined>> => useLocation().query;

/** Whether a list shows only some of what there is. */
export const useIsNarrowed = (): boolean => Object.values(useFilters()).some(Boolean);

type Filter = {
  readonly key: string;
  readonly name: string;
  /** What is asked for while the address says nothing; of choices the first, unless this names another. */
  readonly unset?: string;
} & ({ readonly choices: Choices } | { readonly type: 'search' | 'date'; readonly placeholder?: string });

export const Filters = ({ of }: { readonly of: readonly Filter[] }) => {
  const { path, query, route } = useLocation();
  const asked = new URLSearchParams(query);
  const set = (key: string, value: string): void => {
    const next = new URLSearchParams(asked);
    if (value === '') next.delete(key);
    else next.set(key, value);
    route(next.size === 0 ? path : `${path}?${next}`, true);
  };
  return (
    <div class="filters">
      {of.map(({ key, name, unset, ...kind }) => {
        const value = asked.get(key) ?? unset;
        const onChange = (next: string): void => set(key, next.trim());
        return 'choices' in kind ? (
          <Select {...{ key, name, onChange, ...kind }} value={value ?? kind.choices[0]?.[0] ?? ''} />
        ) : (
          <Text {...{ key, name, onChange, ...kind }} value={value ?? ''} />
        );
      })}
      <SavedViews />
    </div>
  );
};
