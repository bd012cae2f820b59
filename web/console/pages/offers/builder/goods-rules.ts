/** Which goods a rule is about: members of the rule by kind, for and against. Pure. */
import { type Json, type Path, record, valueAt, withValue, words } from './body.ts';
import { type GoodsKind, vocabularies, type Vocabulary } from './sentence-parts.ts';

export type Chosen = { readonly kind: GoodsKind; readonly id: string; readonly isExcept: boolean };

const kindsOf = (vocabulary: Vocabulary) =>
  Object.entries(vocabularies[vocabulary]) as readonly (readonly [GoodsKind, readonly [string, string]])[];

export const chosenOf = (body: Json, path: Path, vocabulary: Vocabulary): readonly Chosen[] => {
  const rule = record(valueAt(body, path));
  const named = (kind: GoodsKind, name: string, isExcept: boolean): readonly Chosen[] =>
    name === '' ? [] : words(valueAt(rule, [name])).map((id) => ({ kind, id, isExcept }));
  return kindsOf(vocabulary).flatMap(([kind, [takes, except]]) => [
    ...named(kind, takes, false),
    ...named(kind, except, true),
  ]);
};

export const withChosen = (body: Json, path: Path, vocabulary: Vocabulary, all: readonly Chosen[]): Json => {
  const idOf = (kind: GoodsKind, id: string): string | number => (kind === 'tag' ? id : Number(id));
  const written = kindsOf(vocabulary).reduce((left, [kind, names]) => {
    return names.reduce((made, name, at) => {
      if (name === '') return made;
      const ids = all.filter((one) => one.kind === kind && one.isExcept === (at === 1)).map(({ id }) => idOf(kind, id));
      return withValue(made, [...path, name], ids.length === 0 ? undefined : ids);
    }, left);
  }, body);
  if (vocabulary !== 'promotion') return written;
  // A rule that names nothing means everything only when it says so.
  const takes = all.some(({ isExcept }) => !isExcept);
  return withValue(written, [...path, 'all_items'], takes ? undefined : true);
};

export const mayExcept = (vocabulary: Vocabulary, kind: GoodsKind): boolean =>
  kindsOf(vocabulary).some(([one, [, except]]) => one === kind && except !== '');
export const knowsKind = (vocabulary: Vocabulary, kind: GoodsKind): boolean =>
  kindsOf(vocabulary).some(([one]) => one === kind);
