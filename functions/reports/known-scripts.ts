/**
 * Scripts that are not the page's and are no sign of a changed page: apps that show pages inside themselves, and extensions,
 * add them in the browser. Their reports are counted, and raise no flag.
 */

/** What a page can request. Everything else (`iabjs:`, `gsa:`, `fb:`, `chrome-extension:` …) belongs to an app or extension. */
const pageSchemes = ['http:', 'https:', 'ws:', 'wss:', 'data:', 'blob:', 'filesystem:'];

/** Hosts whose scripts apps and antivirus programs add, with everything below them. */
const knownHosts = [
  // Facebook and Instagram
  'connect.facebook.net',
  'line-apps.com',
  'line-scdn.net',
  'sc-static.net',
  'kaspersky-labs.com',
  'kis.v2.scr.kaspersky-labs.com',
];

/** Apps that run scripts of their own, which have no address, in the pages that they show. */
const apps =
  /\bFB(AN|AV|_IAB)\b|FB_IAB|\bInstagram\b|\bLine\/|\bMicroMessenger\b|\bSnapchat\b|\bPinterest\b|musical_ly|Bytedance|\bTikTok|\bTwitter|\bLinkedInApp\b|\bGSA\/|\bKAKAOTALK\b|\bWhatsApp\b|\bTelegram|; wv\)/i;

/** Whether the address is of an app or an extension, and not of the page. Keywords such as `inline` are of the page. */
export function isForeignScheme(address: string): boolean {
  if (/^user-script\b/i.test(address)) return true;
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(address)?.[0].toLowerCase();
  if (scheme) return !pageSchemes.includes(scheme);
  // Some browsers send the scheme alone.
  return /-(extension|url)$/i.test(address);
}

/** Whether a blocked script is known. @param blocked a host or a keyword @param userAgent of the browser that reports it */
export function isKnownScript(blocked: string, userAgent: string): boolean {
  if (knownHosts.some((host) => blocked === host || blocked.endsWith(`.${host}`))) return true;
  return (blocked === 'inline' || blocked === 'eval') && apps.test(userAgent);
}
