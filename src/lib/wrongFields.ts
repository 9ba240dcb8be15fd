/** What a schema found wrong with a form: the first message of every field, by its name. */
export function wrongFields(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const wrong: Record<string, string> = {};
  for (const { path, message } of issues) wrong[path.join('.')] ??= message;
  return wrong;
}
