/** Numbers below bars (GS1 General Specifications, 7.9: the check digit). */

/** Whether a barcode is a GTIN with 8, 12, 13 or 14 digits whose check digit is right. */
export function isGtin(barcode: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(barcode)) return false;
  const digits = [...barcode].map(Number).reverse();
  return digits.reduce((sum, digit, n) => sum + digit * (n % 2 ? 3 : 1), 0) % 10 === 0;
}
