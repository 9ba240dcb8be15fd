/**
 * Reads the ingredient list of a label as people write it (docs/behaviour.md, "Ingredients"). Nothing is invented and
 * nothing is lost: what is no name stays as a note, in its place.
 */
import { footnoteMark, isListTitle, isNote, isOtherTitle, isPartTitle } from './inci-phrases.ts';
import { blend, bracketPairs, cleanText, cutAt, hasCommas, hasLetters, separated } from './inci-text.ts';

/**
 * One list of a label.
 * @property of its heading, where several stand in one text: a product of a kit, `May contain`
 * @property kind `part`: the label has a longer list; `possible`: in some packs, such as the colours of shades
 * @property names as the label has them @property notes footnotes and sentences behind the names
 */
export type InciList = { of?: string; kind?: 'part' | 'possible'; names: string[]; notes: string[] };

/** What has been read so far. @property isOther whether what follows is no list: `Directions:` */
type Reader = { lists: InciList[]; isOther: boolean };

function begin(reader: Reader, of?: string, kind?: InciList['kind']): void {
  reader.isOther = false;
  reader.lists.push({ ...(of && { of }), ...(kind && { kind }), names: [], notes: [] });
}

function addNote(reader: Reader, text: string): void {
  const note = text.replaceAll(blend, ' (and) ').trim();
  if (!hasLetters(note)) return;
  if (!reader.lists.length) begin(reader);
  reader.lists.at(-1)?.notes.push(note);
}

function addName(reader: Reader, name: string): void {
  if (!hasLetters(name)) return;
  const last = reader.lists.at(-1);
  // Names behind a note are another list, so that the order of the label stays.
  if (!last || last.notes.length) begin(reader, undefined, last?.kind);
  reader.lists.at(-1)?.names.push(name);
}

/** Without brackets at its ends that have no partner, and without a full stop. */
function trimmed(part: string): string {
  const text = part.trim().replace(/\.+$/, '').trim();
  const pairs = bracketPairs(text);
  if (/^[([{]/.test(text) && !pairs.has(0)) return trimmed(text.slice(1));
  if (/[)\]}]$/.test(text) && ![...pairs.values()].includes(text.length - 1))
    return trimmed(text.slice(0, -1));
  return text;
}

