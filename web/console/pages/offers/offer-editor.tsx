/** An offer as a sentence with blanks, its limits, and what it does to a cart; checked while it is written. */
import { useState } from 'preact/hooks';
import { Act } from '../../parts/act.tsx';
import { JsonEditor } from '../../parts/json-editor.tsx';
import { Panel } from '../../parts/page.tsx';
import { may } from '../../session.ts';
import { type Json, textAt } from './builder/body.ts';
import { CodeFields } from './builder/code-fields.tsx';
import { Limits } from './builder/limits.tsx';
import type { Editing } from './builder/sentence-parts.ts';
import { type OfferKind, sentenceOf } from './builder/sentences.ts';
import { Sentence } from './builder/slots.tsx';
import { withSameGoods } from './builder/tier-rules.ts';
import { TryOffer } from './builder/try-offer.tsx';

type EditorProps = {
  readonly kind: OfferKind;
  readonly first: Json;
  readonly isRunning: boolean;
  /** There is nothing yet that could be changed: it can be saved as it stands. */
  readonly isNew?: boolean;
  readonly save: (body: Json) => Promise<unknown>;
  readonly saveName: string;
};

const slugOf = (kind: OfferKind, body: Json): string =>
  textAt(body, [kind === 'coupon' ? 'type_slug' : 'promotion_type']);

const Words = ({ kind, ...editing }: Editing & { readonly kind: OfferKind }) => {
  const sentence = sentenceOf(kind, slugOf(kind, editing.body));
  const needsCode = kind === 'coupon' || textAt(editing.body, ['mode']) === 'coupon';
  return (
    <Panel title="What it gives">
      {needsCode && <CodeFields kind={kind} {...editing} />}
      {sentence && (
        <div class="sentence">
          {needsCode && <span>With the code,</span>}
          <Sentence parts={sentence.parts} {...editing} />
        </div>
      )}
    </Panel>
  );
};

export const OfferEditor = ({ kind, first, isRunning, isNew = false, save, saveName }: EditorProps) => {
  const [body, setBody] = useState(first);
  const [isFine, setFine] = useState(true);
  const isLocked = !may('company/price_rules/write');
  const parts = sentenceOf(kind, slugOf(kind, body))?.parts ?? [];
  const set = (next: Json): void => setBody(withSameGoods(next, parts));
  const editing: Editing = { body, set, isLocked };
  const isChanged = isNew || JSON.stringify(body) !== JSON.stringify(first);
  return (
    <div class="columns">
      <div>
        <Words kind={kind} {...editing} />
        <Limits kind={kind} {...editing} />
        <details class="panel">
          <summary>Everything it says, as the API takes it</summary>
          <JsonEditor
            key={JSON.stringify(first)}
            name="JSON"
            value={body}
            isLocked={isLocked}
            save={(next) => save(next as Json)}
          />
        </details>
      </div>
      <div class="beside">
        <TryOffer kind={kind} body={body} isRunning={isRunning} judged={setFine} />
        {!isLocked && (
          <Panel>
            <Act disabled={!isFine || !isChanged} run={() => save(body)}>
              {saveName}
            </Act>
            {!isChanged && <p class="soft">Nothing is changed yet.</p>}
          </Panel>
        )}
      </div>
    </div>
  );
};
