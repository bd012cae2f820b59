/** A record by form, made from its schema: a new one, or a change of one on the version that is shown. */
import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import { change, read } from '../../call.ts';
import { useSchemas } from '../../forms/form-schemas.ts';
import { patchOf } from '../../forms/patch-rules.ts';
import { SchemaForm } from '../../forms/schema-form.tsx';
import { freshOf, type Json, record, type Schema } from '../../forms/schema-rules.ts';
import { Act } from '../../parts/act.tsx';
import { Answered } from '../../parts/answered.tsx';
import { at, may } from '../../session.ts';
import { type RecordKind, rowOf } from './record-kinds.ts';
import { orders } from './record-orders.ts';

type Kept = Json & { readonly version: number };

/** In the order of the form, without what is not asked for. */
const asked = (schema: Schema, { form }: RecordKind, without: readonly string[] = []): Schema => {
  const order = orders.get(form) ?? [];
  const members = new Map(Object.entries(schema.properties ?? {}).filter(([name]) => !without.includes(name)));
  const names = new Set([...order.filter((name) => members.has(name)), ...members.keys()]);
  return { ...schema, properties: Object.fromEntries([...names].map((name) => [name, members.get(name) ?? {}])) };
};

const addressOf = ({ path }: RecordKind, id: string): string => `${path}/${encodeURIComponent(id)}`;

type NewProps = { readonly kind: RecordKind; readonly first?: Json };

/** Asked for each time: the one before is taken by now. Whoever may not read it types one. */
const useNextNumber = ({ isNumbered, path }: RecordKind): Json | undefined => {
  const [next, setNext] = useState<Json | undefined>(isNumbered ? undefined : {});
  useEffect(() => {
    if (isNumbered) void read<Json>(`${path}/next-number`).then(setNext, () => setNext({}));
  }, [path]);
  return next;
};

export const NewRecordForm = ({ kind, first = {} }: NewProps) => {
  const { route } = useLocation();
  const schemas = useSchemas();
  const next = useNextNumber(kind);
  return (
    <Answered asked={{ ...schemas, answer: next && schemas.answer }}>
      {({ [kind.form]: schema }) => (
        <SchemaForm
          name={kind.form}
          schema={asked(schema, kind)}
          value={{ ...record(freshOf(schema)), ...kind.begin?.(), ...next, ...first }}
          isLocked={!may(kind.writes)}
          isNew
          saveName={`Add the ${kind.one}`}
          save={async (row) => {
            const said = `${kind.nameOf(row)} added`;
            await change('PUT', addressOf(kind, kind.idOf(row)), said, { body: row, onlyOn: 'new' });
            route(at(`${kind.to}/${encodeURIComponent(kind.idOf(row))}`));
          }}
        />
      )}
    </Answered>
  );
};

type ChangeProps = { readonly kind: RecordKind; readonly kept: Kept; readonly again: () => void };

export const RecordForm = ({ kind, kept, again }: ChangeProps) => {
  const row = rowOf(kept);
  return (
    <Answered asked={useSchemas()}>
      {(schemas) => (
        <SchemaForm
          name={kind.form}
          schema={asked(schemas[kind.form], kind, kind.keys)}
          value={row}
          isLocked={!may(kind.writes)}
          save={async (next) => {
            const said = `${kind.nameOf(next)} saved`;
            const body = patchOf(row, next);
            await change('PATCH', addressOf(kind, kind.idOf(row)), said, { body, onlyOn: kept.version });
            again();
          }}
        />
      )}
    </Answered>
  );
};

export const RemoveRecord = ({ kind, row }: { readonly kind: RecordKind; readonly row: Json }) => {
  const { route } = useLocation();
  if (!kind.isRemovable || !may(kind.writes)) return null;
  return (
    <Act
      quiet
      isGrave
      ask={`Remove the ${kind.one} ${kind.nameOf(row)}?`}
      about="It is gone at once, for carts as well. To have it again, add it anew."
      leave="Keep it"
      run={async () => {
        await change('DELETE', addressOf(kind, kind.idOf(row)), `${kind.nameOf(row)} removed`);
        route(at(kind.room === 'Delivery' && kind.columns.length === 0 ? '/delivery' : kind.to));
      }}
    >
      Remove
    </Act>
  );
};
