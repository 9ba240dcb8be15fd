/** Sections and files of content that are samples. */
import * as z from 'zod';

/**
 * Whether a section or a file is a sample: it leaves with the sample products (tools/shop-import/sample-claims.ts), and a
 * deploy refuses it (tools/deploy.ts).
 */
export const sample = z
  .boolean()
  .default(false)
  .meta({
    title: 'Sample',
    description:
      'Its texts and pictures are samples. Switch it off when they are yours. No deployment publishes samples unless it is told to.',
  });

/** @param value a section or a file, as YAML has it */
export const isSample = (value: unknown): boolean =>
  (value as { sample?: boolean } | null | undefined)?.sample === true;
