/** Whether an offer runs all the time, or on some days of the week from an hour on. */
import { Field, Select, Text } from '../../../parts/field.tsx';
import { Tick } from '../../../parts/tick.tsx';
import { numberAt, type Path, textAt, withValue } from './body.ts';
import { cronOf, repeatOf, weekdays } from './repeat-rules.ts';
import type { Editing } from './sentence-parts.ts';

export const Repeats = (editing: Editing) => {
  const cronPath: Path = ['_schedule', 'cron'];
  const minutesPath: Path = ['_schedule', 'duration'];
  const cron = textAt(editing.body, cronPath);
  const minutes = numberAt(editing.body, minutesPath) ?? 1440;
  const repeat = repeatOf(cron, minutes);
  const put = (next: string | undefined, length: number | undefined): void =>
    editing.set(withValue(withValue(editing.body, cronPath, next), minutesPath, length));
  return (
    <>
      <Select
        name="Runs"
        value={cron === '' ? 'always' : 'again'}
        choices={[
          ['always', 'All the time between them'],
          ['again', 'Again and again between them'],
        ]}
        onChange={(value) => (value === 'always' ? put(undefined, undefined) : put('0 18 * * *', 180))}
      />
      {cron !== '' && repeat && (
        <>
          <fieldset>
            <legend>On</legend>
            {weekdays.map((day) => (
              <Tick
                key={day}
                on={repeat.days.includes(day)}
                set={(on) => {
                  const days = on ? [...repeat.days, day] : repeat.days.filter((one) => one !== day);
                  put(cronOf({ ...repeat, days }), minutes);
                }}
              >
                {day.slice(0, 1) + day.slice(1).toLowerCase()}
              </Tick>
            ))}
          </fieldset>
          <Field name="From, on the shop’s clock">
            <input
              type="time"
              value={repeat.from}
              onInput={({ currentTarget }) => put(cronOf({ ...repeat, from: currentTarget.value }), minutes)}
            />
          </Field>
        </>
      )}
      {cron !== '' && !repeat && (
        <Text name="Five fields" value={cron} onChange={(text) => put(text === '' ? undefined : text, minutes)} />
      )}
      {cron !== '' && (
        <Text
          name="For how many minutes"
          type="number"
          value={String(minutes)}
          onChange={(text) => put(cron, text === '' ? undefined : Number(text))}
        />
      )}
    </>
  );
};
