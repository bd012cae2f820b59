import type { TObject, TSchema } from 'typebox';

/**
 * The fields of a body that changes part of a record: all optional, and without defaults, because a validator that
 * filled them in would turn "leave it as it is" into "set it back".
 */
export const changeFields = (schema: TObject): Readonly<Record<string, TSchema>> =>
  Object.fromEntries(Object.entries(schema.properties).map(([name, property]) => [name, withoutDefault(property)]));

const withoutDefault = (property: TSchema): TSchema =>
  Object.fromEntries(Object.entries(property).filter(([keyword]) => keyword !== 'default'));
