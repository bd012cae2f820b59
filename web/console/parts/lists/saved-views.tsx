/**
 * Filters of a list under a name of one's own. They are kept in this browser, by operator: the service has no place for what
 * only a page knows, and a view is a few words in an address, which a bookmark or a message carries to another machine.
 */
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { keptValue } from '../../../ui/kept-value.ts';
import { session } from '../../session.ts';
import { AskAct } from '../ask-act.tsx';

type View = readonly [name: string, query: string];

const MOST_VIEWS = 30;
const keptOf = (path: string) => keptValue(`${session.operator.id}/views${path}`);
const readViews = (text: string): readonly View[] => {
  try {
    const parsed: unknown = JSON.parse(text || '[]');
    return Array.isArray(parsed) ? (parsed as readonly View[]) : [];
  } catch {
    return [];
  }
};

export const SavedViews = () => {
  const { path, query, route } = useLocation();
  const kept = keptOf(path);
  const [views, setViews] = useState(() => readViews(kept.get()));
  const here = new URLSearchParams(query).toString();
  const put = (next: readonly View[]): void => {
    kept.set(next.length === 0 ? '' : JSON.stringify(next));
    setViews(next);
  };
  const current = views.find(([, asked]) => asked === here);
  return (
    <div class="views">
      {views.length > 0 && (
        <label class="field">
          <span class="label">View</span>
          <select
            value={current?.[1] ?? ''}
            onChange={({ currentTarget }) =>
              route(currentTarget.value === '' ? path : `${path}?${currentTarget.value}`, true)
            }
          >
            <option value="">All</option>
            {views.map(([name, asked]) => (
              <option key={name} value={asked}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      {current !== undefined && (
        <button type="button" class="text-button" onClick={() => put(views.filter((view) => view !== current))}>
          Remove this view
        </button>
      )}
      {here !== '' && current === undefined && views.length < MOST_VIEWS && (
        <AskAct
          quiet
          ask="Save this view"
          go="Save"
          fields={{ name: { name: 'What you call it', required: true } }}
          run={async ({ name }) => put([...views.filter(([other]) => other !== name), [name, here]])}
        >
          Save view
        </AskAct>
      )}
    </div>
  );
};
