/** The secrets of a preview: a database and test keys of its own, or none. */
import { withOwnToken } from '#db/client.ts';
import { Failure } from '#tools/lib/log.ts';

type Vars = Record<string, string | undefined>;

/** Settings of the command's that become the preview's own, without the prefix. */
const own = /^PREVIEW_((?:DATABASE|STRIPE|RAZORPAY)_\w+)$/;
const liveKey = /^(sk|rk|rzp)_live_/;

/** `libsql://` and `https://` lead to the same host. */
const hostOf = (url: string): string | undefined => URL.parse(withOwnToken({ url }).url)?.host;

/**
 * The secrets of a preview, from `PREVIEW_DATABASE_URL` and its like.
 * @param live other places that name the shop's own database (`.env`)
 * @returns nothing for a preview without a database
 * @throws Failure for the shop's own database, and for keys that move money
 */
export function previewSecrets(environment: Vars, ...live: Vars[]): Record<string, string> | undefined {
  const secrets: Record<string, string> = {};
  for (const [key, value] of Object.entries(environment)) {
    const name = own.exec(key)?.[1];
    if (name && value) secrets[name] = value;
  }
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: token } = secrets;
  if (!url) return undefined;
  if (!/^(libsql|https):\/\//.test(url))
    throw new Failure('PREVIEW_DATABASE_URL: must begin with libsql:// or https://.');
  if (!token) throw new Failure('Set PREVIEW_DATABASE_AUTH_TOKEN, the token of PREVIEW_DATABASE_URL.');
  for (const { DATABASE_URL, DATABASE_AUTH_TOKEN } of [environment, ...live])
    if ((DATABASE_URL && hostOf(DATABASE_URL) === hostOf(url)) || DATABASE_AUTH_TOKEN === token)
      throw new Failure(
        "PREVIEW_DATABASE_URL is the shop's own database: a preview needs another one, with a token of its own.",
      );
  for (const [name, value] of Object.entries(secrets))
    if (liveKey.test(value))
      throw new Failure(`PREVIEW_${name} is a live key: a preview takes test keys only.`);
  return secrets;
}
