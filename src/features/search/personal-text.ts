/** Whether a searched text may be about a person. Such a text is neither counted nor remembered. */

/** Email addresses and UPI ids, numbers of phones, orders and cards, addresses of pages. */
const personal: readonly RegExp[] = [
  /[@＠]/,
  /\p{Nd}{5}/u,
  // Also with spaces or hyphens between them; "300-600" is a price.
  /\p{Nd}([\s\p{P}\p{S}\p{Cf}]*\p{Nd}){6}/u,
  /:\/\/|\bwww\.|[\p{L}\p{Nd}]\.\p{L}{2}/u,
];

export const isPersonal = (text: string): boolean => personal.some((pattern) => pattern.test(text));
