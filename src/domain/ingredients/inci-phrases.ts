/** Words that stand with an ingredient list and are no names: headings, footnotes, statements, sentences. */

/** Before a list: `Full ingredients (INCI)`. */
const listTitle =
  /^(?:(?:full|complete|all|list of|the|product)\s+)*(?:ingredients?|inci|composition)(?:\s+(?:list|names?|declaration))?(?:\s*\((?:inci|as per label)\))?$/i;
export const isListTitle = (text: string): boolean => listTitle.test(text.trim());

/** Of a list that is not the whole one: `Key ingredients`, `Active ingredients`. */
export const isPartTitle = (text: string): boolean =>
  /^(?:key|active|hero|star|main|featured|power)\s+(?:ingredients?|actives?|botanicals?)\b|^actives?$/i.test(
    text.trim(),
  );

/** Of what is no list: `Directions`, `Free from`. */
export const isOtherTitle = (text: string): boolean =>
  /^(?:directions?|how to (?:use|apply)|usage|application|warnings?|cautions?|precautions?|storage|shelf life|best before|net (?:wt|weight|qty|quantity|contents?)|manufactured|marketed|mfg|made in|country of origin|disclaimer|notes?|benefits?|free (?:from|of)|without|does not contain|contains no|no|skin types?|customer care|suitable for|expiry|batch)\b[^,:;]{0,40}$/i.test(
    text.trim(),
  );

/** What a label says of itself: nothing that is in the product. */
const statement = /* @__PURE__ */ new RegExp(
  `^(?:100\\s?%\\s+)?(?:${[
    'free\\s+(?:from|of)\\b',
    'without\\b',
    'no\\s+\\p{L}',
    'zero\\s+\\p{L}',
    'does\\s+not\\s+contain',
    'contains\\s+no\\b',
    '(?:not|never)\\s+tested',
    'made\\s+(?:in|by|for)\\b',
    '(?:manufactured|marketed|packed|distributed|imported)\\s+(?:in|by|for|and)\\b',
    'product\\s+of\\b',
    'country\\s+of\\b',
    '(?:suitable|safe|best)\\s+for\\b',
    'vegan(?:$|\\s+(?:and|&|formula|friendly)|\\s*[.!])',
    'cruelty',
    'dermatolog',
    'clinically',
    'hypoallergenic',
    'for\\s+(?:external|best|all)\\b',
    '(?:keep|store|avoid|apply)\\s',
    'shelf\\s+life',
    'best\\s+before',
    'patch\\s+test',
    'net\\s+(?:wt|weight|qty|quantity|contents?)\\b',
    '(?:directions?|warnings?|cautions?|disclaimer|how to use|storage)\\b',
    'ingredients?\\s+(?:lists?\\s+)?(?:is|are|may|can|subject)\\b',
  ].join('|')})`,
  'iu',
);

/** What a footnote says of the names that it marks: `*Certified organic`, `*CO Certified organic`. No name says this. */
const footnote =
  /=|^(?:[A-Z]{2}\s+)?(?:(?:certified|natural|organic|vegan|fair[ -]?trade|wild[ -]?crafted)\s*)+(?:ingredients?|origin|farming|agriculture)?$|^(?:certified |natural |organic )*(?:ingredients?|components?|constituents?)\b|^(?:naturally|organically)\s+(?:occurring|derived|present|found|contained|sourced|grown|farmed|produced)\b|^(?:from|derived|obtained|sourced|denotes|indicates)\b|\b(?:allergens?|farming|agriculture)$/i;
/** Marks of footnotes. */
export const footnoteMark = /^[*†‡¹²³⁴]+/u;

const withoutBrackets = (text: string): string => text.replace(/[([{][^()[\]{}]*[)\]}]/g, ' ');

/** Words that names do not have. */
const sentenceWords =
  /\b(?:made (?:with|from)|is|are|was|were|has|have|the|this|that|these|those|our|we|you|your|its|their|which|please|will|does|should|contains?|because|helps?|including)\b/i;
/** Longest name without what stands in brackets, characters. */
const longestName = 120;

/** The text of a note, without its mark or the bracket around it. */
const inner = (text: string): string => text.replace(/^[\s*†‡¹²³⁴([{:=-]+/u, '').replace(/[\s.!)\]}]+$/, '');

/** Whether a footnote or a statement says nothing of what else is in the product. */
export const isStatement = (text: string): boolean =>
  statement.test(inner(text)) ||
  (/[\s-]free$/i.test(inner(text)) && !/[,;]/.test(text)) ||
  (footnoteMark.test(text) && footnote.test(inner(text)));

/** Whether a part of a list is no name but a footnote, a statement or a sentence. */
export function isNote(text: string): boolean {
  const words = withoutBrackets(text).trim();
  return (
    isStatement(text) ||
    (sentenceWords.test(words) && /\s\S+\s/.test(words)) ||
    /^may\s+(?:also\s+)?contain\b/i.test(inner(text)) ||
    /^(?:etc|and more|others?|more)$/i.test(inner(text)) ||
    words.length > longestName
  );
}
