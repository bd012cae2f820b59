/**
 * The words in which answers of a cart are written; requests share some. What the interface lists is always there for a
 * shopper, in the empty form of its type when it has no value; the schema lets it be left out, because staff get it so.
 */
import { type Static, type TOptional, type TProperties, type TSchema, Type, type TUnsafe } from 'typebox';
import { Nullable } from './primitives.ts';

/** A closed object under the name by which OpenAPI lists it. */
export const part = <T extends TProperties>(title: string, description: string, properties: T) =>
  Type.Object(properties, { title, description, additionalProperties: false });

/** A list of things under the name by which OpenAPI lists it; `more` is what stands beside them, such as the page. */
export const listed = <Entry extends TSchema, More extends TProperties>(
  title: string,
  description: string,
  [entry, called]: readonly [Entry, string],
  more: More,
) => part(title, description, { items: listOf(entry, called), ...more });

export const text = (description: string) => Type.Optional(Type.String({ description }));
/** In a request: a word that may be left out. */
export const word = (description: string, maxLength = 64) => Type.Optional(Type.String({ maxLength, description }));
export const wordOrNull = (description: string, maxLength = 256) =>
  Type.Optional(Nullable(Type.String({ maxLength, description })));
export const sentence = (description: string) => Type.String({ description });
export const flag = (description: string) => Type.Boolean({ description });
export const number = (description: string) => Type.Optional(Type.Number({ description }));
export const amount = (description: string) => Type.Optional(Type.Number({ format: 'float', description }));
export const int32 = (description: string) => Type.Optional(Type.Integer({ format: 'int32', description }));
/** A whole number where the interface says number. */
export const numberInt32 = (description: string) => Type.Optional(Type.Number({ format: 'int32', description }));
export const time = (description: string) => Type.Optional(Type.String({ format: 'date-time', description }));

export const textOrNull = (description: string) => Nullable(Type.String({ description }));
export const timeOrNull = (description: string) => Nullable(Type.String({ format: 'date-time', description }));
export const flagOrNull = (description: string) => Nullable(Type.Boolean({ description }));
export const numberOrNull = (description: string) => Nullable(Type.Number({ description }));
export const amountOrNull = (description: string) => Nullable(Type.Number({ format: 'float', description }));
export const int32OrNull = (description: string) => Nullable(Type.Integer({ format: 'int32', description }));
export const numberInt32OrNull = (description: string) => Nullable(Type.Number({ format: 'int32', description }));

export const listOf = <T extends TSchema>(entry: T, description: string): TUnsafe<readonly Static<T>[]> =>
  Type.Unsafe<readonly Static<T>[]>({ type: 'array', items: entry, description });
export const list = <T extends TSchema>(entry: T, description: string): TOptional<TUnsafe<readonly Static<T>[]>> =>
  Type.Optional(listOf(entry, description));
export const texts = (description: string) => list(Type.String(), description);
export const numbers = (description: string) => list(Type.Number(), description);
export const textsOrNull = (description: string) => Nullable(listOf(Type.String(), description));
export const numbersOrNull = (description: string) => Nullable(listOf(Type.Number(), description));

export type OpenObject = Readonly<Record<string, unknown>>;
/** An object whose members are not ours to name. */
export const openObject = (description: string): TUnsafe<OpenObject> =>
  Type.Unsafe<OpenObject>({ type: 'object', additionalProperties: true, description });
export const open = (description: string) => Type.Optional(openObject(description));
export const openOrNull = (description: string) => Nullable(openObject(description));

/** An object that has one kind of member under names that are data. */
export const mapOf = <T extends TSchema>(entry: T, description: string): TUnsafe<Readonly<Record<string, Static<T>>>> =>
  Type.Unsafe<Readonly<Record<string, Static<T>>>>({ type: 'object', additionalProperties: entry, description });
