/** What somebody signs in on, in words that they know it by: `Chrome on Android`. */
import Bowser from 'bowser';

/** Longer ones are no browser's, and would only cost time to read. */
const longest = 512;

/** The parser repeats what it does not know; only names of its own list may appear on a screen. */
const known: ReadonlySet<string> = new Set([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
]);

const named = (name: string | undefined): string | undefined =>
  name && known.has(name) ? name.replace(/ for Android$/, '') : undefined;

/** @returns null for what is no browser that we know */
export function deviceOf(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > longest) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [named(browser.name), named(os.name)];
  if (!program) return null;
  return system ? `${program} on ${system}` : program;
}
