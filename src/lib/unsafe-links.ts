/** Links that would run a script or show a page of somebody else's: `javascript:`, `data:`, `vbscript:`. */

const entities: Record<string, string> = { colon: ':', tab: '\t', newline: '\n', lpar: '(', amp: '&' };

/** As a browser reads it: entities, escapes and percent signs resolved; without white space and invisible characters. */
const asRead = (text: string): string =>
  text
    .replace(/&#x([\da-f]{1,6});?/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});?/g, (_, code: string) => character(Number(code)))
    .replace(/&([a-z]+);/gi, (whole, name: string) => entities[name.toLowerCase()] ?? whole)
    .replace(/%([\da-f]{2})/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .normalize('NFKC')
    .replace(/[\s\\\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

const character = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

/** Where a link can stand: in Markdown, in HTML, and as the whole value of a field. */
const link =
  /(?:\]\(<?|\]:<?|<|(?:href|src|srcset|action|formaction|data|poster)=["']?|^["'(]*)(javascript:|vbscript:|data:(?:text|image|application|[;,]))/i;

/** @returns the beginning of the first unsafe link of a text, such as `javascript:` */
export const unsafeLink = (text: string): string | undefined =>
  [text, asRead(text), asRead(asRead(text))].map((one) => link.exec(one)?.[1]).find(Boolean);
