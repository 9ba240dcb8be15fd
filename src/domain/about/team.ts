/** The schema of `content/team.yaml`. No photographs: monograms and drawn plants. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

const plants = ['leaf', 'drop', 'flower'] as const;
export type Plant = (typeof plants)[number];

export const teamContent = z.strictObject({
  title: text(60),
  lead: text(300),
  /** Whether the people are samples; the page says so. */
  sample: z.boolean('must be true or false: are these real people?'),
  people: z
    .array(
      z.strictObject({
        name: text(60),
        role: text(60),
        text: text(280),
        answer: text(160),
        plant: z.enum(plants, `must be one of ${plants.join(', ')}`),
      }),
    )
    .length(3, 'must be three people'),
  careers: z.strictObject({
    title: text(60),
    text: text(240),
    button: text(40),
    /** The subject of the email that the button opens; may contain references: `{{name}}`. */
    subject: text(80),
  }),
});

export type TeamContent = z.output<typeof teamContent>;

/** `Dr. Kabir Sethi` to `KS`: the first letters of the first and the last name. */
export function monogram(name: string): string {
  const words = name.split(/\s+/).filter((word) => !word.endsWith('.'));
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.[0] ?? '')
    .join('')
    .toUpperCase();
}
