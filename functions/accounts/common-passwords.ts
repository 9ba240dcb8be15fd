/** The passwords that leak most often, nearly 50,000, as the zxcvbn project collects them. */

let known: Promise<ReadonlySet<string>> | undefined;

/** Among the passwords that attackers try first. The list is unpacked when somebody first signs up. */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return (await known).has(password.toLowerCase());
}
