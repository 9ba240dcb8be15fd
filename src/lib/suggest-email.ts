/** The address that somebody meant who has mistyped the name of a mailbox provider. */
import { distance } from 'fastest-levenshtein';

/** Where most mailboxes of shoppers in India are. The most used ones come first. */
const providers =
  'gmail.com yahoo.com yahoo.co.in yahoo.in outlook.com hotmail.com rediffmail.com icloud.com live.com googlemail.com rocketmail.com ymail.com protonmail.com proton.me zohomail.in zohomail.com outlook.in hotmail.in hotmail.co.in rediff.com live.in msn.com aol.com me.com mac.com mail.com email.com gmx.com zoho.com zoho.in sify.com in.com indiatimes.com vsnl.com bsnl.in tuta.com hey.com fastmail.com yandex.com'.split(
    ' ',
  );
/** A provider in another country, such as yahoo.co.uk. */
const foreign = /^(?:yahoo|hotmail|outlook|live)\.(?!(?:com?|cm|om|cn|ni|i|n)$)(?:com?\.)?[a-z]{2}$/;
/** A short name is near to many others, so it is suggested only for its own letters in another order. */
const shortest = 5;

const nameOf = (domain: string): string => domain.split('.')[0] ?? '';
const letters = (text: string): string => [...text].sort().join('');

/** Whether a domain looks like a provider's, mistyped: a letter wrong, missing, twice or too many, or two exchanged. */
function isNear(domain: string, provider: string): boolean {
  const name = nameOf(provider);
  if (nameOf(domain) === name && name === 'gmail') return true;
  const wrong = distance(domain, provider);
  if (name.length < shortest) return wrong > 0 && letters(domain) === letters(provider);
  return wrong === 1 || (wrong === 2 && domain.charAt(0) === provider.charAt(0));
}

/**
 * @param email in small letters, as `cleanEmail` makes it
 * @returns undefined if the address is right, or of no known provider
 */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  if (at < 1 || providers.includes(domain) || foreign.test(domain)) return undefined;
  const named = providers.find((provider) => nameOf(provider) === domain);
  if (named) return `${email.slice(0, at)}@${named}`;
  const near = providers.filter((provider) => isNear(domain, provider));
  const [best] = near.toSorted((a, b) => distance(domain, a) - distance(domain, b));
  return best && `${email.slice(0, at)}@${best}`;
}
