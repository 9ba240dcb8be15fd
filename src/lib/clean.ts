/**
 * Cleans what people type, paste or let the browser fill in and what identifies somebody or something: names, addresses,
 * phones, pincodes, emails, codes and numbers. Browser and Worker use the same functions (docs/behaviour.md,
 * "Text that people type").
 */
import { cleanLine } from 'shop-import/clean-line';

/** An identifier: as a line, without zero-width joiners and spaces. */
export const cleanId = (typed: string): string => cleanLine(typed).replace(/\u200c|\u200d| /g, '');

/** Letters and digits of an identifier, in capital letters: for numbers and codes that have nothing else. */
export const cleanCode = (typed: string): string =>
  cleanId(typed)
    .replace(/[\p{P}\p{S}\p{M}]/gu, '')
    .toUpperCase();

/**
 * The ten digits of an Indian mobile number, as people write it: `+91 98765 43210`, `098765-43210`, `+91 (0)98765 43210`.
 * @returns the cleaned text if it is none
 */
export const cleanPhone = (typed: string): string =>
  cleanId(typed)
    .replace(/^tel:/i, '')
    .replace(/[^\p{L}\p{N}+]/gu, '')
    .replace(/^(?:(?:\+|00?)?91)?0?(?=[6-9]\d{9}$)/, '');

/** `Asha <asha@example.in>,` and `mailto:asha@example.in` become the address, in small letters. */
export const cleanEmail = (typed: string): string =>
  cleanLine(typed)
    .replace(/^.*<([^<>]*)>[\s,;]*$/, '$1')
    .replace(/^mailto:/i, '')
    .replace(/^[\s"<(]+|[\s">),;.]+$/g, '')
    // Keyboards add a space after a full stop.
    .replace(/[\u200c\u200d]| *([@.]) */g, '$1')
    .toLowerCase();
