/** Whether a searched text may be about a person. Such a text is neither counted nor remembered. */

const apart = String.raw`[\s\p{P}\p{S}\p{Cf}]*`;
const spaced = (...parts: string[]): string => parts.join(apart);
const letter = String.raw`\p{L}`;
const digit = String.raw`\p{Nd}`;

/**
 * What identifies somebody, in any digits, and with anything between them. The fourth letter of a PAN says whose it is; a
 * GSTIN has a PAN in it.
 */
const personal: readonly RegExp[] = [
  // Email addresses and UPI ids, also with words for the sign
  /[@＠]/,
  /\b(g ?mail|yahoo|hotmail|outlook|rediff(mail)?|icloud|proton ?mail)\b/i,
  /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u,
  // Numbers of phones, orders, cards, accounts, Aadhaar
  /\p{Nd}{5}/u,
  // Also with spaces or hyphens between them; "300-600" is a price.
  /\p{Nd}([\s\p{P}\p{S}\p{Cf}]*\p{Nd}){6}/u,
  // A pincode or an order number in two halves
  /(?<![\p{Nd}.,])\p{Nd}{3} \p{Nd}{3}(?![\p{Nd}.,])/u,
  /\bord(er)?[\s\p{P}]*(no|number|id)?[\s\p{P}#]*\p{Nd}{3}/iu,
  // PAN and GSTIN
  new RegExp(
    `(?<!${letter})${spaced('[A-Z]', '[A-Z]', '[A-Z]', '[ABCFGHJLPT]', '[A-Z]', digit, digit, digit, digit, '[A-Z]')}(?!${letter})`,
    'iu',
  ),
  // Other numbers with letters (IFSC, TAN, voter's card, passport, GSTINs of other kinds, parcels): one word
  /(?<![\p{L}\p{Nd}])(?=[A-Z\d]*[A-Z])(?=([A-Z]*\d){4})[A-Z\d]{8,}(?![\p{L}\p{Nd}])/iu,
];

/** Digits of every script and wide letters are read as what they are. */
export const isPersonal = (text: string): boolean => {
  const plain = text.normalize('NFKC');
  return personal.some((pattern) => pattern.test(plain));
};
