/** Everything that happened to an order, the notes of the shop's people and its tags among it. */
import type { Static } from 'typebox';
import type { OrderTimeline } from '../../../../src/contract/orders/order-paper-contract.ts';
import { change } from '../../call.ts';
import { useActorNames } from '../../parts/actors.ts';
import { AskAct } from '../../parts/ask-act.tsx';
import { Answered, useRead } from '../../parts/answered.tsx';
import { Panel, State } from '../../parts/page.tsx';
import { moment } from '../../parts/times.ts';
import { ordersPath } from '../../paths.ts';
import { may } from '../../session.ts';

type Writing = { readonly id: string; readonly again: () => void };

const Note = ({ id, again }: Writing) => (
  <AskAct
    quiet
    ask="Add a note"
    about="Only the shop’s people see it."
    fields={{ text: { name: 'Note', isLong: true, required: true } }}
    go="Keep it"
    run={async (body) => {
      await change('POST', `${ordersPath}/orders/${id}/notes`, 'Note kept', { body });
      again();
    }}
  >
    Add a note
  </AskAct>
);

const Tags = ({ id, tags, again }: Writing & { readonly tags: readonly string[] }) => (
  <AskAct
    quiet
    ask="Tags of this order"
    about="Words by which the shop finds it."
    go="Save"
    fields={{ text: { name: 'Tags, with commas between', value: tags.join(', ') } }}
    run={async ({ text }) => {
      const words = text.split(',').map((tag) => tag.trim());
      const body = { tags: [...new Set(words.filter((tag) => tag !== ''))] };
      await change('PUT', `${ordersPath}/orders/${id}/tags`, 'Tags saved', { body });
      again();
    }}
  >
    Tags
  </AskAct>
);

export const Timeline = ({ id }: { readonly id: string }) => {
  const asked = useRead<Static<typeof OrderTimeline>>(`${ordersPath}/orders/${id}/timeline`);
  const nameOf = useActorNames();
  const { again } = asked;
  return (
    <Panel
      title="Timeline"
      acts={
        may('company/orders/write') && (
          <div class="acts">
            <Note id={id} again={again} />
            {asked.answer && <Tags key={asked.answer.tags.join()} id={id} tags={asked.answer.tags} again={again} />}
          </div>
        )
      }
    >
      <Answered asked={asked}>
        {({ items, tags }) => (
          <>
            {tags.length > 0 && (
              <p>
                {tags.map((tag) => (
                  <State key={tag} of={tag} />
                ))}
              </p>
            )}
            <ol class="timeline">
              {items.map(({ at, what, by, reason, reference }) => (
                <li key={`${at}${what}${reference}`}>
                  {what} <time dateTime={at}>{moment(at)}</time>
                  <small>{[nameOf(by), reason].filter(Boolean).join(' – ')}</small>
                </li>
              ))}
            </ol>
          </>
        )}
      </Answered>
    </Panel>
  );
};
