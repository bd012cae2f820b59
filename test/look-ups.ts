/**
 * Finds look-ups by a word in a plain object, where names that every object inherits (`constructor`, `__proto__`) would be
 * found as well: `table[word]` and `word in table` with a word that may be any text. What the compiler knows to be a
 * number or one of a few words is no such look-up. Reads types, so it asks the compiler itself.
 */
import { relative } from 'node:path';
import { type BinaryExpression, type ElementAccessExpression, type Node, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isElementAccessExpression } from 'typescript/unstable/ast/is';
import { API, type Project, type Type, TypeFlags, type UnionType } from 'typescript/unstable/sync';

export type LookUp = { readonly file: string; readonly line: number; readonly text: string };

type Candidate = { readonly whole: Node; readonly word: Node };

const ANY_WORD = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.Any | TypeFlags.Unknown;
const membersOf = (type: Type): readonly Type[] =>
  (type.flags & TypeFlags.Union) === 0 ? [type] : (type as UnionType).getTypes();
const mayBeAnyWord = (type: Type | undefined): boolean =>
  type !== undefined && membersOf(type).some(({ flags }) => (flags & ANY_WORD) !== 0);

const isIn = (node: Node): node is BinaryExpression =>
  isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.InKeyword;
const wordOf = (node: ElementAccessExpression | BinaryExpression): Node =>
  isElementAccessExpression(node) ? node.argumentExpression : node.left;

const candidatesIn = (node: Node): readonly Candidate[] => {
  const found: Candidate[] = [];
  const visit = (part: Node): void => {
    if (isElementAccessExpression(part) || isIn(part)) found.push({ whole: part, word: wordOf(part) });
    part.forEachChild((child) => {
      visit(child);
      return undefined;
    });
  };
  visit(node);
  return found;
};

const lookUpsOf = ({ program, checker }: Project, root: string, name: string): readonly LookUp[] => {
  const source = program.getSourceFile(name);
  if (source === undefined) return [];
  const candidates = candidatesIn(source);
  const types = checker.getTypeAtLocation(candidates.map(({ word }) => word));
  return candidates
    .filter((_, index) => mayBeAnyWord(types[index]))
    .map(({ whole }) => {
      const text = source.text.slice(whole.pos, whole.end).trim();
      const line = source.text.slice(0, source.text.indexOf(text, whole.pos)).split('\n').length;
      return { file: relative(root, name), line, text: text.replaceAll(/\s+/g, ' ') };
    });
};

/** Of the files that `wanted` names, by their paths below `root`, in the projects of these configurations. */
export const lookUpsByWord = (
  root: string,
  configurations: readonly string[],
  wanted: (file: string) => boolean,
): readonly LookUp[] => {
  const api = new API({ cwd: root });
  try {
    const snapshot = api.updateSnapshot({ openProjects: [...configurations] });
    return configurations.flatMap((configuration) => {
      const project = snapshot.getProject(configuration);
      if (project === undefined) throw new Error(`${configuration} cannot be read`);
      const files = project.program.getSourceFileNames().filter((name) => wanted(relative(root, name)));
      return files.flatMap((name) => lookUpsOf(project, root, name));
    });
  } finally {
    api.close();
  }
};
