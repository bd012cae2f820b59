/**
 * A shared part and what each answer has of its own, as one object. `{ ...part, ...own }` of this size becomes a table of words,
 * which takes ten times as long to make and to read as an object that code with all its names makes.
 */
import { compileFunction } from 'node:vm';
import { type Copy, JOINED, type Joined, partOf } from './shared-parts.ts';

const copyFor = (base: object, names: readonly string[]): Copy => {
  const isOwn = new Set(names);
  const members = [...new Set([...Object.keys(base), ...names])].map((name) => {
    const word = JSON.stringify(name);
    return `${word}: ${isOwn.has(name) ? 'own' : 'base'}[${word}]`;
  });
  // The mark is set behind: a name that is worked out within an object has the engine make it member by member.
  const code = `'use strict'; return (base, own, joined) => {
    const whole = { ${members.join(', ')} };
    whole[JOINED] = joined;
    return whole;
  };`;
  // Made of names of our own schemas, never of anything that anybody sends.
  return (compileFunction(code, ['JOINED']) as (mark: symbol) => Copy)(JOINED);
};

/**
 * Names of the own members, given once: all answers that are joined alike share the texts between them. Each answer has all of
 * them.
 */
export const joinsWith = <Own extends object>(...names: readonly (keyof Own & string)[]) => {
  /** By the names of the part, of which there are as many lists as a schema has optional members. */
  const copies = new Map<string, Copy>();
  const copyOf = (base: object): Copy => {
    const key = Object.keys(base).join(' ');
    const copy = copies.get(key) ?? copyFor(base, names);
    copies.set(key, copy);
    return copy;
  };
  return <Base extends object>(base: Base, own: Own): Base & Own => {
    const part = partOf(base);
    if (part === undefined) return copyOf(base)(base, own, undefined) as Base & Own;
    const copy = part.names === names && part.copy !== undefined ? part.copy : copyOf(base);
    part.names = names;
    part.copy = copy;
    const joined: Joined = { base, names, whole: undefined };
    joined.whole = copy(base, own, joined);
    return joined.whole as Base & Own;
  };
};
