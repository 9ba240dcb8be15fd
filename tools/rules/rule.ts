/** A project rule: a check of every line of the files in its scope. */

export type Rule = {
  /** Short, and what the escape comment names: `// rule: colours - why`. */
  name: string;
  /** What is wrong and what to do instead. */
  message: string;
  /** Files that it looks at, by path from the root. */
  scope: RegExp;
  /** Files of the scope that it leaves alone. */
  except?: RegExp;
  /** Whether a line breaks it. */
  breaks: (line: string, file: string) => boolean;
};

/** A comment with a reason, on the line or the line above, exempts the line from a rule. */
const exemption = (name: string): RegExp => new RegExp(`rule: ${name} - \\S`);

/** @returns `file:line: what is wrong`, one for each line that breaks the rule */
export function checkFile(rule: Rule, file: string, text: string): string[] {
  if (!rule.scope.test(file) || rule.except?.test(file)) return [];
  const lines = text.split('\n');
  return lines.flatMap((line, index) => {
    const excused = exemption(rule.name).test(line) || exemption(rule.name).test(lines[index - 1] ?? '');
    return !excused && rule.breaks(line, file)
      ? [`${file}:${index + 1}: ${rule.message} (${rule.name})`]
      : [];
  });
}