/** A heading and what follows it. */
const heading = /^([^,:;([\]]{1,60}(?:\([^()]{1,30}\))?)\s?:-?(?:\s+|$)(.*)$/s;

/** The longest heading within a list, words: `…, Colours: CI 77491`. */
const shortHeading = 4;

/** Names with a short heading among them: `…, Colours: CI 77491`. */
function withoutHeading(reader: Reader, part: string): string {
  const [, label = '', rest = ''] = heading.exec(part) ?? [];
  if (!rest || label.split(/\s+/).length > shortHeading) return part;
  begin(reader, label.trim());
  return rest;
}

function readNames(reader: Reader, text: string): void {
  const parts = separated(text);
  let at = 0;
  for (const [n, part] of parts.entries()) {
    at = text.indexOf(part, at) + part.length;
    const own = n ? withoutHeading(reader, part) : part;
    const name = trimmed(own);
    if (!isNote(name)) addName(reader, name);
    else if (/[\s-]free$/i.test(name)) addNote(reader, name);
    else {
      // A sentence has commas of its own.
      addNote(reader, text.slice(at - own.length));
      break;
    }
  }
}

/** The title of a list, and the list: `Ingredients: Aqua, …`, `INGREDIENTS – Aqua, …`, `Ingredients Aqua, …`. */
const titled = /^([\p{L} ]+(?:\([^()]{1,30}\))?)\s*(?:[:–—]-?|\s-\s|$)\s*(.*)$/su;
const unmarked = /^((?:\p{L}+ )?(?:[Ii]ngredients|INGREDIENTS))(?:\s+|-)(?=[\p{Lu}\d*])(.*)$/su;
/** Ends a sentence that is a heading: `Each 10 ml contains:`. */
const announces = /(?:contains?|following|ingredients?)$/i;

/** Whether a line among key ingredients says what one of them does: `Vitamin C: brightens`, `Turmeric – soothes`. */
const isDescription = (text: string, behindColon: string): boolean =>
  behindColon ? !isListLine(behindColon) : !hasCommas(text) && text.split(/\s[–—-]\s/).length === 2;

/** Whether key ingredients are read; active ones are a list, and the others follow. */
function isKeyList({ lists }: Reader): boolean {
  const key = lists.findLast(({ of }) => of);
  return key?.kind === 'part' && lists.at(-1)?.kind === 'part' && !/^active/i.test(key.of ?? '');
}

/** A text between two full stops. */
function readPiece(reader: Reader, piece: string): void {
  const text = piece.trim();
  if (!hasLetters(text)) return;
  const [, label = '', rest = ''] = heading.exec(text) ?? [];
  const [, title = '', list = ''] = titled.exec(text) ?? (hasCommas(text) ? unmarked.exec(text) : null) ?? [];
  if (label && isOtherTitle(label)) {
    addNote(reader, text);
    reader.isOther = true;
  } else if (isListTitle(title) || isPartTitle(title)) {
    // The page has a heading of its own.
    const isFirst = reader.lists.length === 0 && isListTitle(title);
    begin(reader, isFirst ? undefined : title.trim(), isPartTitle(title) ? 'part' : undefined);
    readPiece(reader, list);
  } else if (isKeyList(reader) && !/ingredients?$/i.test(label) && isDescription(text, rest)) {
    addNote(reader, text);
  } else if (label && (!isNote(label) || announces.test(label))) {
    begin(reader, label.trim());
    readPiece(reader, rest);
  } else if (reader.isOther || isFootnote(text)) addNote(reader, text);
  else readNames(reader, text);
}

/** A mark without a comma behind it: footnotes stand at the ends of lists. */
const isFootnote = (text: string): boolean => footnoteMark.test(text) && !hasCommas(text);

/** Words before a full stop that does not end a sentence: `Rosa damascena L. flower`. */
const abbreviated =
  /(?:^|[\s(.])(?:\p{L}|var|ssp|subsp|spp|sp|no|nos|vit|approx|incl|conc|st|dr|co|ltd|pvt|inc|mill|linn|wt|vol|ext|extr|pow|pwd|q\.s)$/iu;

const sentenceEnd =
  /(?<=\.)\s+(?=[\p{Lu}\d(*["“[+±†‡]|[^,:.]+:\s)|(?<=[\p{Ll})\]]\.)(?=\p{Lu})|(?<=[!?])\s+/gu;
/** Where a footnote or a statement begins without a full stop before it. */
const noteBegins =
  /(?<=[^\s,;:])\s+(?=[*†‡¹²³⁴]+\s?\p{L})|(?<=[^\s,;:])\s+(?=(?:Free (?:from|of)|Made (?:in|with)|Contains no|Does not contain|Not tested|Suitable for|Manufactured|Store in|Keep out|For external)\b)/gu;

function readPieces(reader: Reader, text: string): void {
  const sentences = cutAt(
    text,
    sentenceEnd,
    (at, from) => text[at - 1] !== '.' || !abbreviated.test(text.slice(from, at - 1)),
  );
  for (const sentence of sentences)
    for (const piece of separatedByStars(sentence) ? [sentence] : cutAt(sentence, noteBegins))
      readPiece(reader, piece);
}

/** Whether stars stand between names, where other labels have commas. */
const separatedByStars = (text: string): boolean =>
  !hasCommas(text) && [...text.matchAll(/\s\*\s/g)].length > 1;

/** Before what only some packs contain: `May contain (+/-):`, `[+/- CI 77491]`, `±`. */
const mayContain =
  /(?:[([{]\s*)?(?:(?:\+\s*\/\s*-|±)\s*(?:\([^()]{1,30}\))?|\bmay\s+(?:also\s+)?contain\b(?:\s*\/\s*\p{L}+ \p{L}+)*\s*\/?\s*(?:[([]?\s*(?:\+\s*\/\s*-|±)\s*[)\]]?)?)(\s*:)?\s*/iu;

/** What a bracket that begins with `May contain` holds, and what stands behind it. */
function readBracket(reader: Reader, line: string, begins: number, ends: number): void {
  readNames(reader, line.slice(begins, ends));
  const rest = line.slice(ends + 1);
  if (!hasLetters(rest)) return;
  // Names behind it are in every pack.
  if (/^\s*[,;]/.test(rest)) begin(reader);
  readLine(reader, rest.replace(/^[\s,;.]+/, ''));
}

/** What only some packs contain is a list of its own. */
function readLine(reader: Reader, line: string): void {
  const found = mayContain.exec(line);
  const from = found ? found.index + found[0].length : 0;
  const behind = line.slice(from);
  // "May contain traces of nuts", "may contain parts of plants": sentences.
  if (!found || (!found[1] && /^(?!ci\b)\p{Ll}/u.test(behind))) {
    readPieces(reader, line);
    return;
  }
  readPieces(reader, line.slice(0, found.index));
  const title = found[0].replace(/[^\p{L}\p{M}\p{N}\s/]/gu, '').replace(/\s+/g, ' ');
  begin(reader, title.replace(/^[\s/]+|[\s/]+$/g, '') || 'May contain', 'possible');
  const ends = bracketPairs(line).get(found.index) ?? 0;
  if (ends >= from) {
    readBracket(reader, line, from, ends);
    return;
  }
  const whole = bracketPairs(behind).get(0);
  const isBracket = whole !== undefined && /^[\s.]*$/.test(behind.slice(whole + 1));
  readPieces(reader, isBracket ? behind.slice(1, whole) : behind);
}

/** Whether a line goes on in the next one. */
function goesOn(line: string, next: string): boolean {
  if (/[,;/([&-]$/.test(line) || /^[,;)\]/]/.test(next)) return true;
  if (/^[([]/.test(next)) return !isNote(next) && !mayContain.test(next);
  const opened = line.split(/[([]/).length - line.split(/[)\]]/).length;
  return (opened > 0 && /[)\]]/.test(next)) || (hasCommas(line) && /^\p{Ll}/u.test(next));
}

/** Lines that a program has broken at its margin are of one length. */
function isBroken(lines: readonly string[]): boolean {
  const lengths = lines.slice(0, -1).map((line) => line.length);
  return lines.length > 2 && Math.min(...lengths) >= 40 && Math.max(...lengths) - Math.min(...lengths) <= 25;
}

/** The lines of a text, joined where one goes on in the next. */
function splitLines(text: string): string[] {
  const all = text.split('\n').map((line) => line.trim());
  const lines = all.filter(hasLetters);
  const bullet =
    lines.filter((line) => /^\*\s/.test(line)).length > 1 ? /^\*\s+/ : /^[•●▪◦‣∙·–—-]\s*(?=[^\d])/;
  const numbered = lines.filter((line) => /^\d{1,2}[.)]\s+\p{L}/u.test(line)).length > 1;
  const broken = isBroken(lines) || lines.slice(0, -1).some((line) => /[,;]$/.test(line));
  const joined: string[] = [];
  for (const one of lines) {
    const line = one.replace(bullet, '').replace(numbered ? /^\d{1,2}[.)]\s+(?=\p{L})/u : /^$/, '');
    const last = joined.at(-1);
    const separate = heading.test(line) || footnoteMark.test(line) || isNote(line);
    if (last !== undefined && (goesOn(last, line) || (broken && !separate)))
      joined[joined.length - 1] = `${last}${/\p{L}[-/]$/u.test(last) ? '' : ' '}${line}`;
    else joined.push(line);
  }
  return joined;
}

/** A line that is a list, and not one of the lines of a list. */
const isListLine = (line: string | undefined): boolean => (line?.split(/[,;]/).length ?? 0) > 3;

/** Whether a line is the heading of the next: the name of a product in a kit. */
const isHeadingLine = (line: string, before: string | undefined, next: string | undefined): boolean =>
  line.length <= 60 &&
  isListLine(next) &&
  (before === undefined || isListLine(before)) &&
  !hasCommas(line) &&
  !/[.:%*]/.test(line) &&
  !isNote(line) &&
  !isListTitle(line) &&
  !isPartTitle(line);

/**
 * The lists of a label. A kit names its products: `Glow Serum: Aqua, …. Daily Veil: Aqua, …`.
 * @returns none for a text without a letter
 */
export function inciLists(text: string): InciList[] {
  const reader: Reader = { lists: [], isOther: false };
  const lines = splitLines(cleanText(text));
  for (const [n, line] of lines.entries())
    if (isHeadingLine(line, lines[n - 1], lines[n + 1])) begin(reader, line);
    else readLine(reader, line);
  return reader.lists.filter(
    ({ of, names, notes }) => (of && !/^may contain$/i.test(of)) || names.length || notes.length,
  );
}

/** The names of all lists of a label, in their order. */
export const inciNames = (text: string): string[] => inciLists(text).flatMap(({ names }) => names);
