/** Which command a mistyped line probably meant, and which commands share a first word. Pure. */
import { nearestWord } from '../shared/texts/nearest-word.ts';
import type { Command } from './command.ts';

type Named = Pick<Command, 'name'>;

/** `operator` → those of `operator add`, `operator list` …; none when the word is a command of its own. */
export const commandsOfGroup = <T extends Named>(commands: readonly T[], word: string): readonly T[] =>
  commands.filter(({ name }) => name.startsWith(`${word} `));

/**
 * The whole line first, then its two words turned around (`orders export`), then its words one by one: a slip in the first
 * must not hide that the second was right.
 */
export const commandMeant = (commands: readonly Named[], words: readonly string[]): string | undefined => {
  const names = commands.map(({ name }) => name);
  const [first = '', second] = words;
  if (second === undefined) {
    const firsts = [...new Set(names.map((name) => name.split(' ')[0] ?? name))];
    // `orders` alone is the second word of a command.
    return nearestWord(first, firsts) ?? names.find((name) => name.split(' ')[1] === first);
  }
  const turned = `${second} ${first}`;
  if (names.includes(turned)) return turned;
  const near = nearestWord(`${first} ${second}`, names);
  if (near !== undefined) return near;
  const inGroup = commandsOfGroup(commands, first).map(({ name }) => name.slice(first.length + 1));
  const verb = nearestWord(second, inGroup);
  return verb === undefined ? nearestWord(first, names) : `${first} ${verb}`;
};
