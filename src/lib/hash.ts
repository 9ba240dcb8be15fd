/** Hashes for the content security policy, at build time. */
import { createHash } from 'node:crypto';

/** A script's hash as `script-src` takes it. */
export const hashOf = (script: string): `sha256-${string}` =>
  `sha256-${createHash('sha256').update(script).digest('base64')}`;
