/** A lane by form: to which place, and how long each way of sending takes. */
import { useState } from 'preact/hooks';
import type { LaneRow } from '../../../../src/contract/catalog/delivery-contract.ts';
import { change } from '../../call.ts';
import { Act } from '../../parts/act.tsx';
import { Text } from '../../parts/field.tsx';
import { catalogPath } from '../../paths.ts';
import { spanOf, travelOf } from './travel.ts';

const journeys = ['standard', 'priority', 'rush'] as const;
const names = { standard: 'Standard', priority: 'Priority', rush: 'Rush' } as const;

type LaneActProps = { readonly store: number; readonly lane?: LaneRow; readonly again: () => void };

/** Without a lane it makes one. */
export const LaneAct = ({ store, lane, again }: LaneActProps) => {
  const [area, setArea] = useState(lane?.area ?? '');
  const [texts, setTexts] = useState(
    () => new Map(journeys.map((name) => [name, lane?.journeys?.[name] ? spanOf(lane.journeys[name]) : ''])),
  );
  const save = async (): Promise<void> => {
    const spans = journeys.map((name) => [name, travelOf(texts.get(name) ?? '')] as const);
    const path = `${catalogPath}/lanes/${store}/${encodeURIComponent(area.trim())}`;
    if (lane === undefined) {
      const body = { journeys: Object.fromEntries(spans.filter(([, span]) => span !== null)) };
      await change('PUT', path, `Lane to ${area} added`, { body });
    } else {
      await change('PATCH', path, `Lane to ${area} saved`, { body: { journeys: Object.fromEntries(spans) } });
    }
    again();
  };
  return (
    <Act
      quiet
      ask={lane === undefined ? 'Add a lane' : `How long it takes to ${lane.area}`}
      about={`${lane === undefined ? 'A lane is a place this store delivers to. ' : ''}Write times as 2-4 days or 90 minutes; what stays empty is not offered.`}
      go={lane === undefined ? 'Add it' : 'Save'}
      fields={
        <>
          {lane === undefined && (
            <Text
              name="Place"
              value={area}
              onChange={setArea}
              hint="A postal code, the beginning of one (4000*), or every place (*). A lane there is already is replaced."
              required
            />
          )}
          {journeys.map((name) => (
            <Text
              key={name}
              name={names[name]}
              value={texts.get(name) ?? ''}
              placeholder="Not offered"
              onChange={(text) => setTexts(new Map(texts).set(name, text))}
            />
          ))}
        </>
      }
      run={save}
    >
      {lane === undefined ? 'Add a lane' : 'Change'}
    </Act>
  );
};
