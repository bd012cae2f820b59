/** The words of forms as the service hands them out, to be looked up. Pure. */
type Table = ReadonlyMap<string, string>;
export type FormWords = {
  readonly labels: Table;
  readonly singles: Table;
  readonly hints: Table;
  readonly usuals: Table;
  readonly choices: ReadonlyMap<string, Table>;
};
/** Which form it is, and its words: the same name may mean something else in another. */
export type Worded = { readonly name: string; readonly words: FormWords };

const none: Table = new Map();
export const noWords: FormWords = { labels: none, singles: none, hints: none, usuals: none, choices: new Map() };

type Told = Readonly<Record<string, string>>;
export type ToldWords = Readonly<Record<'labels' | 'singles' | 'hints' | 'usuals', Told>> & {
  readonly choices: Readonly<Record<string, Told>>;
};
const tableOf = (told: Told): Table => new Map(Object.entries(told));
export const wordsOf = ({ labels, singles, hints, usuals, choices }: ToldWords): FormWords => ({
  labels: tableOf(labels),
  singles: tableOf(singles),
  hints: tableOf(hints),
  usuals: tableOf(usuals),
  choices: new Map(Object.entries(choices).map(([field, words]) => [field, tableOf(words)])),
});
