/**
 * How the fields of the interface document are written down here.
 *
 * A type is `string`, `number`, `integer`, `boolean`, `object` (one whose members the document does not name) or the name
 * of another object; then its format after a colon, `[]` for a list, `?` for nullable.
 */
export type InterfaceObject = Readonly<Record<string, string>>;
export type InterfaceObjects = Readonly<Record<string, InterfaceObject>>;

/** Fields of one type, by their names. */
export const named = (type: string, fields: string): InterfaceObject =>
  Object.fromEntries(fields.split(/\s+/).map((field) => [field, type]));
