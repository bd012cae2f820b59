import type { TObject, TSchema } from 'typebox';

/**
 * The fields of a body that changes part of a record: all optional, and without defaults, because a validator that
 * filled them in would turn "leave it as it is" into "set it back".
 */
export const changeFields = (schema: TObject): Fields => fieldsOf(schema.properties);

const withoutDefault = (schema: TSchema): TSchema =>
  Object.fromEntries(
    Object.entries(schema)
      .filter(([keyword]) => keyword !== 'default')
      .map(([keyword, value]) => [keyword, keyword === 'properties' ? fieldsOf(value as Fields) : value]),
  );

type Fields = Readonly<Record<string, TSchema>>;
const fieldsOf = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, withoutDefault(field)]));
