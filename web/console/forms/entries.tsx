/** A list of objects, the first one first: small ones a line each, larger ones in boxes that open. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { type QuestionProps, Said } from './asked.tsx';
import { entryName, isLine, isOrdered } from './entry-rules.ts';
import { isThing } from './field-kinds.ts';
import { useLongList } from './long-list.tsx';
import { labelOf, oneOf } from './words/labels.ts';
import type { Members } from './members.ts';
import { PictureFiles } from './pictures/picture-files.tsx';
import { Thumbnail } from './plain-controls.tsx';
import { freshOf, list, memberOf, record } from './schema-rules.ts';
import { KnownCategory, ThingFields } from './thing-controls.tsx';

type EntriesProps = QuestionProps & { readonly ask: Members };

const moved = (all: readonly unknown[], from: number, to: number): readonly unknown[] =>
  all.toSpliced(from, 1).toSpliced(to, 0, all[from]);

type ActsProps = {
  readonly all: readonly unknown[];
  readonly place: number;
  readonly one: string;
  readonly put: (next: readonly unknown[]) => void;
  readonly isOrdered: boolean;
};
const EntryActs = ({ all, place, one, put, isOrdered }: ActsProps) => {
  const named = `${one.toLowerCase()} ${place + 1}`;
  const act = (name: string, what: string, next: readonly unknown[]) => (
    <button type="button" class="text-button" aria-label={`${what} ${named}`} onClick={() => put(next)}>
      {name}
    </button>
  );
  return (
    <div class="entry-acts">
      {isOrdered && place > 0 && act('↑', 'Move up', moved(all, place, place - 1))}
      {isOrdered && place < all.length - 1 && act('↓', 'Move down', moved(all, place, place + 1))}
      {act('Remove', 'Remove', all.toSpliced(place, 1))}
    </div>
  );
};

const FEW = 2;

type OpenedProps = {
  readonly name: string;
  readonly otherwise: string;
  readonly isOpen: boolean;
  readonly isWrong: boolean;
  readonly children: ComponentChildren;
};
/** What has a name is known by it, and opened by who wants to change it; what has none yet is being written. */
const Opened = ({ name, otherwise, isOpen, isWrong, children }: OpenedProps) => {
  const [isFresh] = useState(name === '' && isOpen);
  return (
    <details open={isFresh || isWrong}>
      <summary>{name || otherwise}</summary>
      {children}
    </details>
  );
};

export const Entries = ({ ask: Members, ...props }: EntriesProps) => {
  const { schema, value, set, path, isRequired, form } = props;
  const all = list(value);
  const [before] = useState(all.length);
  const one = oneOf(path, form);
  const items = schema.items ?? {};
  const line = isLine(items);
  const hasPicture = memberOf(items, 'url') !== undefined && memberOf(items, 'alt') !== undefined;
  const put = (next: readonly unknown[]): void => set(next.length === 0 && !isRequired ? undefined : next);
  const problem = form.problems.get(path);
  const fields = (entry: unknown, place: number) => {
    const asked = {
      schema: items,
      value: entry,
      set: (next: unknown) => put(all.with(place, next)),
      path: `${path}[${place}]`,
      form,
    };
    return isThing(items) ? <ThingFields {...asked} isRequired /> : <Members {...asked} />;
  };
  const isWrong = (place: number): boolean =>
    [...form.problems.keys()].some((at) => at.startsWith(`${path}[${place}]`));
  const { isShown, finder, rest } = useLongList(all, (place) => place >= before || isWrong(place));
  const entryAt = (entry: unknown, place: number) => (
    <fieldset key={place} class={line ? 'entry line' : 'entry'}>
      <legend class="unseen">
        {one} {place + 1}
      </legend>
      {hasPicture && <Thumbnail address={record(entry)['url']} />}
      {line ? (
        fields(entry, place)
      ) : (
        <Opened
          name={entryName(entry, '')}
          otherwise={`${one} ${place + 1}`}
          isOpen={all.length <= FEW || place >= before}
          isWrong={isWrong(place)}
        >
          {fields(entry, place)}
        </Opened>
      )}
      {!form.isLocked && <EntryActs all={all} place={place} one={one} put={put} isOrdered={isOrdered(path)} />}
    </fieldset>
  );
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path, form)}</legend>
      <Said {...props} />
      {finder}
      {all.map((entry, place) => isShown(entry, place) && entryAt(entry, place))}
      {rest}
      {problem && <p class="warn">{problem}</p>}
      {hasPicture && !form.isLocked && (
        <PictureFiles add={(picture) => put([...all, { ...record(freshOf(items)), ...picture }])} />
      )}
      {!form.isLocked && (
        <div class="acts">
          {path === 'category_hierarchy' && <KnownCategory all={all} add={(known) => put([...all, known])} />}
          <button type="button" class="chip" onClick={() => put([...all, freshOf(items)])}>
            + {hasPicture ? `${one} that lies elsewhere` : one}
          </button>
        </div>
      )}
    </fieldset>
  );
};
