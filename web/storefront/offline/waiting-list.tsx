/** What waits for a connection, each to be taken back; and after it was sent, what became of it. */
import { Notice } from '../../ui/states.tsx';
import { useValue } from '../../ui/value.ts';
import { loadCart, showWaiting } from '../cart.ts';
import { waitingChanges } from '../shop.ts';
import { words } from '../words.ts';
import { canTakeBack, readWaiting, takeBack, told } from './waiting.ts';
import type { Waiting } from './waiting-rules.ts';

const sentenceOf = ({ kind, quantity, name }: Waiting): string => {
  if (kind === 'add') return words.offline.add(quantity, name);
  return quantity === 0 ? words.offline.remove(name) : words.offline.set(quantity, name);
};

export const WaitingList = () => {
  useValue(waitingChanges);
  const changes = readWaiting();
  if (changes.length === 0) return null;
  return (
    <section class="waiting" aria-label={words.offline.title}>
      <div class="heading">
        <h2>{words.offline.title}</h2>
        <button type="button" class="text-button" onClick={() => void loadCart()}>
          {words.offline.now}
        </button>
      </div>
      <ul>
        {changes.map((change, at) => (
          <li key={at}>
            <span>{sentenceOf(change)}</span>
            {canTakeBack(at) && (
              <button
                type="button"
                class="text-button"
                aria-label={`${words.offline.undo}: ${sentenceOf(change)}`}
                onClick={() => {
                  takeBack(at);
                  showWaiting();
                }}
              >
                {words.offline.undo}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

export const SentNotice = () => {
  const became = useValue(told);
  return (
    <div role="status">
      {became !== undefined && (
        <div class="sent">
          <Notice kind={became.refused.length === 0 ? 'good' : 'warn'}>
            {became.done > 0 && <p>{words.offline.done(became.done)}</p>}
            {became.others > 0 && <p>{words.offline.others(became.others)}</p>}
            {[...became.refused, ...became.news].map(({ name, message }) => (
              <p key={name + message}>
                <strong>{name}</strong> {message}
              </p>
            ))}
            <button type="button" class="text-button" onClick={() => told.set(undefined)}>
              {words.hood.close}
            </button>
          </Notice>
        </div>
      )}
    </div>
  );
};
