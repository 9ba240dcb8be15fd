/** Hex HMAC-SHA256 signatures, as Razorpay uses them. */

const utf8 = new TextEncoder();

/** Whether one of the secrets signed this text. Compares in constant time. */
export async function isSignedWith(
  secrets: readonly string[],
  text: string,
  signature: string,
): Promise<boolean> {
  if (!/^[0-9a-f]{64}$/i.test(signature)) return false;
  const bytes = Uint8Array.from(Buffer.from(signature, 'hex'));
  for (const secret of secrets) {
    const key = await crypto.subtle.importKey(
      'raw',
      utf8.encode(secret),
      { name: 'HMAC', hash: 'SHA-256' },
      false,
      ['verify'],
    );
    if (await crypto.subtle.verify('HMAC', key, bytes, utf8.encode(text))) return true;
  }
  return false;
}
