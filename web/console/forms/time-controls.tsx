/** Controls for times: a moment and a time of day, the opening hours of a week, and days with hours of their own. */
import { useState } from 'preact/hooks';
import { calendarDay, fromField, toField } from '../parts/times.ts';
import { Asked, emptyOf, problemAt, type QuestionProps, Said, shown } from './asked.tsx';
import { hintAt } from './words/hints.ts';
import { labelOf } from './words/labels.ts';
import { list, record, withMember } from './schema-rules.ts';
import { closesOf, freshSpan, shownTime } from './span-rules.ts';

/** On the clock of the shop. */
export const Moment = (props: QuestionProps) => (
  <Asked {...props} hint={[hintAt(props), 'By the clock of the shop.'].filter(Boolean).join(' ')}>
    {(attributes) => (
      <input
        {...attributes}
        type="datetime-local"
        readOnly={props.form.isLocked}
        value={toField(shown(props.value))}
        onInput={({ currentTarget }) => props.set(fromField(currentTarget.value) ?? emptyOf(props, ''))}
      />
    )}
  </Asked>
);

export const Time = (props: QuestionProps) => (
  <Asked {...props}>
    {(attributes) => (
      <input
        {...attributes}
        type="time"
        readOnly={props.form.isLocked}
        value={shown(props.value)}
        onInput={({ currentTarget }) => props.set(currentTarget.value || emptyOf(props, ''))}
      />
    )}
  </Asked>
);

type SpansProps = {
  readonly of: string;
  readonly spans: readonly unknown[];
  readonly put: (next: readonly unknown[]) => void;
  readonly isLocked: boolean;
};
/** When it is open on a day: none is closed. */
const SpanFields = ({ of, spans, put, isLocked }: SpansProps) => (
  <span class="spans">
    {spans.length === 0 && <span class="soft">Closed</span>}
    {spans.map((span, place) => {
      const { opens, closes } = record(span);
      const which = spans.length > 1 ? `${of}, hours ${place + 1},` : of;
      return (
        <span key={place} class="open-span">
          <input
            type="time"
            aria-label={`${which} opens`}
            readOnly={isLocked}
            value={shownTime(opens)}
            onInput={({ currentTarget }) => put(spans.with(place, { opens: currentTarget.value, closes }))}
          />
          –
          <input
            type="time"
            aria-label={`${which} closes`}
            readOnly={isLocked}
            value={shownTime(closes)}
            onInput={({ currentTarget }) => put(spans.with(place, { opens, closes: closesOf(currentTarget.value) }))}
          />
          {!isLocked && (
            <button
              type="button"
              class="text-button"
              aria-label={`Take out ${which} ${shownTime(opens)} to ${shownTime(closes)}`}
              onClick={() => put(spans.toSpliced(place, 1))}
            >
              ✕
            </button>
          )}
        </span>
      );
    })}
    {!isLocked && (
      <button
        type="button"
        class="chip"
        aria-label={`Add hours, ${of}`}
        onClick={() => put([...spans, freshSpan(spans)])}
      >
        + Hours
      </button>
    )}
  </span>
);

export const Week = (props: QuestionProps) => {
  const { schema, value, set, path, form } = props;
  const days = Object.keys(schema.properties ?? {});
  const hours = new Map(Object.entries(record(value)));
  const [first = ''] = days;
  const put = (day: string, next: readonly unknown[]): void =>
    set(withMember(value, day, next.length === 0 ? undefined : next));
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path, form)}</legend>
      <Said {...props} />
      {days.map((day) => {
        const problem = problemAt({ path: `${path}.${day}`, form });
        return (
          <div key={day} class="open-day" role="group" aria-label={labelOf(day)}>
            <span>{labelOf(day)}</span>
            <SpanFields
              of={labelOf(day)}
              spans={list(hours.get(day))}
              put={(next) => put(day, next)}
              isLocked={form.isLocked}
            />
            {problem && <p class="warn">{problem}</p>}
          </div>
        );
      })}
      {!form.isLocked && list(hours.get(first)).length > 0 && (
        <button
          type="button"
          class="chip"
          onClick={() => set(Object.fromEntries(days.map((day) => [day, hours.get(first)])))}
        >
          {labelOf(first)}’s hours for every day
        </button>
      )}
    </fieldset>
  );
};

type Row = { readonly date: string; readonly place: number };

/** Each a line: holidays, and days with hours of their own. What is past stays out of the way. */
export const Days = (props: QuestionProps) => {
  const { value, set, path, form, isRequired } = props;
  const all = list(value);
  const rows = all.map((day, place): Row => ({ date: shown(record(day)['date']), place }));
  const [past] = useState(
    () => new Set(rows.map(({ date }) => date).filter((date) => date !== '' && date < calendarDay())),
  );
  const put = (next: readonly unknown[]): void => set(next.length === 0 && !isRequired ? undefined : next);
  const line = ({ date, place }: Row) => {
    const problem = form.problems.get(`${path}[${place}].date`) ?? problemAt({ path: `${path}[${place}].hours`, form });
    return (
      <div key={place} class="open-day" role="group" aria-label={date || 'A new day'}>
        <input
          type="date"
          aria-label={`Date of day ${place + 1}`}
          aria-invalid={Boolean(problem)}
          readOnly={form.isLocked}
          value={date}
          onInput={({ currentTarget }) => put(all.with(place, withMember(all[place], 'date', currentTarget.value)))}
        />
        <SpanFields
          of={date}
          spans={list(record(all[place])['hours'])}
          put={(next) => put(all.with(place, withMember(all[place], 'hours', next)))}
          isLocked={form.isLocked}
        />
        {!form.isLocked && (
          <button type="button" class="text-button" onClick={() => put(all.toSpliced(place, 1))}>
            Remove<span class="unseen"> {date}</span>
          </button>
        )}
        {problem && <p class="warn">{problem}</p>}
      </div>
    );
  };
  const gone = rows.filter(({ date }) => past.has(date));
  return (
    <fieldset class="wide group">
      <legend>{labelOf(path, form)}</legend>
      <Said {...props} />
      {rows.filter(({ date }) => !past.has(date)).map(line)}
      {gone.length > 0 && (
        <details>
          <summary>{gone.length === 1 ? 'One day that is past' : `${gone.length} days that are past`}</summary>
          {gone.map(line)}
        </details>
      )}
      {!form.isLocked && (
        <button type="button" class="chip" onClick={() => put([...all, { date: '', hours: [] }])}>
          + Day
        </button>
      )}
    </fieldset>
  );
};
