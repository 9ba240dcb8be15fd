/** What a house rule is: a question asked of every line of the files in its scope. */

export type Rule = {
  /** Short, and what the escape comment names: `// rule: colours - why`. */
  name: string;
  /** What is wrong and what to do instead. */
  says: string;
  /** Files that it looks at, by path from the root. */
  scope: RegExp;
  /** Files of the scope that it leaves alone. */
  except?: RegExp;
  /** Whether a line breaks it. */
  breaks: (line: string, file: string) => boolean;
};

/** A line that explains itself may break a rule: the comment stands on it or on the line above. */
const excuse = (name: string): RegExp => new RegExp(`rule: ${name} - \\S`);

/** @returns `file:line: what is wrong`, one for each line that breaks the rule */
export function ask(rule: Rule, file: string, text: string): string[] {
  if (!rule.scope.test(file) || rule.except?.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const excused = excuse(rule.name).test(line) || excuse(rule.name).test(lines[index - 1] ?? '');
    return !excused && rule.breaks(line, file) ? [`${file}:${index + 1}: ${rule.says} (${rule.name})`] : [];
  });
}
