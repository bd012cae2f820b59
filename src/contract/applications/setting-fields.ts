/** The words in which settings are written: each has a value before anybody sets it. */
import { type TObject, type TProperties, Type } from 'typebox';

export const choice = <const Words extends string[]>(
  words: readonly [...Words],
  standard: Words[number],
  description: string,
) => Type.Enum(words, { default: standard, description });

export const whole = ([minimum, maximum]: readonly [number, number], standard: number, description: string) =>
  Type.Integer({ minimum, maximum, default: standard, description });

export const yesOrNo = (standard: boolean, description: string) => Type.Boolean({ default: standard, description });

/** Settings of one kind, all of which may be left out. */
export const group = <Fields extends TProperties>({ properties }: TObject<Fields>, description: string) =>
  Type.Object(properties, { additionalProperties: false, default: {}, description });
