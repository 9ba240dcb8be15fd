/** Ids and signatures as the providers write them. */
import { createHmac, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `prefix` and `length` letters and digits: `order_RB58MiP5SPFYyM`. */
export const newId = (prefix: string, length: number): string =>
  prefix + Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

/** HMAC-SHA256 in hex. */
export const hmacHex = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
