/** Something done to many rows, one after another: how far it is, and what became of each. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { sentenceOf } from '../../../ui/states.tsx';
import { may } from '../../session.ts';
import type { Asking } from '../act.tsx';
import { type AskedFields, AskAct } from '../ask-act.tsx';

export type BulkAct<Row> = Pick<Asking, 'about' | 'leave' | 'isGrave'> & {
  readonly name: string;
  /** Before it is done; `n` is how many it is about. */
  readonly ask: (n: number) => string;
  readonly fields?: AskedFields;
  readonly needs: string;
  readonly run: (row: Row, values: Readonly<Record<string, string>>) => Promise<unknown>;
};
export type Bulk<Row> = {
  readonly idOf: (row: Row) => string;
  readonly acts: readonly BulkAct<Row>[];
};

type Verdict = { readonly id: string; readonly problem: string };
type Done = { readonly name: string; readonly all: number; readonly verdicts: readonly Verdict[] };

const Verdicts = ({ done, close }: { readonly done: Done; readonly close: () => void }) => {
  const well = done.verdicts.filter(({ problem }) => problem === '').length;
  const isOver = done.verdicts.length === done.all;
  return (
    <section class="verdicts" aria-label={`${done.name}: what became of each`}>
      <p role="status">
        {done.name}: {well} of {done.all} done
        {isOver ? '.' : ' …'}
      </p>
      <progress max={done.all} value={done.verdicts.length} aria-label={done.name} />
      <ul class="plain-list" tabIndex={0} aria-label="Each of them">
        {done.verdicts.map(({ id, problem }) => (
          <li key={id}>
            <code>{id}</code>: {problem === '' ? 'done' : <span class="warn">{problem}</span>}
          </li>
        ))}
      </ul>
      {isOver && (
        <button type="button" class="text-button" onClick={close}>
          Close
        </button>
      )}
    </section>
  );
};

type BulkBarProps<Row> = {
  readonly bulk: Bulk<Row>;
  readonly chosen: readonly Row[];
  readonly clear: () => void;
  /** The list is asked for again when all is done. */
  readonly again: () => void;
};

export const BulkBar = <Row,>({ bulk, chosen, clear, again }: BulkBarProps<Row>): ComponentChildren => {
  const [done, setDone] = useState<Done | undefined>();
  const start = async (act: BulkAct<Row>, values: Readonly<Record<string, string>>): Promise<void> => {
    const rows = [...chosen];
    const verdicts: Verdict[] = [];
    const tell = (): void => setDone({ name: act.name, all: rows.length, verdicts: [...verdicts] });
    tell();
    for (const row of rows) {
      const problem = await act.run(row, values).then(() => '', sentenceOf);
      verdicts.push({ id: bulk.idOf(row), problem });
      tell();
    }
    clear();
    again();
  };
  const isRunning = done !== undefined && done.verdicts.length < done.all;
  const acts = bulk.acts.filter(({ needs }) => may(needs));
  return (
    <>
      {chosen.length > 0 && !isRunning && (
        <div class="bulk" role="group" aria-label="With those chosen">
          <strong>{chosen.length} chosen</strong>
          {acts.map((act) => (
            <AskAct
              key={act.name}
              quiet
              {...{ about: act.about, leave: act.leave, isGrave: act.isGrave }}
              ask={act.ask(chosen.length)}
              fields={act.fields ?? {}}
              run={async (values) => void start(act, values)}
            >
              {act.name}
            </AskAct>
          ))}
          <button type="button" class="text-button" onClick={clear}>
            None
          </button>
        </div>
      )}
      {done && <Verdicts done={done} close={() => setDone(undefined)} />}
    </>
  );
};
