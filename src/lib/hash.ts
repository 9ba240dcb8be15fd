/** Hashes for the content security policy, at build time. */
import { createHash } from 'node:crypto';

/** The hash of a script or a style, as its directive takes it. */
export const hashOf = (content: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;
