/** The name of a device that signs in, for its user to recognise: `Chrome on Android`. */
import Bowser from 'bowser';

/** Longer user agents are not a browser's, and would take long to parse. */
const maxLength = 512;

/** The parser repeats unknown names; only names of its own list may be displayed. */
const knownNames: ReadonlySet<string> = new Set([
  ...Object.values(Bowser.BROWSER_MAP),
  ...Object.values(Bowser.OS_MAP),
]);

const displayName = (name: string | undefined): string | undefined =>
  name && knownNames.has(name) ? name.replace(/ for Android$/, '') : undefined;

/** @returns `null` for an unknown browser */
export function deviceName(userAgent: string | undefined): string | null {
  if (!userAgent || userAgent.length > maxLength) return null;
  const { browser, os } = Bowser.parse(userAgent);
  const [program, system] = [displayName(browser.name), displayName(os.name)];
  if (!program) return null;
  return system ? `${program} on ${system}` : program;
}
