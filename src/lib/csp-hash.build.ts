/** Hashes for the content security policy. */
import { createHash } from 'node:crypto';

/** The hash of a script or style, as a CSP source. */
export const hashOf = (content: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
